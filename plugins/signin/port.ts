// What others may ask of sign-in, and what it asks of them: links that the operator hands out, and who is invited.
import { hook, port, type Sql } from "../../kernel/plugin.ts";

/** Links for the command line and the start of the server. Every answer is an absolute address on the app host. */
export interface SignIn {
  /**
   * A link that signs a person in once, within 15 minutes, in any browser: its maker hands it over in person.
   * Throws 404 for an unknown account and 403 for one that is switched off.
   */
  createLoginLink(sql: Sql, options: { user_id: number; now: Date }): Promise<string>;
  /**
   * The same for an address without an account that may make one (rules: signin/signup): using it makes the account.
   * Null where it may not.
   */
  createStrangerLink(sql: Sql, options: { email: string; now: Date }): Promise<string | null>;
  /** A fresh setup link; earlier ones are worthless from now on. Throws 409 when the server has an account already. */
  createSetupLink(sql: Sql): Promise<string>;
  /** The setup link that the start prints, the same at every start until it is used; null when there is an account. */
  setupLinkIfEmpty(): Promise<string | null>;
}

export const signinPort = port<SignIn>("signin");

export { bindBrowser, isBoundHere } from "./browser_nonce.ts";
export { noteFailed, orRefused } from "./failing.ts";
export { isVouchedFor } from "./identities_store.ts";
export { type Destination, describeInviter, type Invitation, invitationHook } from "./invitation.ts";
export { demandLinkFor, isAbove, makeMemberLink, makesByHand, ownWayHook } from "./made_links/making.ts";
export {
  type OidcProvider,
  openOidc,
  ProviderFault,
  type ProviderIdentity,
  type ProviderVisit,
} from "./oidc.ts";
export { tellOwner } from "./own_way_notice.ts";
export { type Returning, returningHook, SIGN_IN_METHODS, type SignInMethod, type WayBack } from "./returning.ts";
export { demandOpenWay, findRoute, signInRouteHook } from "./route.ts";
export { NameText, NextText } from "./schemas.ts";
export { providerSettings } from "./settings.ts";
export { completeSignIn } from "./sign_in.ts";
export { speakAsFramework } from "./throttled.ts";
export { type ShownWay, signInWayHook, type WaysAsked } from "./ways.ts";

/** An address without an account, at the door. */
export interface Stranger {
  sql: Sql;
  email: string;
  now: Date;
}

/** Asks whether an address is invited: it may then make an account where sign-up is closed (rules: signin/signup). */
export const invitedHook = hook<Stranger, boolean>("signin.invited");

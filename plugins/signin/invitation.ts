// Who asks somebody in, as the sign-in page and the invite's own page say it.
import { type Html, hook, html, type Sql } from "../../kernel/plugin.ts";
import type { SignInWords } from "./words.ts";

/** Where a sign-in page leads on to. */
export interface Destination {
  sql: Sql;
  /** A path on the app host with its query. */
  next_path: string;
  now: Date;
}

/** Whoever invites. */
export interface Inviter {
  /** The address; null when they have left since. */
  inviter: string | null;
  inviter_name: string | null;
}

export interface Invitation extends Inviter {
  /** The name of the workspace. */
  workspace: string;
}

/** Asks who invites to what lies behind the sign-in; null for a page that is no invite's, or a link that leads nowhere. */
export const invitationHook = hook<Destination, Invitation | null>("signin.invitation");

/** The inviter with name and address; a name of people's choosing never stands alone. */
export function describeInviter({ inviter, inviter_name }: Inviter, words: Pick<SignInWords, "left_since">): Html {
  if (inviter === null) return html`${words.left_since}`;
  return inviter_name === null
    ? html`<strong>${inviter}</strong>`
    : html`<strong><bdi>${inviter_name}</bdi></strong> (${inviter})`;
}

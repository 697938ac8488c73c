// Somebody whose account is switched off and who has proved who they are: another plugin may know a way back for them.
import { hook, type Person, refuse, type Sql } from "../../kernel/plugin.ts";

/** What the audit log says of how someone came in. */
export const SIGN_IN_METHODS = [
  "mail",
  "oidc",
  "setup",
  "sso",
  "invite",
  "member_link",
  "passkey",
  "password",
  "code",
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** Where a person is led who may come back, and the `Set-Cookie` value that knows them there. */
export interface WayBack {
  path: string;
  cookie: string;
}

export interface Returning {
  sql: Sql;
  person: Person;
  /** How they proved who they are; null while they have not, to find out whether it would help. */
  method: SignInMethod | null;
  now: Date;
}

/** Asked of a person who is switched off; null from everybody refuses them. */
export const returningHook = hook<Returning, WayBack | null>("signin.returning");

/** What the runtime can be asked, and a call too. */
type Asks = { callHook(of: typeof returningHook, input: Returning): Promise<(WayBack | null)[]> };

/** The way back of a person; null for one who has none. */
export async function findWayBack({ callHook }: Asks, returning: Returning): Promise<WayBack | null> {
  const ways = await callHook(returningHook, returning);
  return ways.find((way) => way !== null) ?? null;
}

export function refuseDisabled(person: Person): Error {
  return refuse.forbidden(`the account ${person.email} is switched off; ask an owner of its workspace`);
}

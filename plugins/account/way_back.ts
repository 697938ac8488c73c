// The cookie by which somebody who has signed in during the days of grace is known on the page
// that takes the deletion back.
import { type Call, findPerson, later, MINUTE_MS, type Person, type Runtime } from "../../kernel/plugin.ts";
import { hostCookie, readCookie } from "../../kernel/ports/auth.ts";
import { type Returning, SIGN_IN_METHODS, type SignInMethod, type WayBack } from "../signin/port.ts";
import { type Deletion, findDeletion } from "./store.ts";

/** Under /auth, where a form from another origin is refused. */
export const RETURN_PATH = "/auth/return";
const COOKIE = "__Host-docsvc_return";
const PURPOSE = "account.return";
const MINUTES = 15;

/** Somebody at the page, and what they would take back. */
export interface Returner {
  person: Person;
  deletion: Deletion;
  /** How they signed in. */
  method: SignInMethod;
}

/** The way back of a person who ended their own account, while there is one. */
export async function wayBack(runtime: Runtime, { sql, person, method, now }: Returning): Promise<WayBack | null> {
  const deletion = await findDeletion(sql, { user_id: person.user_id, now });
  if (!deletion) return null;
  const claims = { u: person.user_id, r: deletion.requested_at.getTime(), m: method };
  const ticket = runtime.signer.sign(PURPOSE, claims, later(now, MINUTES * MINUTE_MS));
  return { path: RETURN_PATH, cookie: hostCookie(COOKIE, ticket, MINUTES * 60) };
}

/** Who is at the page, by their cookie; null for a cookie that is forged, over, or of a deletion that is not planned any more. */
export async function findReturner(
  call: Pick<Call<unknown, true>, "sql" | "now" | "request" | "runtime">,
): Promise<Returner | null> {
  const value = readCookie(call.request.headers, COOKIE);
  const claims = value === null ? null : call.runtime.signer.verify(PURPOSE, value, call.now);
  const userId = claims?.["u"];
  const method = SIGN_IN_METHODS.find((one) => one === claims?.["m"]);
  if (typeof userId !== "number" || !method) return null;
  const deletion = await findDeletion(call.sql, { user_id: userId, now: call.now });
  if (deletion?.requested_at.getTime() !== claims?.["r"]) return null;
  const person = await findPerson(call.sql, userId);
  return person && deletion ? { person, deletion, method } : null;
}

/** The `Set-Cookie` value that forgets who was at the page. */
export function forgetReturner(): string {
  return hostCookie(COOKIE, "", 0);
}

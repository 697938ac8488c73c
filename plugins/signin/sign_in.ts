// The last step of every way in: the session cookie, the note of the sign-in, and on to where the person wanted.

import { findPerson, HOUR_MS, later, type Person, seeOther, type WriteCall } from "../../kernel/plugin.ts";
import { endCredentials } from "../../kernel/ports/access.ts";
import {
  endViewings,
  HELD_HOURS,
  issueSession,
  noteSignIn,
  proveAddress,
  sessionKey,
} from "../../kernel/ports/auth.ts";
import { releaseBrowser } from "./browser_nonce.ts";
import { listUnseenLinks } from "./made_links/store.ts";
import { forgetMail } from "./mail_counts.ts";
import { findWayBack, refuseDisabled, type SignInMethod } from "./returning.ts";
import { demandOpenWay } from "./route.ts";
import { forgetWay } from "./way_on.ts";

export interface SignIn {
  person: Person;
  method: SignInMethod;
  next_path: string;
  /** The account was made on the way. */
  is_new: boolean;
  /** A mail that reached the address, or a provider, has shown whose it is. */
  proves_address: boolean;
}

/** What the steps of a way in have counted against the address by the time that it leads to a session. */
const COUNTED: Readonly<Record<SignInMethod, readonly (readonly [quota: string, uses: number])[]>> = {
  mail: [["login", 2]],
  oidc: [["login", 2]],
  setup: [["login", 1]],
  invite: [["login", 1]],
  member_link: [["login", 2]],
  passkey: [["login", 1]],
  password: [["login", 1]],
  code: [["login", 2]],
  sso: [
    ["login", 1],
    ["sso_callback", 1],
  ],
};

/**
 * Signs a person in and answers the redirect. Whoever is switched off and may come back is led to where they decide, without a
 * session; throws 403 for all others who are, and where the domain of the address has closed this way in.
 */
export async function completeSignIn(call: WriteCall<unknown, true>, signIn: SignIn): Promise<Response> {
  const { person, method, is_new } = signIn;
  await demandOpenWay(call, { sql: call.sql, email: person.email, method });
  if (person.disabled) return leadBack(call, signIn);
  const { user_id, email, workspace } = person;
  const epoch = signIn.proves_address ? await epochOnceProven(call, person) : person.epoch;
  const held_until = method === "member_link" ? later(call.now, HELD_HOURS * HOUR_MS) : null;
  await noteSignIn(call.sql, user_id, call.now);
  // Another may sit at this browser now.
  await leaveSession(call);
  const by = { user_id, email, workspace_id: workspace.id };
  if (is_new) call.note("account.create", { target_type: "user", target_id: user_id, meta: { method }, by });
  call.note("login.ok", { target_type: "user", target_id: user_id, meta: { method }, by });
  const session = { user_id, epoch, held_until, signed_in: { at: call.now, by: method } };
  call.reply.headers.append("set-cookie", issueSession(call.runtime.signer, session, call.now));
  call.reply.headers.append("set-cookie", releaseBrowser());
  for (const cookie of forgetWay(call.request.headers)) call.reply.headers.append("set-cookie", cookie);
  call.afterCommit(() => forgetTries(call, { method, email }));
  const isTold = held_until === null && (await listUnseenLinks(call.sql, user_id)).length > 0;
  return seeOther(isTold ? `/auth/links-made?next=${encodeURIComponent(signIn.next_path)}` : signIn.next_path);
}

/**
 * Notes whose the address is, and answers the epoch of the session. An account that an invite's link has made may be held by
 * somebody who never had the address: what they gave it ends, unless whoever proves it is signed in to it here already.
 */
async function epochOnceProven(call: WriteCall<unknown, true>, { user_id, workspace, epoch }: Person): Promise<number> {
  const { sql, actor } = call;
  if (!(await proveAddress(sql, user_id))) return epoch;
  if (actor?.credential === "session" && actor.user_id === user_id) return epoch;
  await endCredentials(call, { workspace_id: workspace.id, user_id });
  return (await findPerson(sql, user_id))?.epoch ?? epoch;
}

/** Throttles of sign-in hold those who only try: many people of one office come from one address. */
async function forgetTries(
  { runtime, request, now }: WriteCall<unknown, true>,
  { method, email }: { method: SignInMethod; email: string },
): Promise<void> {
  if (method === "mail" || method === "code") await forgetMail(runtime, { email, request, now });
  for (const [quota, uses] of COUNTED[method]) await runtime.quotas.giveBackFor(quota, uses, { request, now });
}

/** Ends what the request's session has opened on the content host; without one there is nothing to end. */
export async function leaveSession({ actor, sql, now, request }: WriteCall<unknown, true>): Promise<void> {
  const session_key = sessionKey(request.headers);
  if (actor?.credential !== "session" || session_key === null) return;
  await endViewings(sql, { actor, session_key, now });
}

async function leadBack(call: WriteCall<unknown, true>, { person, method }: SignIn): Promise<Response> {
  const way = await findWayBack(call, { sql: call.sql, person, method, now: call.now });
  if (!way) throw refuseDisabled(person);
  call.reply.headers.append("set-cookie", way.cookie);
  call.reply.headers.append("set-cookie", releaseBrowser());
  return seeOther(way.path);
}

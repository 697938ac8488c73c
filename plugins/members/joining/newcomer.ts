// An invite's link that was made while no mail was set up, in the hands of somebody who has no account:
// its button makes the account of its address and joins (rules: members/without_mail).
import { createPerson, lockEmail, lockWorkspaces, type Person, type WriteCall } from "../../../kernel/plugin.ts";
import { findRoute } from "../../signin/port.ts";
import { closedBecause, type InviteReason } from "../invites/verdict.ts";
import { readSeats } from "../seats.ts";
import { noteInvitedRole } from "../standing.ts";
import { findInviteByToken, type InviteRow } from "../store/invites.ts";
import { settle } from "./admission.ts";
import { joiningHook } from "./joining_hook.ts";

/** What such a link comes to: somebody who was made, who has to sign in first, or why it leads nowhere. */
export type Arrived = { person: Person } | "sign_in" | InviteReason;

/** Whether the link may make an account: what was mailed proves more by mail, and a domain that signs in its own people does so. */
export async function makesAccount(
  call: Pick<WriteCall<unknown, true>, "callHook" | "sql">,
  { without_mail, email }: InviteRow,
): Promise<boolean> {
  if (!without_mail) return false;
  const route = await findRoute(call, { sql: call.sql, email });
  return !route?.enforced;
}

/**
 * Makes the account of an open invite's address as a member of its workspace, once: of two at once the second finds the first's
 * account, and signs in. Nothing is written unless they arrive.
 */
export async function arrive(
  call: WriteCall<unknown, true>,
  { invite: seen, token_sha256, name }: { invite: InviteRow; token_sha256: Uint8Array; name: string | null },
): Promise<Arrived> {
  const { sql, now, runtime } = call;
  const { workspace_id, email } = seen;
  const holder = await lockEmail(sql, email);
  const [workspace] = await lockWorkspaces(sql, [workspace_id]);
  const invite = await findInviteByToken(sql, token_sha256);
  const closed = closedBecause(invite, now);
  if (closed || !invite || !workspace) return closed ?? "unknown";
  // Who has an account signs in to it in their own way, and joins then.
  if (holder || !(await makesAccount(call, invite))) return "sign_in";
  // The invite holds a seat, unless the plan has shrunk since.
  const { cap, members } = await readSeats(runtime, sql, { workspace, now });
  if (cap !== null && members >= cap) return "full";
  await call.callHook(joiningHook, { sql, workspace_id, email });
  const user_id = await createPerson(sql, { email, name, workspace_id, role: invite.role, is_unproven: true, now });
  await noteInvitedRole(call, invite, { user_id, email });
  const by = { user_id, email, workspace_id };
  const meta = { email, role: invite.role, invite_id: invite.invite_id };
  call.note("member.join", { target_type: "user", target_id: user_id, meta, by });
  return { person: await settle(call, { invite, by }) };
}

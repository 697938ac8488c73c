// The moment in which somebody joins:
// everything is looked at behind the locks of both workspaces, and one outcome is written.
import type { Belonging, Person, WriteCall } from "../../../kernel/plugin.ts";
import { closedBecause, type InviteReason } from "../invites/verdict.ts";
import { readSeats } from "../seats.ts";
import { noteInvitedRole } from "../standing.ts";
import { findInviteByToken, type InviteRow, markAccepted } from "../store/invites.ts";
import { belongingsOf, joinGroups, lockBoth } from "./joining.ts";
import { isOnlyOwner, takeIn } from "./moving.ts";

/** Somebody who may join, and has something in the workspace that they would leave. */
export interface Undecided {
  invite: InviteRow;
  person: Person;
  /** The one that they would join. */
  workspace: Person["workspace"];
  belongings: readonly Belonging[];
}

/**
 * Joins `user_id` to the workspace of an invite, or says why not. Without `is_decided` nobody is taken away from anything: any
 * site can open the link for a person who is signed in. Nothing is written unless they join.
 */
export async function acceptInvite(
  call: WriteCall<unknown, true>,
  options: { workspace_id: number; token_sha256: Uint8Array; user_id: number; is_decided: boolean },
): Promise<InviteReason | Undecided> {
  const { sql, now } = call;
  const { person, locked } = await lockBoth(call, options);
  const invite = await findInviteByToken(sql, options.token_sha256);
  const workspace = locked.find(({ id }) => id === invite?.workspace_id);
  if (!invite || !workspace) return "unknown";
  const reason = await refusalFor(call, { invite, person, workspace });
  if (reason) return reason;
  if (person.workspace.id !== invite.workspace_id) {
    const belongings = options.is_decided ? [] : await belongingsOf(call, person);
    if (belongings.length > 0) return { invite, person, workspace, belongings };
    const to = { workspace_id: invite.workspace_id, role: invite.role, meta: { invite_id: invite.invite_id } };
    await takeIn(call, { ...person, workspace_id: person.workspace.id }, to);
    await noteInvitedRole(call, invite, person);
  }
  await joinGroups(call, invite, person);
  await markAccepted(sql, { ...invite, user_id: person.user_id, now });
  const by = { user_id: person.user_id, email: person.email, workspace_id: invite.workspace_id };
  const meta = { email: person.email, invited_by: invite.invited_by };
  call.note("invite.accept", { target_type: "invite", target_id: invite.invite_id, meta, by });
  return "joined";
}

interface Arrival {
  invite: InviteRow;
  person: Person;
  /** The one that is joined. */
  workspace: Person["workspace"];
}

async function refusalFor(
  call: WriteCall<unknown, true>,
  { invite, person, workspace }: Arrival,
): Promise<InviteReason | null> {
  const { sql, now, runtime } = call;
  const isMember = person.workspace.id === invite.workspace_id;
  const isTheirs = person.email.toLowerCase() === invite.email.toLowerCase();
  // Opening the link twice, or in two tabs at once, is no fault.
  if (invite.accepted_by === person.user_id && isMember) return "joined";
  const closed = closedBecause(invite, now);
  if (closed) return closed;
  if (!isTheirs) return "other_account";
  if (isMember) return null;
  if (await isOnlyOwner(call, { ...person, workspace_id: person.workspace.id })) return "last_owner";
  // The invite holds a seat, unless the plan has shrunk since.
  const { cap, members } = await readSeats(runtime, sql, { workspace, now });
  return cap !== null && members >= cap ? "full" : null;
}

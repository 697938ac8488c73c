// The moment in which somebody joins: everything is looked at behind the locks of both workspaces, and one outcome is written.
import {
  addToGroup,
  awaitWritesOf,
  type Belonging,
  type Call,
  findPerson,
  holdGroups,
  lockWorkspaces,
  type Person,
  refuse,
  type WriteCall,
} from "../../kernel/mod.ts";
import { readBelongings } from "./leaving.ts";
import { isOnlyOwner, takeIn } from "./moving.ts";
import { readSeats } from "./seats.ts";
import { findInviteByToken, type InviteRow, markAccepted } from "./store/invites.ts";
import { holdMember } from "./store/members.ts";
import { closedBecause, type InviteReason } from "./verdict.ts";

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
  }
  await joinGroups(call, invite, person);
  await markAccepted(sql, { ...invite, user_id: person.user_id, now });
  const by = { user_id: person.user_id, email: person.email, workspace_id: invite.workspace_id };
  const meta = { email: person.email, invited_by: invite.invited_by };
  call.note("invite.accept", { target_type: "invite", target_id: invite.invite_id, meta, by });
  return "joined";
}

async function belongingsOf({ sql, now, house }: Call<unknown, true>, { user_id, workspace }: Person) {
  // What they are writing at this moment counts too.
  await awaitWritesOf(sql, user_id);
  return readBelongings(house, { sql, now, user_id, workspace_id: workspace.id });
}

/** Behind the locks of both workspaces nobody else changes who belongs to them. */
async function lockBoth(
  call: Call<unknown, true>,
  options: { workspace_id: number; user_id: number },
): Promise<{ person: Person; locked: Person["workspace"][] }> {
  const { sql } = call;
  for (;;) {
    const { workspace } = await demandPerson(call, options.user_id);
    const locked = await lockWorkspaces(sql, [options.workspace_id, workspace.id]);
    const member = await holdMember(sql, { workspace_id: workspace.id, user_id: options.user_id });
    // While the lock was waited for, the person may have been moved to a third workspace.
    if (member) return { person: await demandPerson(call, options.user_id), locked };
  }
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
  const { sql, now, house } = call;
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
  const { cap, members } = await readSeats(house, sql, { workspace, now });
  return cap !== null && members >= cap ? "full" : null;
}

/** Assigned groups begin to count now; what a directory has taken over meanwhile is the directory's to fill. */
async function joinGroups(call: WriteCall<unknown, true>, invite: InviteRow, person: Person): Promise<void> {
  const { sql, now, house } = call;
  const wanted = { workspace_id: invite.workspace_id, group_ids: invite.groups.map((group) => group.id) };
  const groups = (await holdGroups(sql, wanted)).filter((group) => group.source === "native");
  for (const group of groups) await addToGroup(sql, { group, user_ids: [person.user_id], now });
  if (groups.length > 0) call.afterCommit(() => house.database.bus.catchUp());
}

async function demandPerson({ sql }: Call<unknown, true>, userId: number): Promise<Person> {
  const person = await findPerson(sql, userId);
  if (!person || person.disabled) throw refuse.forbidden("your account is switched off");
  return person;
}

// The steps of somebody's coming into a workspace, whoever asked them in:
// behind the locks of both workspaces, in one transaction.

import { type Belonging, type Call, findPerson, type Person, refuse, type WriteCall } from "../../../kernel/plugin.ts";
import { addToGroup, holdGroups, lockForMove } from "../../../kernel/ports/auth.ts";
import { readBelongings } from "../leaving.ts";
import type { InviteRow } from "../store/invites.ts";
import { holdMember } from "../store/members.ts";

/** Behind the locks of both workspaces nobody else changes who belongs to them, and the person writes nothing. */
export async function lockBoth(
  call: Call<unknown, true>,
  options: { workspace_id: number; user_id: number },
): Promise<{ person: Person; locked: Person["workspace"][] }> {
  const { sql } = call;
  for (;;) {
    const { workspace } = await demandPerson(call, options.user_id);
    const move = { user_id: options.user_id, workspace_ids: [options.workspace_id, workspace.id] };
    const locked = await lockForMove(sql, move);
    const member = await holdMember(sql, { workspace_id: workspace.id, user_id: options.user_id });
    // While the lock was waited for, the person may have been moved to a third workspace.
    if (member) return { person: await demandPerson(call, options.user_id), locked };
  }
}

/** What a person would leave behind, or take along: behind `lockBoth`, with what they were writing. */
export async function belongingsOf(
  { sql, now, runtime }: Call<unknown, true>,
  { user_id, workspace }: Person,
): Promise<readonly Belonging[]> {
  return readBelongings(runtime, { sql, now, user_id, workspace_id: workspace.id });
}

/** Assigned groups begin to count now; what a directory has taken over meanwhile is the directory's to fill. */
export async function joinGroups(
  call: WriteCall<unknown, true>,
  invite: Pick<InviteRow, "workspace_id" | "groups">,
  person: Pick<Person, "user_id">,
): Promise<void> {
  const { sql, now } = call;
  const wanted = { workspace_id: invite.workspace_id, group_ids: invite.groups.map((group) => group.id) };
  const groups = (await holdGroups(sql, wanted)).filter((group) => group.source === "native");
  for (const group of groups) await addToGroup(sql, { group, user_ids: [person.user_id], now });
}

async function demandPerson({ sql }: Call<unknown, true>, userId: number): Promise<Person> {
  const person = await findPerson(sql, userId);
  if (!person || person.disabled) throw refuse.forbidden("your account is switched off");
  return person;
}

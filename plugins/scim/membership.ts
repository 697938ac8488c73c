// Who is in a provider's group after the steps of a request:
// whoever is named is looked up once, and what changed is noted.

import { refuse } from "../../kernel/plugin.ts";
import { addToGroup, type GroupRow, removeFromGroup, removeOthersFromGroup } from "../../kernel/ports/auth.ts";
import type { ScimCall } from "./accounts.ts";
import type { MemberStep } from "./protocol/patch.ts";
import { type FoundMember, findMembersById, findMembersByName, holdEverybody } from "./store/groups.ts";
import { idOf } from "./store/users.ts";

/** People in a row of the audit log. */
const NOTED_MAX = 500;

/** Takes the steps in order. Throws 400 `invalidValue` for somebody to be in the group who is no active user of the workspace. */
export async function changeMembership(
  call: ScimCall,
  group: GroupRow,
  steps: readonly MemberStep[],
): Promise<boolean> {
  if (steps.length === 0) return false;
  const { sql, now } = call;
  const found = await findNamed(call, steps);
  const plan = planMembership(steps, found);
  const put = [...plan.put];
  const removed = plan.replaces
    ? await removeOthersFromGroup(sql, { group, user_ids: put })
    : await removeFromGroup(sql, { group, user_ids: [...plan.out] });
  const added = await addToGroup(sql, { group, user_ids: put, now });
  noteChange(call, { action: "group.member_remove", group, user_ids: removed, found });
  noteChange(call, { action: "group.member_add", group, user_ids: added, found });
  return removed.length + added.length > 0;
}

interface Plan {
  /** Nobody else stays. */
  replaces: boolean;
  put: Set<number>;
  out: Set<number>;
}

/** What the steps come to; of several about one person the last counts. Somebody unknown is in no group, and need not be taken out. */
function planMembership(steps: readonly MemberStep[], found: ReadonlyMap<string, FoundMember>): Plan {
  const plan: Plan = { replaces: false, put: new Set(), out: new Set() };
  for (const step of steps) {
    if (step.do === "set") {
      plan.replaces = true;
      plan.put.clear();
      plan.out.clear();
    }
    for (const ref of step.refs) {
      const id = found.get(ref)?.user_id;
      if (step.do === "remove") {
        if (id !== undefined) plan.out.add(id);
        if (id !== undefined) plan.put.delete(id);
        continue;
      }
      if (id === undefined) throw refuseUnknown(ref);
      plan.put.add(id);
      plan.out.delete(id);
    }
  }
  return plan;
}

/** Everybody whom the steps name, by the name that was used: our id, else the provider's, else the address. */
async function findNamed(call: ScimCall, steps: readonly MemberStep[]): Promise<Map<string, FoundMember>> {
  const { sql, subject } = call;
  const workspace_id = subject.workspace.id;
  const refs = [...new Set(steps.flatMap((step) => step.refs))];
  const found = new Map<string, FoundMember>();
  const ids = refs.flatMap((ref) => idOf(ref) ?? []);
  // Whoever is put in does not leave the workspace until the transaction ends.
  if (steps.some((step) => step.do !== "remove")) await holdEverybody(sql, workspace_id);
  const byId = ids.length === 0 ? [] : await findMembersById(sql, { workspace_id, ids });
  for (const { ref, ...member } of byId) found.set(ref, member);
  const names = refs.filter((ref) => !found.has(ref));
  if (names.length === 0) return found;
  const byName = await findMembersByName(sql, { workspace_id, refs: names });
  const named = new Map(byName.map(({ ref, ...member }) => [ref, member]));
  for (const name of names) {
    const member = named.get(name.toLowerCase());
    if (member) found.set(name, member);
  }
  return found;
}

interface Change {
  action: "group.member_add" | "group.member_remove";
  group: GroupRow;
  user_ids: readonly number[];
  found: ReadonlyMap<string, FoundMember>;
}

function noteChange(call: ScimCall, { action, group, user_ids, found }: Change): void {
  if (user_ids.length === 0) return;
  const emails = new Map([...found.values()].map(({ user_id, email }) => [user_id, email]));
  for (let at = 0; at < user_ids.length; at += NOTED_MAX) {
    const noted = user_ids.slice(at, at + NOTED_MAX);
    const meta = { name: group.name, user_ids: noted, emails: noted.flatMap((id) => emails.get(id) ?? []) };
    call.note(action, { target_type: "group", target_id: group.group_id, meta });
  }
}

function refuseUnknown(ref: string): Error {
  return refuse.invalid(
    `member "${ref.slice(0, 120)}" is not an active user of this workspace; name them by id, externalId or e-mail address`,
    { scimType: "invalidValue" },
  );
}

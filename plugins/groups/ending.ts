// The end of a group: what names it, who was in it, and its row, in the caller's transaction.

import { groupEndHook, type WriteCall } from "../../kernel/plugin.ts";
import { deleteGroup, type GroupRow, removeOthersFromGroup } from "../../kernel/ports/auth.ts";

/** The group is held by the caller. Every grant that names it goes along (rules: sharing/grants). */
export async function dissolveGroup(call: WriteCall<unknown, boolean>, group: GroupRow): Promise<void> {
  const { sql } = call;
  const { workspace_id, group_id, name, slug } = group;
  await call.callHook(groupEndHook, { sql, workspace_id, group_id });
  // Taken out first, so that what every server remembers of its people is read anew.
  await removeOthersFromGroup(sql, { group, user_ids: [] });
  await deleteGroup(sql, { workspace_id, group_id });
  call.note("group.delete", { target_type: "group", target_id: group_id, meta: { name, slug } });
}

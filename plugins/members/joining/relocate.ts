// Moves a person from one workspace to another, with what is theirs alone.

import { personMoveHook, type Role, type WriteCall } from "../../../kernel/plugin.ts";
import { awaitWritesOf, movePerson, removeFromAllGroups } from "../../../kernel/ports/auth.ts";

export interface Relocation {
  user_id: number;
  from_workspace_id: number;
  to_workspace_id: number;
  role: Role;
}

/** The person's row and both workspaces are locked by the caller. Their next request runs in the new workspace. */
export async function relocate(call: WriteCall<unknown, boolean>, move: Relocation): Promise<void> {
  const { sql, now } = call;
  const { user_id, from_workspace_id, to_workspace_id, role } = move;
  // What they are writing at this moment is to move along.
  await awaitWritesOf(sql, user_id);
  await call.callHook(personMoveHook, { sql, now, user_id, from_workspace_id, to_workspace_id });
  await removeFromAllGroups(sql, { workspace_id: from_workspace_id, user_id });
  await movePerson(sql, { user_id, to_workspace_id, role, now });
}

// Giving up access, with the row that the audit log keeps of each grant.
import type { Note, WriteCall } from "../../kernel/plugin.ts";
import { type GrantRow, giveUp, showGrant } from "../places/port.ts";
import { noteRevoked } from "./requests/store.ts";
import { tellAccess } from "./tell_access.ts";

/** Ends locked grants that name the caller, and notes `access.leave` for each. */
export async function leave(
  call: WriteCall,
  options: { grants: readonly GrantRow[]; narrowing: boolean; targetOf: (grant: GrantRow) => Note },
): Promise<void> {
  const { sql, actor, now } = call;
  const { grants, narrowing, targetOf } = options;
  const workspace_id = actor.workspace.id;
  await giveUp(sql, { workspace_id, grant_ids: grants.map((grant) => grant.grant_id), narrowing, now });
  for (const grant of grants) {
    if (grant.document_id !== null) await noteRevoked(sql, { workspace_id, grant_id: grant.grant_id, now });
    const { target_type, target_id, meta } = targetOf(grant);
    const left = { grant_id: grant.grant_id, level: showGrant(grant).level };
    call.note("access.leave", {
      target_type,
      target_id,
      meta: { ...meta, ...left },
    });
    if (grant.document_id !== null)
      await tellAccess(
        call,
        { document_id: grant.document_id, doc_id: String(target_id) },
        { meta: { ...left, change: "leave" } },
      );
  }
}

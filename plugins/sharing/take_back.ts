// Taking access away, with the row that the audit log keeps of it.
import type { WriteCall } from "../../kernel/plugin.ts";
import { deleteGrant, findGrant, showGrant } from "../places/port.ts";
import { noteRevoked } from "./requests/store.ts";
import type { Revocable } from "./store/revocable.ts";
import { tellAccess } from "./tell_access.ts";

/** Deletes a grant and notes `access.revoke`; false when somebody was faster. */
export async function takeBack(call: WriteCall, grant: Revocable): Promise<boolean> {
  const { sql, actor } = call;
  const by = { workspace_id: actor.workspace.id, grant_id: grant.grant_id };
  const row = await findGrant(sql, by);
  if (!row || !(await deleteGrant(sql, by))) return false;
  await noteRevoked(sql, { ...by, now: call.now });
  const { subject_type, subject_id, subject_label, level } = showGrant(row);
  const taken = { grant_id: grant.grant_id, subject_type, subject_id, subject: subject_label, level };
  const { doc_id, document_id, folder, root_id } = grant;
  const on = doc_id === null ? { folder, root_id } : { doc_id };
  call.note("access.revoke", {
    ...(doc_id === null
      ? { target_type: "folder", target_id: folder ?? "" }
      : { target_type: "doc", target_id: doc_id }),
    meta: { ...on, ...taken },
  });
  if (doc_id !== null && document_id !== null)
    await tellAccess(call, { document_id, doc_id }, { meta: { ...taken, change: "revoke" } });
  return true;
}

// Giving access, with the row that the audit log keeps of it.
import type { Note, WriteCall } from "../../kernel/plugin.ts";
import {
  findGrant,
  type GrantedLevel,
  type GrantRow,
  type GrantTarget,
  isAnother,
  putGrant,
  type Subject,
  showGrant,
} from "../places/port.ts";
import { tellAccess } from "./tell_access.ts";

/** Gives a subject a level on a document or folder and notes `access.grant`, unless it holds just that already. */
export async function give(
  call: WriteCall<unknown, boolean>,
  options: { on: GrantTarget; named: Subject; level: GrantedLevel; expires_at?: Date | null | undefined; target: Note },
): Promise<GrantRow> {
  const { sql, actor, now } = call;
  if (!actor) throw new Error("a grant is given by somebody");
  const { on, named, level, expires_at, target } = options;
  const { grant_id, was } = await putGrant(sql, { actor, on, subject: named, level, expires_at, now });
  const row = await findGrant(sql, { workspace_id: actor.workspace.id, grant_id });
  if (!row) throw new Error("a grant that was given is gone");
  if (isAnother(row, was)) {
    const { subject_type, subject_id, subject_label, expires_at: ends } = showGrant(row);
    const given = { grant_id, subject_type, subject_id, subject: subject_label, level, was: was?.level ?? null };
    call.note("access.grant", { ...target, meta: { ...target.meta, ...given, ...(ends && { expires_at: ends }) } });
    const doc_id = String(target.target_id);
    if (on.document_id !== undefined)
      await tellAccess(
        call,
        { document_id: on.document_id, doc_id },
        { by: target.by, meta: { ...given, change: "grant" } },
      );
  }
  return row;
}

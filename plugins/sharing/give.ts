// Giving access, with the row that the audit log keeps of it.
import type { Note, WriteCall } from "../../kernel/mod.ts";
import {
  findGrant,
  type GrantedLevel,
  type GrantRow,
  type GrantTarget,
  putGrant,
  type Subject,
  showGrant,
} from "../places/port.ts";

/** Gives a subject a level on a document or folder and notes `access.grant`, unless it holds just that level already. */
export async function give(
  call: WriteCall<unknown, boolean>,
  options: { on: GrantTarget; named: Subject; level: GrantedLevel; target: Note },
): Promise<GrantRow> {
  const { sql, actor, now } = call;
  if (!actor) throw new Error("a grant is given by somebody");
  const { on, named, level, target } = options;
  const { grant_id, was } = await putGrant(sql, { actor, on, subject: named, level, now });
  const row = await findGrant(sql, { workspace_id: actor.workspace.id, grant_id });
  if (!row) throw new Error("a grant that was given is gone");
  if (was !== level) {
    const { subject_type, subject_id, subject_label } = showGrant(row);
    const meta = { ...target.meta, grant_id, subject_type, subject_id, subject: subject_label, level, was };
    call.note("access.grant", { ...target, meta });
  }
  return row;
}

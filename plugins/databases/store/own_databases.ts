// The databases among documents that somebody takes along.
import type { Sql } from "../../../kernel/plugin.ts";

/** A database with what an export names it by. */
export interface OwnDatabase {
  workspace_id: number;
  document_id: number;
  doc_id: string;
  title: string;
  folder: string;
  root_slug: null;
  record_bytes: number;
  changed_at: Date;
}

export function listOwnDatabases(
  sql: Sql,
  by: { workspace_id: number; document_ids: readonly number[] },
): Promise<OwnDatabase[]> {
  return sql<OwnDatabase[]>`
    select b.workspace_id, b.document_id, d.doc_id, d.title, p.path as folder, null as root_slug, b.record_bytes, b.updated_at as changed_at
    from databases b join documents d using (document_id) join places p using (place_id)
    where b.workspace_id = ${by.workspace_id} and b.document_id = any(${[...by.document_ids]}::bigint[])`;
}

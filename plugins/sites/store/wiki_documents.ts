// SQL of what a wiki's pages need of documents beside what its navigation says of them.
import type { Sql } from "../../../kernel/plugin.ts";

export interface WikiDocumentRow {
  document_id: number;
  doc_id: string;
  version: number;
  expires_at: Date | null;
  description: string | null;
  filename: string | null;
  folder: string;
  /** Tells the tree of folders that it lies in from others. */
  tree: string;
}

/** Documents that a navigation has shown to a reader. */
export async function readWikiDocuments(
  sql: Sql,
  by: { workspace_id: number; doc_ids: readonly string[] },
): Promise<ReadonlyMap<string, WikiDocumentRow>> {
  const rows = await sql<WikiDocumentRow[]>`
    select d.document_id, d.doc_id, d.version, d.expires_at, d.description, d.filename, p.path as folder,
      case when p.root_id is null then concat('own ', p.owner_id) else concat('root ', p.root_id) end as tree
    from documents d join places p using (place_id)
    where d.workspace_id = ${by.workspace_id} and d.doc_id = any(${[...by.doc_ids]}::text[])`;
  return new Map(rows.map((row) => [row.doc_id, row]));
}

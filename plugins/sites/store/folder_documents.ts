// SQL of the documents in published folders, as far as a reader may open them.
import type { Sql } from "../../../kernel/mod.ts";
import type { SiteReader } from "../asked.ts";
import { isReadable, readerSets } from "./readable.ts";

export interface FolderDocumentRow {
  document_id: number;
  doc_id: string;
  slug: string;
  alias: string | null;
  title: string;
  icon: string | null;
  kind: string;
  version: number;
  updated_at: Date;
  visibility: string;
  expires_at: Date | null;
  description: string | null;
  place_id: number;
  filename: string | null;
}

/** In the order of their titles. */
export async function listFolderDocuments(
  sql: Sql,
  by: { reader: SiteReader; place_ids: readonly number[]; limit: number; now: Date },
): Promise<FolderDocumentRow[]> {
  const { reader, place_ids, limit, now } = by;
  return sql<FolderDocumentRow[]>`
    ${readerSets(sql, reader)} select d.document_id, d.doc_id, d.slug, d.alias, d.title, d.icon, d.kind, d.version, d.updated_at, d.visibility,
      d.expires_at, d.description, d.place_id, d.filename
    from documents d
    where d.place_id = any(${[...place_ids]}::bigint[]) and ${isReadable(sql, reader, now)}
    order by lower(d.title), d.document_id limit ${limit}`;
}

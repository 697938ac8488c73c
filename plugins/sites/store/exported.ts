// SQL of the files of documents on their way into an export, as far as their reader may still open them.
import type { Sql } from "../../../kernel/mod.ts";
import type { SiteReader } from "../asked.ts";
import { isReadable, readerSets } from "./readable.ts";

export interface ExportedFile {
  document_id: number;
  doc_id: string;
  path: string;
  sha256: string;
  size_bytes: number;
  content_type: string;
  storage_key: string;
  /** Made by the service of what was sent. */
  generated: boolean;
}

/** The files of the current versions, by document; one that is closed by now has none. */
export async function readExportedFiles(
  sql: Sql,
  by: { reader: SiteReader; documents: { ids: readonly number[] } | { slug: string }; now: Date },
): Promise<ReadonlyMap<number, ExportedFile[]>> {
  const { documents } = by;
  const rows = await sql<ExportedFile[]>`
    ${readerSets(sql, by.reader)} select d.document_id, d.doc_id, f.path, encode(f.sha256, 'hex') as sha256, f.size_bytes, f.content_type,
      b.storage_key, f.renderer is not null as generated
    from documents d join document_files f on f.document_id = d.document_id and f.version = d.version
      join blobs b using (blob_id)
    where ${"slug" in documents ? sql`d.slug = ${documents.slug}` : sql`d.document_id = any(${[...documents.ids]}::bigint[])`}
      and ${isReadable(sql, by.reader, by.now)}`;
  return Map.groupBy(rows, (row) => row.document_id);
}

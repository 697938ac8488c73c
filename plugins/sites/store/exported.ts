// SQL of the files of documents on their way into an export, as far as their reader may still open them.
import type { Sql } from "../../../kernel/plugin.ts";
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

/** Of a document, the page that is made of it. */
export type ExportedPage = Pick<ExportedFile, "sha256" | "size_bytes" | "storage_key" | "generated">;

/** The pages of the current versions, by document; null for one without, and nothing for one that is closed by now. */
export async function readExportedPages(
  sql: Sql,
  by: { reader: SiteReader; ids: readonly number[]; now: Date },
): Promise<ReadonlyMap<number, ExportedPage | null>> {
  const rows = await sql<(ExportedPage & { document_id: number })[]>`
    ${readerSets(sql, by.reader)} select d.document_id, encode(f.sha256, 'hex') as sha256, f.size_bytes, b.storage_key, f.renderer is not null as generated
    from documents d left join (document_files f join blobs b using (blob_id))
      on f.document_id = d.document_id and f.version = d.version and f.path = 'index.html'
    where d.document_id = any(${[...by.ids]}::bigint[]) and ${isReadable(sql, by.reader, by.now)}`;
  return new Map(rows.map((row) => [row.document_id, row.storage_key === null ? null : row]));
}

/** The files of the current versions, by document; one that is closed by now has none. */
export async function readExportedFiles(
  sql: Sql,
  by: { reader: SiteReader; documents: { ids: readonly number[] } | { slug: string }; now: Date },
): Promise<ReadonlyMap<number, ExportedFile[]>> {
  const { documents } = by;
  if ("ids" in documents && documents.ids.length === 0) return new Map();
  const rows = await sql<ExportedFile[]>`
    ${readerSets(sql, by.reader)} select d.document_id, d.doc_id, f.path, encode(f.sha256, 'hex') as sha256, f.size_bytes, f.content_type,
      b.storage_key, f.renderer is not null as generated
    from documents d join document_files f on f.document_id = d.document_id and f.version = d.version
      join blobs b using (blob_id)
    where ${"slug" in documents ? sql`d.slug = ${documents.slug}` : sql`d.document_id = any(${[...documents.ids]}::bigint[])`}
      and ${isReadable(sql, by.reader, by.now)}`;
  return Map.groupBy(rows, (row) => row.document_id);
}

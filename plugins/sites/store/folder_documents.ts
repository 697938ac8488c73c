// SQL of the documents in published folders, as far as a reader may open them.
import { type Sql, sha256Hex } from "../../../kernel/plugin.ts";
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

interface InFolders {
  reader: SiteReader;
  place_ids: readonly number[];
  limit: number;
  now: Date;
}

/** In the order of their titles. */
export async function listFolderDocuments(sql: Sql, by: InFolders): Promise<FolderDocumentRow[]> {
  const { reader, place_ids, limit, now } = by;
  return sql<FolderDocumentRow[]>`
    ${readerSets(sql, reader)} select d.document_id, d.doc_id, d.slug, d.alias, d.title, d.icon, d.kind, d.version, d.updated_at, d.visibility,
      d.expires_at, d.description, d.place_id, d.filename
    from documents d
    where d.place_id = any(${[...place_ids]}::bigint[]) and ${isReadable(sql, reader, now)}
    order by lower(d.title), d.document_id limit ${limit}`;
}

/**
 * A hash of which documents a reader sees in folders, without reading them: two readings of one fingerprint, with no change between
 * them, are of equal lists. Null where there are as many as `limit`.
 */
export async function readFolderFingerprint(sql: Sql, by: InFolders): Promise<string | null> {
  const { reader, place_ids, limit, now } = by;
  const [row] = await sql<{ documents: number; hash: string }[]>`
    ${readerSets(sql, reader)} select count(*)::int as documents,
      encode(sha256(convert_to(coalesce(string_agg(document_id::text, ',' order by document_id), ''), 'utf8')), 'hex') as hash
    from (select d.document_id from documents d
      where d.place_id = any(${[...place_ids]}::bigint[]) and ${isReadable(sql, reader, now)} limit ${limit}) as seen`;
  return row && row.documents < limit ? row.hash : null;
}

/** The same of documents that were read. */
export function folderFingerprint(documents: readonly Pick<FolderDocumentRow, "document_id">[]): string {
  const ids = documents.map(({ document_id }) => document_id).toSorted((a, b) => a - b);
  return sha256Hex(ids.join());
}

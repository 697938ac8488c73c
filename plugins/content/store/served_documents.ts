// SQL of what the content host knows of documents by their slugs:
// the row, one of its files and where its bytes lie, in one statement.
import type { Sql, VisibilityLimit } from "../../../kernel/plugin.ts";

/** What the row of a document says. */
export interface ServedRow {
  document_id: number;
  workspace_id: number;
  /** Of other types than `document` a plugin makes the page for each reader. */
  doc_type: string;
  visibility: VisibilityLimit;
  slug: string;
  version: number;
  password_hash: string | null;
  /** Of a password document: its page is all there is of it. */
  stands_alone: boolean;
  expires_at: Date | null;
  deleted: boolean;
  /** Another one with every change of the row or of a file of it. */
  stamp: string;
}

/** A file as the content host sends it. */
export interface ServedFile {
  sha256: string;
  size_bytes: number;
  content_type: string;
  storage_key: string;
  /** True for a page that the service made; what people sent is hostile. */
  generated: boolean;
  /** The version of what made it; below 0 where it is marked to be made again. Null for what people sent. */
  renderer: number | null;
}

/** A document by its slug, with the file at a path of a version; of the current one where that is null. */
export interface ServedAsked {
  slug: string;
  path: string;
  version: number | null;
}

export interface ServedFound {
  document: ServedRow;
  /** Null where the document has none at the path. */
  file: ServedFile | null;
  /** Of a file that lies in its row. */
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** An answer for each of those that were asked for, in their order; null for a slug that leads nowhere. */
export async function findServed(sql: Sql, asked: readonly ServedAsked[]): Promise<(ServedFound | null)[]> {
  const found: (ServedFound | null)[] = asked.map(() => null);
  // Each by its key, however young the tables are: a planner without statistics would rather read all of them.
  const rows = await sql<(ServedRow & { [K in keyof ServedFile]: ServedFile[K] | null } & Found)[]>`
    select asked.place::integer, d.*, f.*
    from unnest(${asked.map(({ slug }) => slug)}::text[], ${asked.map(({ path }) => path)}::text[],
        ${asked.map(({ version }) => version)}::integer[]) with ordinality as asked (slug, path, version, place)
      cross join lateral (
        select d.document_id, d.slug, d.workspace_id, d.doc_type, d.version, d.visibility, d.password_hash, d.expires_at,
          d.deleted_at is not null as deleted, d.xmin::text as stamp, d.visibility = 'password' and not exists (
            select from document_files f
            where f.document_id = d.document_id and f.version = d.version and f.path <> 'index.html') as stands_alone
        from documents d where d.slug = asked.slug limit 1) as d
      left join lateral (
        select encode(f.sha256, 'hex') as sha256, f.size_bytes, f.content_type, f.renderer, b.storage_key, b.bytes
        from document_files f cross join lateral (
          select storage_key, bytes from blobs where blob_id = f.blob_id limit 1) as b
        where f.document_id = d.document_id and f.version = coalesce(asked.version, d.version) and f.path = asked.path
        limit 1) as f on true`;
  for (const row of rows) found[row.place - 1] = { document: documentOf(row), file: fileOf(row), bytes: row.bytes };
  return found;
}

interface Found {
  /** Among those that were asked for, from 1. */
  place: number;
  bytes: Uint8Array<ArrayBuffer> | null;
}

function documentOf(row: ServedRow): ServedRow {
  const { document_id, workspace_id, slug, version, password_hash, stands_alone, expires_at, deleted, stamp } = row;
  const [doc_type, visibility] = [once(row.doc_type), once(row.visibility)];
  return {
    ...{ document_id, workspace_id, doc_type, visibility, slug, version },
    ...{ password_hash, stands_alone, expires_at, deleted, stamp },
  };
}

function fileOf(row: { [K in keyof ServedFile]: ServedFile[K] | null }): ServedFile | null {
  const { sha256, size_bytes, content_type, storage_key, renderer } = row;
  if (sha256 === null || size_bytes === null || content_type === null || storage_key === null) return null;
  const generated = renderer !== null;
  return { sha256, size_bytes, content_type: once(content_type), storage_key, generated, renderer };
}

/** The stamps of documents by their slugs, without those that lead nowhere. */
export async function findServedStamps(sql: Sql, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ slug: string; stamp: string }[]>`
    select d.slug, d.xmin::text as stamp
    from unnest(${[...slugs]}::text[]) as asked (slug)
      cross join lateral (select slug, xmin from documents where slug = asked.slug limit 1) as d`;
  return new Map(rows.map(({ slug, stamp }) => [slug, stamp]));
}

const TEXTS_MAX = 1000;
const texts = new Map<string, string>();

/** Thousands of rows say the same few words, which memory holds once. */
function once<T extends string>(text: T): T;
function once(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size < TEXTS_MAX) texts.set(text, text);
  return text;
}

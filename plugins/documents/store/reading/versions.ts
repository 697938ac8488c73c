// Reads of a document's versions.
import { type PageOptions, pagesOf, type Sql } from "../../../../kernel/plugin.ts";
import type { FileRow } from "../../model/rows.ts";
import { filesColumn } from "./documents.ts";

export interface VersionRow {
  version: number;
  created_at: Date;
  created_via: string;
  message: string | null;
  label: string | null;
  /** Written, and not shown yet. */
  candidate: boolean;
  total_bytes: number;
  files: { path: string; size: number; sha256: string }[];
}

/** The e-mail address of whoever wrote a version; null when they are gone or it was the system. */
export async function findVersionAuthor(
  sql: Sql,
  by: { document_id: number; version: number },
): Promise<string | null> {
  const [row] = await sql<{ email: string | null }[]>`
    select u.email from document_versions v left join users u on u.user_id = v.created_by
    where v.document_id = ${by.document_id} and v.version = ${by.version}`;
  return row?.email ?? null;
}

/** The latest version whose file at `path` holds one of the given contents, `""` being none; null when none does. */
export async function findVersionWith(
  sql: Sql,
  by: { document_id: number; path: string; hashes: readonly string[] },
): Promise<number | null> {
  const [row] = await sql<{ version: number }[]>`
    select v.version from document_versions v
      left join document_files f on f.document_id = v.document_id and f.version = v.version and f.path = ${by.path}
    where v.document_id = ${by.document_id} and not v.candidate
      and coalesce(encode(f.sha256, 'hex'), '') = any(${[...by.hashes]}::text[])
    order by v.version desc limit 1`;
  return row?.version ?? null;
}

export const VERSIONS = pagesOf("versions", (at) => ({ version: at.id("version") }));

/** Newest first. */
export function listVersions(
  sql: Sql,
  options: { document_id: number } & PageOptions<Pick<VersionRow, "version">>,
): Promise<VersionRow[]> {
  const { document_id, after, limit } = options;
  return sql<VersionRow[]>`
    select v.version, v.created_at, v.created_via, v.message, v.label, v.candidate, v.total_bytes,
      (select coalesce(json_agg(json_build_object('path', f.path, 'size', f.size_bytes, 'sha256', encode(f.sha256, 'hex'))
          order by f.path collate "C"), '[]')
        from document_files f where f.document_id = v.document_id and f.version = v.version) as files
    from document_versions v
    where v.document_id = ${document_id} ${after === null ? sql`` : sql`and v.version < ${after.version}::bigint`}
    order by v.version desc limit ${limit}`;
}

/** Whether the label of a version is another one now; null when the document has no such version. In a transaction. */
export async function labelVersion(
  sql: Sql,
  options: { document_id: number; workspace_id: number; version: number; label: string | null },
): Promise<boolean | null> {
  const at = sql`document_id = ${options.document_id} and workspace_id = ${options.workspace_id} and version = ${options.version}`;
  const [current] = await sql<{ label: string | null }[]>`select label from document_versions where ${at} for update`;
  if (!current || current.label === options.label) return current ? false : null;
  await sql`update document_versions set label = ${options.label} where ${at}`;
  return true;
}

/** One version with its files; null when the document has none of that number. */
export async function findVersion(
  sql: Sql,
  by: { document_id: number; version: number },
): Promise<{ candidate: boolean; label: string | null; files: FileRow[] } | null> {
  const [row] = await sql<{ candidate: boolean; label: string | null; files: FileRow[] }[]>`
    select d.candidate, d.label, ${filesColumn(sql)} from document_versions d
    where d.document_id = ${by.document_id} and d.version = ${by.version}`;
  return row ?? null;
}

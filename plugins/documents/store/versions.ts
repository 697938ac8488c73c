// Reads of a document's versions.
import type { Sql } from "../../../kernel/mod.ts";

export interface VersionRow {
  version: number;
  created_at: Date;
  created_via: string;
  message: string | null;
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

/** Newest first. */
export function listVersions(
  sql: Sql,
  wish: { document_id: number; before: number | null; limit: number },
): Promise<VersionRow[]> {
  return sql<VersionRow[]>`
    select v.version, v.created_at, v.created_via, v.message, v.total_bytes,
      (select coalesce(json_agg(json_build_object('path', f.path, 'size', f.size_bytes, 'sha256', encode(f.sha256, 'hex'))
          order by f.path collate "C"), '[]')
        from document_files f where f.document_id = v.document_id and f.version = v.version) as files
    from document_versions v
    where v.document_id = ${wish.document_id} ${wish.before === null ? sql`` : sql`and v.version < ${wish.before}`}
    order by v.version desc limit ${wish.limit}`;
}

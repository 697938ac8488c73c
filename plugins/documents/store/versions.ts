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

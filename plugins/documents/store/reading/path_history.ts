// The history of one path: the versions that added, changed or removed it.
import type { PageOptions, Sql } from "../../../../kernel/plugin.ts";

/** A version in which a path changed, and what it held before. */
export interface PathChange {
  version: number;
  created_at: Date;
  created_by: number | null;
  /** The e-mail address of its author; null when they are gone. */
  actor: string | null;
  created_via: string;
  message: string | null;
  label: string | null;
  /** Null where the version removed the file. */
  sha256: string | null;
  blob_id: number | null;
  size_bytes: number | null;
  /** What the version before held; null where the file is new. */
  before_blob_id: number | null;
  before_size_bytes: number | null;
}

/** Newest first. Candidates are no part of a history, but for the one that is asked about. */
export function listPathHistory(
  sql: Sql,
  options: { document_id: number; path: string; candidate?: number } & PageOptions<Pick<PathChange, "version">>,
): Promise<PathChange[]> {
  const { after, limit } = options;
  return sql<PathChange[]>`
    select h.version, h.created_at, h.created_by, u.email as actor, h.created_via, h.message, h.label,
      encode(h.sha256, 'hex') as sha256, h.blob_id, h.size_bytes, h.before_blob_id, h.before_size_bytes
    from (
      select v.version, v.created_at, v.created_by, v.created_via, v.message, v.label, f.sha256, f.blob_id, f.size_bytes,
        lag(f.sha256) over by_version as before_sha256, lag(f.blob_id) over by_version as before_blob_id,
        lag(f.size_bytes) over by_version as before_size_bytes
      from document_versions v
        left join document_files f on f.document_id = v.document_id and f.version = v.version and f.path = ${options.path}
      where v.document_id = ${options.document_id}
        and (not v.candidate or v.version = ${options.candidate ?? null}::bigint)
      window by_version as (order by v.version)
    ) h left join users u on u.user_id = h.created_by
    where h.sha256 is distinct from h.before_sha256 ${after === null ? sql`` : sql`and h.version < ${after.version}::bigint`}
    order by h.version desc limit ${limit}`;
}

// What records were: their earlier versions and their deletions, with who wrote them.
import { type JsonValue, pagesOf, type Sql } from "../../../kernel/mod.ts";
import type { FormStatus } from "./rows.ts";

/** A version of a record. */
export interface HistoryRow {
  record_id: number;
  version: number;
  schema_version: number;
  form_status: FormStatus;
  /** Null for a deletion. */
  data: Record<string, JsonValue> | null;
  actor: string | null;
  created_at: Date;
  /** When this version was written. */
  updated_at: Date;
  /** It is what the record is now. */
  is_current: boolean;
}

/** The latest version first. */
export const HISTORY = pagesOf("record_history", (at) => ({ version: at.id("version") }));

interface Named {
  workspace_id: number;
  table_id: number;
  record_id: number;
}

export function listHistory(
  sql: Sql,
  {
    workspace_id,
    table_id,
    record_id,
    after,
    limit,
  }: Named & { after: { version: number } | null; limit: number | null },
): Promise<HistoryRow[]> {
  const before = after === null ? sql`` : sql`and version < ${after.version}`;
  return sql<HistoryRow[]>`
    select v.*, u.email as actor from (
      select record_id, version, schema_version, form_status, data, writer_id, created_at, updated_at, true as is_current
      from database_records
      where workspace_id = ${workspace_id} and table_id = ${table_id} and record_id = ${record_id} ${before}
      union all
      select record_id, version, schema_version, form_status, data, writer_id, created_at, updated_at,
        data is null and not exists (select from database_records r
          where r.workspace_id = h.workspace_id and r.table_id = h.table_id and r.record_id = h.record_id)
          and version = (select max(version) from database_record_history l
            where l.workspace_id = h.workspace_id and l.table_id = h.table_id and l.record_id = h.record_id) as is_current
      from database_record_history h
      where workspace_id = ${workspace_id} and table_id = ${table_id} and record_id = ${record_id} ${before}
    ) as v left join database_writers w using (writer_id) left join users u on u.user_id = w.user_id
    order by v.version desc limit ${limit}`;
}

/** Removes versions that ended before, and deletions; answers how many rows went, at most `batch`. */
export async function forgetHistory(sql: Sql, { before, batch }: { before: Date; batch: number }): Promise<number> {
  const gone = await sql`
    delete from database_record_history where ctid = any(array(
      select ctid from database_record_history where ended_at < ${before} limit ${batch}))`;
  return gone.count;
}

// What records were: their earlier versions and their deletions, with who wrote them.
import { type Expression, type JsonValue, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import { keptTables } from "./hold.ts";
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

/** A version as a list answers it: only those that fit are whole. */
export interface ListedRow extends HistoryRow {
  /** False for the one behind what `bytes_max` leaves room for, whose data is left out. */
  fits: boolean;
}

/** What there is of a version without its data. */
export interface VersionRow {
  record_id: number;
  version: number;
  updated_at: Date;
  /** Of a deletion, that of the record which it ended. */
  form_status: FormStatus;
  is_deletion: boolean;
}

/** The latest first, up to `limit`, and the first that does not fit in `bytes_max`; the first of all always does. */
export function listHistory(
  sql: Sql,
  {
    after,
    limit,
    bytes_max,
    ...named
  }: Named & { after: { version: number } | null; limit: number | null; bytes_max: number },
): Promise<ListedRow[]> {
  const before = after === null ? sql`` : sql`and version < ${after.version}`;
  return sql<ListedRow[]>`
    with found as materialized (
      select v.*, row_number() over (order by v.version desc) as place,
        sum(coalesce(octet_length(v.data::text), 0)) over (order by v.version desc) as running
      from (
        select * from (
          select ${shownColumns(sql)}, true as is_current from database_records
          where ${isNamed(sql, named)} ${before}
          union all
          select ${shownColumns(sql)},
            data is null and not exists (select from database_records r
              where r.workspace_id = h.workspace_id and r.table_id = h.table_id and r.record_id = h.record_id)
              and version = (select max(version) from database_record_history l
                where l.workspace_id = h.workspace_id and l.table_id = h.table_id and l.record_id = h.record_id) as is_current
          from database_record_history h 
          where ${isNamed(sql, named)} ${before}
        ) as kept order by version desc limit ${limit}
      ) as v
    ), shown as (select *, running <= ${bytes_max} or place = 1 as fits from found)
    select v.record_id, v.version, v.schema_version, v.form_status, case when v.fits then v.data end as data, v.created_at,
      v.updated_at, v.is_current, v.fits, u.email as actor
    from shown v left join database_writers w using (writer_id) left join users u on u.user_id = w.user_id
    where v.fits or v.place = (select min(place) from shown where not fits)
    order by v.version desc`;
}

/** All versions of a record, the latest first, without what they say. */
export function listVersions(sql: Sql, named: Named): Promise<VersionRow[]> {
  return sql<VersionRow[]>`
    select record_id, version, updated_at, form_status, false as is_deletion from database_records where ${isNamed(sql, named)}
    union all
    select record_id, version, updated_at, form_status, data is null as is_deletion from database_record_history
    where ${isNamed(sql, named)}
    order by version desc`;
}

/** What one version says; null where it is not kept, or is a deletion. */
export async function readVersion(
  sql: Sql,
  named: Named & { version: number },
): Promise<{ form_status: FormStatus; data: Record<string, JsonValue> } | null> {
  const isIt = sql`${isNamed(sql, named)} and version = ${named.version} and data is not null`;
  const [row] = await sql<{ form_status: FormStatus; data: Record<string, JsonValue> }[]>`
    select form_status, data from database_records where ${isIt}
    union all
    select form_status, data from database_record_history where ${isIt} limit 1`;
  return row ?? null;
}

function shownColumns(sql: Sql): Expression {
  return sql`record_id, version, schema_version, form_status, data, writer_id, created_at, updated_at`;
}

function isNamed(sql: Sql, { workspace_id, table_id, record_id }: Named): Expression {
  return sql`workspace_id = ${workspace_id} and table_id = ${table_id} and record_id = ${record_id}`;
}

/** Removes versions that ended before, and deletions; answers how many rows went, at most `batch`. */
export async function forgetHistory(sql: Sql, { before, batch }: { before: Date; batch: number }): Promise<number> {
  const gone = await sql`
    delete from database_record_history where ctid = any(array(
      select ctid from database_record_history where ended_at < ${before}
        and table_id not in (${keptTables(sql, before)}) limit ${batch}))`;
  return gone.count;
}

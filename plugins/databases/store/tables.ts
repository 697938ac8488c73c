// Tables as rows: made, changed, taken away for some days and brought back. All of it in the database's turn.
import type { Sql, WriteCall } from "../../../kernel/plugin.ts";
import type { Field } from "../fields/mod.ts";
import { tableObject, tableWithDates } from "./databases.ts";
import { orGone } from "./gone.ts";
import { holdFiles, keptTables } from "./hold.ts";
import { slotsFor } from "./record_entry.ts";
import type { LoadedDatabase, TableRow } from "./rows.ts";

type Writing = Pick<WriteCall, "sql" | "actor" | "now" | "via">;
type Owner = Pick<LoadedDatabase, "workspace_id" | "document_id">;

/** A table of the database as it is now, deleted or not; null where it has none of that id. */
export async function readTable(
  sql: Sql,
  by: Owner & { table_id: number },
): Promise<(TableRow & { deleted_at: Date | null }) | null> {
  const [row] = await sql<{ table: TableRow; deleted_at: Date | null }[]>`
    select ${tableObject(sql)} as "table", t.deleted_at from database_tables t
    where t.table_id = ${by.table_id} and t.document_id = ${by.document_id} and t.workspace_id = ${by.workspace_id}`;
  return row ? { ...tableWithDates(row.table), deleted_at: row.deleted_at } : null;
}

/** The live table of that name, whatever its case. */
export async function findTableByName(
  sql: Sql,
  by: Owner & { name: string },
): Promise<{ table_id: number; name: string } | null> {
  const [row] = await sql<{ table_id: number; name: string }[]>`
    select table_id, name from database_tables
    where document_id = ${by.document_id} and workspace_id = ${by.workspace_id} and lower(name) = lower(${by.name}) and deleted_at is null`;
  return row ?? null;
}

/** Throws 404 for a database that is gone. */
export async function insertTable(
  { sql, now }: Writing,
  { workspace_id, document_id, name, fields }: Owner & { name: string; fields: readonly Field[] },
): Promise<TableRow> {
  const slots = slotsFor(fields);
  const [row] = await orGone(sql<{ table_id: number }[]>`
    with counted as (update databases set tables = tables + 1 where document_id = ${document_id})
    insert into database_tables (workspace_id, document_id, name, fields, slots, schema_version, created_at, updated_at)
    values (${workspace_id}, ${document_id}, ${name}, ${JSON.stringify(fields)}::text::jsonb, ${JSON.stringify(slots)}::text::jsonb, 1,
      ${now}, ${now})
    returning table_id`);
  if (!row) throw new Error("insert into database_tables returned no row");
  if (namesFiles(fields)) await holdFiles(sql, document_id);
  const counts = { records: 0, record_bytes: 0, created_at: now, updated_at: now };
  return { table_id: row.table_id, name, fields: [...fields], slots, schema_version: 1, ...counts };
}

/** Gives a table another name or other fields, and the next schema version. */
export async function updateTable(
  { sql, now }: Writing,
  table: TableRow,
  { document_id, name, fields }: { document_id: number; name: string; fields: readonly Field[] },
): Promise<TableRow> {
  const slots = slotsFor(fields, table.slots);
  const schema_version = table.schema_version + 1;
  await sql`
    update database_tables set name = ${name}, fields = ${JSON.stringify(fields)}::text::jsonb,
      slots = ${JSON.stringify(slots)}::text::jsonb, schema_version = ${schema_version}, updated_at = ${now}
    where table_id = ${table.table_id}`;
  if (namesFiles(fields)) await holdFiles(sql, document_id);
  return { ...table, name, fields: [...fields], slots, schema_version, updated_at: now };
}

/** Reviews name the files that they are bound to. */
function namesFiles(fields: readonly Field[]): boolean {
  return fields.some(({ sources = [] }) => sources.length > 0);
}

/** A character that shows, as `showsNothing` of the kernel has it: of a text without one nothing is there. */
const SHOWN =
  "[^[:space:]\\u0001-\\u001f\\u007f-\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]";

/** How many records have no value in each of the given fields; drafts may lack any. */
export async function countWithout(
  sql: Sql,
  { workspace_id, table_id, keys }: { workspace_id: number; table_id: number; keys: readonly string[] },
): Promise<{ field: string; records: number }[]> {
  if (keys.length === 0) return [];
  const rows = await sql<{ field: string; records: number }[]>`
    select k.key as field, count(*)::int as records
    from database_records r, unnest(${[...keys]}::text[]) as k(key)
    where r.workspace_id = ${workspace_id} and r.table_id = ${table_id} and r.form_status is distinct from 'draft'
      and coalesce(r.data->>k.key, '') !~ ${SHOWN}
    group by k.key`;
  return [...rows];
}

/** Takes a table and its records off what the database holds, or brings them back. */
export async function setTableDeleted(
  { sql, now }: Writing,
  { document_id, table, deleted }: { document_id: number; table: TableRow; deleted: boolean },
): Promise<void> {
  const sign = deleted ? -1 : 1;
  await sql`
    with counted as (
      update databases set tables = tables + ${sign}, records = records + ${sign * table.records},
        record_bytes = record_bytes + ${sign * table.record_bytes}
      where document_id = ${document_id}
    )
    update database_tables set deleted_at = ${deleted ? now : null}, updated_at = ${now} where table_id = ${table.table_id}`;
}

/** Removes for good the tables that were deleted before, with all that is theirs; answers how many, at most `batch`. */
export async function purgeTables(sql: Sql, { before, batch }: { before: Date; batch: number }): Promise<number> {
  const gone = await sql`
    delete from database_tables where table_id in (
      select table_id from database_tables
      where deleted_at <= ${before} and table_id not in (${keptTables(sql, before)}) order by table_id limit ${batch})`;
  return gone.count;
}

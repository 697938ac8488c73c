// A column store beside the records, of the columns that questions ask for:
// made and brought up behind the writes, from what the feed tells.
import { type Database, type Expression, later, type Sql } from "../../../kernel/plugin.ts";
import type { Field } from "../fields/mod.ts";
import { keyIn, UNFINISHED } from "../query/filtering.ts";
import { forgetMoved, INDEXED_FROM } from "./indexes.ts";
import { slotOf } from "./record_entry.ts";
import type { Slots } from "./rows.ts";

/** Records of so many ids stand together. */
const CHUNK = 1024;
/** Columns that lie behind by more records are brought up. */
export const COLUMNS_BEHIND_MAX = 256;
/** Further ones take the place of those that were asked for longest ago. */
const COLUMNS_PER_TABLE = 16;
/** So many changes of the whole database are gone through soon for those of one table. */
const PASSED_MAX = 10_000;
/** Texts of larger tables are not kept a second time. */
const TEXTS_OF_BYTES_MAX = 128 * 1024 ** 2;

/** What a column holds of each record: its sort key, a number, the text of a day or time, or the value as JSON. */
export type ColumnKind = "keys" | "numbers" | "texts" | "json";

export interface Column {
  kind: ColumnKind;
  /** That of the field's sort key; 0 where it has none. */
  slot: number;
  key: string;
}

export interface OfTable {
  workspace_id: number;
  document_id: number;
  table_id: number;
}

/** How much has happened since something of a table was kept: records of it that were written, and changes of its whole database. */
export interface Lag {
  behind: number;
  passed: number;
}

/** Whether what is kept has to be brought up: each question reads what came since, and looks for it among the changes of all tables. */
export function isOverdue({ behind, passed }: Lag, behindMax: number): boolean {
  return behind > behindMax || passed > PASSED_MAX;
}

const KINDS: readonly ColumnKind[] = ["keys", "numbers", "texts", "json"];

export function nameOf({ kind, slot, key }: Column): string {
  return `${kind}:${slot}:${key}`;
}

function columnOf(name: string): Column {
  const [kind, slot, key = ""] = name.split(":");
  const known = KINDS.find((one) => one === kind);
  if (!known) throw new Error(`no column is named ${name}`);
  return { kind: known, slot: Number(slot), key };
}

/** Over `r`: what the column holds of a record. */
export function inRecord(sql: Sql, { kind, slot, key }: Column): Expression {
  if (kind === "keys") return keyIn(sql, slot);
  if (kind === "numbers") return sql`(r.data -> ${key}::text)::numeric`;
  if (kind === "json") return sql`r.data -> ${key}::text`;
  // Days and instants have one length each, so that texts order as they do; what a draft left unfinished is none.
  return sql`case when ${keyIn(sql, slot)} < ${UNFINISHED} then r.data ->> ${key}::text end`;
}

/** The column of a sort key. */
export function keyColumn({ key }: Pick<Field, "key">, slots: Slots): Column {
  return { kind: "keys", slot: slotOf(slots, key) ?? 0, key };
}

/** Over a row `one` of `columns`: the sort key in a slot. */
export function keyInColumns(columns: readonly Column[]): (sql: Sql, slot: number) => Expression {
  return (sql, slot) =>
    sql`one.${sql(`c${columns.findIndex((column) => column.kind === "keys" && column.slot === slot)}`)}`;
}

/** Beside `keptColumns`: whether there are such, and what has happened since. */
export function lagOfColumns(sql: Sql, { document_id }: Pick<OfTable, "document_id">): Expression {
  return sql`exists (select from kept) as is_kept, (select count(*)::int from tail) as behind,
    (select (d.seq - kept.seq)::int from kept join databases d on d.document_id = ${document_id}) as passed`;
}

/** Whether columns of the table are kept when they are asked for together. */
export function isKeepable(
  { records, record_bytes }: { records: number; record_bytes: number },
  columns: readonly Column[],
): boolean {
  if (records < INDEXED_FROM || columns.length > COLUMNS_PER_TABLE) return false;
  return record_bytes <= TEXTS_OF_BYTES_MAX || columns.every(({ kind }) => kind !== "json");
}

/**
 * For the beginning of a `with`: `kept`, a row where all of these columns are kept; `tail`, the ids of records that were written since;
 * and `columns`, the others with `record_id` and the columns as `c0` and on. All of it is of the moment of the statement.
 */
export function keptColumns(sql: Sql, by: OfTable, columns: readonly Column[]): Expression {
  const { workspace_id, document_id, table_id } = by;
  const read = columns.map(({ kind }, place) => sql`, unnest(${sql(`a${place}`)}.${sql(kind)}) as ${sql(`c${place}`)}`);
  const joined = columns.map((column, place) => {
    const as = sql(`a${place}`);
    return sql`join database_column_chunks ${as} on ${as}.workspace_id = ${workspace_id} and ${as}.table_id = ${table_id}
      and ${as}.name = ${nameOf(column)} and ${as}.chunk = i.chunk`;
  });
  return sql`kept as materialized (
      select k.seq from database_columns k join databases d on d.document_id = ${document_id} and d.forgotten_seq <= k.seq
      where k.table_id = ${table_id} and k.workspace_id = ${workspace_id} and k.names @> ${columns.map(nameOf)}::text[]
    ), tail as materialized (
      select distinct h.record_id from kept join database_changes h on h.document_id = ${document_id} and h.seq > kept.seq
      where h.table_id = ${table_id} and h.record_id is not null
    ), columns as (
      select * from (
        select unnest(i.ids) as record_id ${all(sql, read)}
        from kept cross join database_column_chunks i ${all(sql, joined)}
        where i.workspace_id = ${workspace_id} and i.table_id = ${table_id} and i.name = ''
      ) as one where one.record_id not in (select record_id from tail)
    )`;
}

function all(sql: Sql, parts: readonly Expression[]): Expression {
  return parts.reduce((joined, part) => sql`${joined} ${part}`, sql``);
}

/**
 * Keeps these columns of a table from now on, and brings all that are kept of it up to what its records are now. Nobody waits for it
 * but another one who does the same. Answers false where the table is small or gone.
 */
export async function keepColumns(
  database: Pick<Database, "withTransaction">,
  { workspace_id, document_id, table_id }: OfTable,
  { columns, now }: { columns: readonly Column[]; now: Date },
): Promise<boolean> {
  return database.withTransaction(async (sql) => {
    await forgetMoved(sql, "database_columns", table_id);
    await sql`
      insert into database_columns (table_id, workspace_id, names, seq, used_at)
      select table_id, workspace_id, '{}', 0, ${now} from database_tables
      where table_id = ${table_id} and workspace_id = ${workspace_id} and document_id = ${document_id}
        and deleted_at is null and records >= ${INDEXED_FROM}
      on conflict do nothing`;
    const [before] = await sql<{ names: string[]; seq: number }[]>`
      select names, seq from database_columns where table_id = ${table_id} and workspace_id = ${workspace_id} for update`;
    if (!before) return false;
    const names = [...new Set([...columns.map(nameOf), ...before.names])].slice(0, COLUMNS_PER_TABLE);
    const isWhole = names.some((name) => !before.names.includes(name));
    await sql`
      delete from database_column_chunks
      where workspace_id = ${workspace_id} and table_id = ${table_id} and name <> all(${["", ...names]}::text[])`;
    await putChunks(sql, { workspace_id, document_id, table_id }, { names, since: before.seq, isWhole, now });
    return true;
  });
}

interface Put {
  names: readonly string[];
  since: number;
  isWhole: boolean;
  now: Date;
}

/** One statement, so that all chunks and the revision are of one moment. */
async function putChunks(
  sql: Sql,
  { workspace_id, document_id, table_id }: OfTable,
  { names, since, isWhole, now }: Put,
): Promise<void> {
  const columns = names.map(columnOf);
  const gathered = columns.map(
    (column, place) =>
      sql`, array_agg(${inRecord(sql, column)} order by r.record_id) filter (where r.record_id is not null) as ${sql(`a${place}`)}`,
  );
  const rows = columns.map(({ kind }, place) => {
    const set = KINDS.map((one) => (one === kind ? sql`, m.${sql(`a${place}`)}` : sql`, null`));
    return sql`, (${names[place] ?? ""}::text, null::bigint[] ${all(sql, set)})`;
  });
  await sql`
    with db as materialized (
      select seq, ${isWhole} or forgotten_seq > ${since} as is_whole from databases where document_id = ${document_id}
    ), due as materialized (
      select h.record_id / ${CHUNK} as chunk from database_changes h
      where h.document_id = ${document_id} and h.seq > ${since} and h.table_id = ${table_id} and h.record_id is not null
      union select r.record_id / ${CHUNK} from db join database_records r on db.is_whole
      where r.workspace_id = ${workspace_id} and r.table_id = ${table_id}
      union select k.chunk from db join database_column_chunks k on db.is_whole
      where k.workspace_id = ${workspace_id} and k.table_id = ${table_id} and k.name = ''
    ), made as materialized (
      select d.chunk, coalesce(array_agg(r.record_id order by r.record_id) filter (where r.record_id is not null), '{}') as ids
        ${all(sql, gathered)}
      from due d left join database_records r on r.workspace_id = ${workspace_id} and r.table_id = ${table_id}
        and r.record_id between d.chunk * ${CHUNK} and d.chunk * ${CHUNK} + ${CHUNK - 1}
      group by d.chunk
    ), put as (
      insert into database_column_chunks (workspace_id, table_id, name, chunk, ids, keys, numbers, texts, json)
      select ${workspace_id}, ${table_id}, one.name, m.chunk, one.ids, one.keys, one.numbers, one.texts, one.json
      from made m cross join lateral (values ('', m.ids, null::bytea[], null::numeric[], null::text[], null::jsonb[]) ${all(sql, rows)})
        as one (name, ids, keys, numbers, texts, json)
      on conflict (workspace_id, table_id, name, chunk) do update
        set ids = excluded.ids, keys = excluded.keys, numbers = excluded.numbers, texts = excluded.texts, json = excluded.json
    )
    update database_columns set names = ${[...names]}::text[], seq = db.seq, used_at = ${now} from db
    where table_id = ${table_id} and workspace_id = ${workspace_id}`;
}

/** Says that columns were used, so that those that nobody asks for go. */
export async function touchColumns(sql: Sql, { ids, now }: { ids: readonly number[]; now: Date }): Promise<void> {
  await sql`update database_columns set used_at = ${now} where table_id = any(${[...ids]}::bigint[]) and used_at < ${now}`;
}

/** Lets columns go that nobody has used for long; answers of how many tables. */
export async function forgetColumns(sql: Sql, { now, unused_ms }: { now: Date; unused_ms: number }): Promise<number> {
  const gone = await sql`delete from database_columns where used_at < ${later(now, -unused_ms)}`;
  return gone.count;
}

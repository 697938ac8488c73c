// The posting lists by which searches of tables go, as rows:
// what is read to make them, putting them there, and asking them.
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type Database, type Expression, later, type Sql } from "../../../kernel/plugin.ts";
import { isOverdue, type OfTable } from "./columns.ts";
import { forgetMoved, INDEXED_FROM } from "./indexes.ts";
import { linesOf } from "./record_lines.ts";

/** More of these than that, and all is made anew. */
const LATER_PARTS_MAX = 8;
/** Larger tables are searched record by record. */
const TEXTS_OF_BYTES_MAX = 256 * 1024 ** 2;
/** Lists are brought up when more changes of records have come. */
export const TEXTS_BEHIND_MAX = 500;
/** What texts were read, to be put there in place of what was. */
export interface TextsRead {
  /** The revision that they are of. */
  seq: number;
  /** The one that the lists were of before; null where there were none. */
  since: number | null;
  /** Whether these are the texts of all records. */
  is_whole: boolean;
  first_part: number;
}

/** Whether lists of the table are kept when it is searched. */
export function isSearchKeepable({ records, record_bytes }: { records: number; record_bytes: number }): boolean {
  return records >= INDEXED_FROM && record_bytes <= TEXTS_OF_BYTES_MAX;
}

/**
 * Hands on ids and texts of the table's records, as lines of JSON: those written since the lists were made, or all. Of one moment, and
 * nobody waits for it. Null where little has come, or the table is gone.
 */
export function readTexts(
  database: Pick<Database, "withTransaction">,
  { workspace_id, document_id, table_id }: OfTable,
  take: (pieces: AsyncIterable<string>) => Promise<void>,
): Promise<TextsRead | null> {
  return database.withTransaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    const [row] = await sql<{ seq: number; forgotten_seq: number; kept: Kept | null; behind: number }[]>`
      select d.seq, d.forgotten_seq, 
        (select json_build_object('seq', k.seq, 'next_part', k.next_part, 'later_parts', k.later_parts)
          from database_texts k where k.table_id = t.table_id and k.workspace_id = t.workspace_id) as kept,
        (select count(*)::int from database_texts k join database_changes h on h.document_id = d.document_id and h.seq > k.seq
          where k.table_id = t.table_id and h.table_id = t.table_id and h.record_id is not null) as behind
      from database_tables t join databases d using (document_id)
      where t.table_id = ${table_id} and t.workspace_id = ${workspace_id} and d.document_id = ${document_id} and t.deleted_at is null`;
    if (!row) return null;
    const { kept } = row;
    const isLost = !kept || kept.seq < row.forgotten_seq;
    if (!isLost && !isOverdue({ behind: row.behind, passed: row.seq - kept.seq }, TEXTS_BEHIND_MAX)) return null;
    const is_whole = isLost || kept.later_parts >= LATER_PARTS_MAX;
    const written = sql`and record_id in (select record_id from database_changes where document_id = ${document_id}
      and table_id = ${table_id} and seq > ${kept?.seq ?? 0})`;
    const line = sql`json_build_array(p.record_id, p.search_text)::text`;
    await take(linesOf(sql, { workspace_id, table_id }, { line, chosen: is_whole ? sql`` : written }));
    return { seq: row.seq, since: kept?.seq ?? null, is_whole, first_part: kept?.next_part ?? 1 };
  });
}

interface Kept {
  seq: number;
  next_part: number;
  later_parts: number;
}

/** What lines of lists begin with. */
export function alikeOf({ workspace_id, table_id }: OfTable): string {
  return [workspace_id, table_id].join("\t");
}

/** Puts lists there that a worker left in a file. Answers false where another server was faster. */
export async function putTexts(
  database: Pick<Database, "withTransaction">,
  { workspace_id, document_id, table_id }: OfTable,
  { seq, since, is_whole, first_part, parts, path, now }: TextsRead & { parts: number; path: string; now: Date },
): Promise<boolean> {
  return database.withTransaction(async (sql) => {
    const later_parts = is_whole ? sql`0` : sql`k.later_parts + ${parts}`;
    const next_part = first_part + parts;
    await forgetMoved(sql, "database_texts", table_id);
    const put = await (since === null
      ? sql`insert into database_texts (table_id, workspace_id, seq, next_part, later_parts, used_at)
          select table_id, workspace_id, ${seq}, ${next_part}, 0, ${now} from database_tables
          where table_id = ${table_id} and workspace_id = ${workspace_id} and document_id = ${document_id}
          on conflict do nothing`
      : sql`update database_texts k set seq = ${seq}, next_part = ${next_part}, later_parts = ${later_parts}
          where k.table_id = ${table_id} and k.workspace_id = ${workspace_id} and k.seq = ${since} and k.next_part = ${first_part}`);
    if (put.count === 0) return false;
    if (is_whole)
      await sql`delete from database_text_grams where workspace_id = ${workspace_id} and table_id = ${table_id}`;
    const target = await sql`
      copy database_text_grams (workspace_id, table_id, part, base, gram, records, offsets) from stdin`.writable();
    await pipeline(createReadStream(path), target);
    return true;
  });
}

/** What is searched for, and how many records are looked at for it at most. */
export interface Sought {
  pieces: readonly number[];
  most: number;
}

/**
 * For the beginning of a `with`: `searched`, a row where the lists are kept, with `is_common` where too many records would be looked at;
 * `tail`, the records that were written since, each as often as it was; and `candidates`, those that may hold all of the pieces, the
 * tail among them, some of them twice.
 */
export function searchedRecords(sql: Sql, by: OfTable, { pieces, most }: Sought): Expression {
  const { workspace_id, document_id, table_id } = by;
  return sql`lists_of as materialized (
      select k.seq from database_texts k join databases d on d.document_id = ${document_id} and d.forgotten_seq <= k.seq
      where k.table_id = ${table_id} and k.workspace_id = ${workspace_id}
    ), tail as materialized (
      select h.record_id from lists_of join database_changes h on h.document_id = ${document_id} and h.seq > lists_of.seq
      where h.table_id = ${table_id} and h.record_id is not null limit ${most + 1}
    ), lists as materialized (
      select g.part, g.records, g.base, g.offsets from lists_of cross join database_text_grams g
      where g.workspace_id = ${workspace_id} and g.table_id = ${table_id} and g.gram = any(${[...pieces]}::integer[])
    ), parts as materialized (
      select part, min(records) filter (where offsets is not null) as fewest from lists group by part having count(*) = ${pieces.length}
    ), searched as materialized (
      select exists (select from parts where fewest is null)
        or (select count(*) from tail) + (select coalesce(sum(fewest), 0) from parts) > ${most} as is_common from lists_of
    ), rarest as materialized (
      select distinct on (l.part) l.base, l.offsets from lists l join parts p using (part) join searched s on not s.is_common
      where l.offsets is not null and l.records = p.fewest order by l.part
    ), candidates as materialized (
      select base + unnest(offsets) as record_id from rarest
      union all select t.record_id from tail t join searched s on not s.is_common
    )`;
}

/** Says that lists were used, so that those that nobody asks go. */
export async function touchTexts(sql: Sql, { ids, now }: { ids: readonly number[]; now: Date }): Promise<void> {
  await sql`update database_texts set used_at = ${now} where table_id = any(${[...ids]}::bigint[]) and used_at < ${now}`;
}

/** Lets lists go of tables that nobody has searched for long; answers of how many. */
export async function forgetTexts(sql: Sql, { now, unused_ms }: { now: Date; unused_ms: number }): Promise<number> {
  const gone = await sql`delete from database_texts where used_at < ${later(now, -unused_ms)}`;
  return gone.count;
}

// Pages of records: one query for the page, the count of all that match and the revision that both belong to.
import type { Expression, Sql } from "../../../kernel/plugin.ts";
import { type Column, keptColumns, keyColumn, keyInColumns, type Lag, lagOfColumns, nameOf } from "../store/columns.ts";
import { refuseGone } from "../store/gone.ts";
import { slotOf } from "../store/record_entry.ts";
import { named, recordColumns } from "../store/records.ts";
import type { LoadedTable, Slots } from "../store/rows.ts";
import { type Sought, searchedRecords } from "../store/texts.ts";
import type { Query } from "./asking.ts";
import type { Place } from "./cursor.ts";
import { keyIn, passes, passesAll, passesByKey } from "./filtering.ts";
import { type IndexRow, isRange, type Plan } from "./plan.ts";
import { rowOf, type ShownRecord, type ShownRow, shownData, shownSize } from "./shown_rows.ts";
import type { KnownTotal } from "./totals.ts";

/** What is asked of a page beside the query. */
export interface PageAsked {
  query: Query;
  /** By which records are found; null where all are read. */
  way: Way;
  /** Taken where the database is of its revision; all that match are counted otherwise. */
  known: KnownTotal | null;
  offset: number;
  after: Place | null;
  /** Of record data; one record is shown whatever its size. */
  bytes_max: number;
}

/** A kept order, one that is walked with the total known, columns that say what passes, or the lists of what is searched for. */
export type Way = { plan: Plan } | { walk: Walked } | { columns: readonly Column[] } | { sought: Sought } | null;

/** The order of the sort field, of which at most so many records are looked at. */
interface Walked {
  index: IndexRow;
  most: number;
  known: KnownTotal;
}

/** With what has happened since the lists were kept that the page went by; nothing without them. */
export interface RecordPage extends Lag {
  rows: ShownRecord[];
  total: number;
  has_more: boolean;
  revision: number;
  /** When the database came to be of that revision. */
  changed_at: Date;
}

interface Answer extends Lag {
  records: ShownRow[] | null;
  found: number;
  total: number;
  /** Null where the database was removed since the right was looked at. */
  revision: number | null;
  changed_at: Date;
  is_kept: boolean;
}

/**
 * Null where the way is not kept, or not any more, or leads to too many records, or a walk to no full page. Throws 404 where the
 * database is gone.
 */
export async function readPage(
  sql: Sql,
  { database, table, workspace_id }: In,
  asked: PageAsked,
): Promise<RecordPage | null> {
  const { query, bytes_max } = asked;
  const [answer] = await sql<Answer[]>`
    with ${matching(sql, { workspace_id, database, table }, asked)},
    shown as (
      select ${recordColumns(sql)}, page.k, page.place, ${shownData(sql, query)} as shown_data,
        sum(${shownSize(sql, query)}) over (order by page.place) as running
      from page cross join lateral (
        select * from database_records r where ${isSeen(asked) ? sql`r.ctid = page.at` : byKey(sql, { workspace_id, table }, sql`page.record_id`)} offset 0
      ) as r
      where page.place <= ${query.limit}
    )
    select (select json_agg(json_build_array(s.record_id, s.version, s.schema_version, s.form_status, s.shown_data, s.created_at,
          s.updated_at, encode(s.k, 'base64')) order by s.place)
        from shown s where s.running <= ${bytes_max} or s.place = 1) as records,
      (select count(*)::int from page) as found, ${totalOf(sql, { workspace_id, database, table }, asked)} as total,
      d.seq as revision, d.updated_at as changed_at, ${keptBy(sql, { workspace_id, database }, asked)}
    from (select) as once left join databases d on d.document_id = ${database.document_id}`;
  if (answer?.revision === null) throw refuseGone();
  if (!answer?.is_kept) return null;
  const rows = (answer.records ?? []).map((row) => rowOf(table.table_id, row));
  return {
    rows,
    total: answer.total,
    has_more: answer.found > rows.length,
    revision: answer.revision,
    changed_at: answer.changed_at,
    behind: answer.behind,
    passed: answer.passed,
  };
}

type In = Pick<LoadedTable, "database" | "table" | "workspace_id">;

/** Over `database_records r`: the one record of an id. In a lateral join it is read so for each row, which no planner turns around. */
function byKey(sql: Sql, { workspace_id, table }: Pick<In, "workspace_id" | "table">, id: Expression): Expression {
  return sql`r.workspace_id = ${workspace_id} and r.table_id = ${table.table_id} and r.record_id = ${id}`;
}

/** Whether the records of a page were read to find them, so that where each lies (its `ctid`) is known, which is sooner read again than its key. */
function isSeen({ way }: Pick<PageAsked, "way">): boolean {
  return !way || "sought" in way;
}

/** Over the database `d`: `is_kept`, `behind` and `passed`. */
function keptBy(
  sql: Sql,
  { workspace_id, database }: Pick<In, "workspace_id" | "database">,
  { query, way }: PageAsked,
): Expression {
  if (!way) return sql`true as is_kept, 0 as behind, 0 as passed`;
  if ("sought" in way) {
    return sql`exists (select from searched where not is_common) as is_kept, (select count(*)::int from tail) as behind,
      (select (d.seq - l.seq)::int from lists_of l) as passed`;
  }
  if ("columns" in way) return lagOfColumns(sql, database);
  const { index_id } = "walk" in way ? way.walk.index : way.plan.index;
  const isFull =
    "walk" in way ? sql`and ${isOf(sql, way.walk.known)} and (select count(*) from page) > ${query.limit}` : sql``;
  return sql`(exists (select from database_indexes i where i.index_id = ${index_id} and i.workspace_id = ${workspace_id} and i.is_ready) ${isFull}) as is_kept,
    0 as behind, 0 as passed`;
}

/** Over the database `d`: whether it is of the revision of a total. */
function isOf(sql: Sql, { revision, changed_at }: KnownTotal): Expression {
  return sql`d.seq = ${revision} and d.updated_at = ${changed_at}`;
}

/** `page`, with one row more than is shown: the ids and sort keys in order. */
function matching(sql: Sql, within: In, asked: PageAsked): Expression {
  const { query, way, offset, after } = asked;
  const { workspace_id, database, table } = within;
  const direction = query.descending ? sql`desc` : sql`asc`;
  const further = sql`limit ${query.limit + 1} offset ${offset}`;
  const at = isSeen(asked) ? sql`, r.ctid as at` : sql``;
  const seen = isSeen(asked) ? sql`, at` : sql``;
  const placed = (found: Expression) => sql`page as materialized (
      select record_id, k ${seen}, row_number() over (order by k ${direction}, record_id ${direction}) as place from (${found}) as found)`;
  if (way && "plan" in way) {
    const { index, first, rest } = way.plan;
    const joined =
      rest.length === 0 && query.search === null
        ? sql``
        : passing(sql, within, { filters: rest, search: query.search }, sql`e.record_id`);
    return placed(sql`
      select e.record_id, e.k2 as k from database_index_entries e ${joined}
      where e.workspace_id = ${workspace_id} and e.index_id = ${index.index_id} and e.k1 = ${first}
        ${behind(sql, after, { query, key: sql`e.k2`, id: sql`e.record_id` })}
      order by e.k2 ${direction}, e.record_id ${direction} ${further}`);
  }
  const ofTable = sql`r.workspace_id = ${workspace_id} and r.table_id = ${table.table_id}`;
  if (way && "walk" in way) {
    const within = query.filters.filter((filter) => isRange(filter, query.sort));
    const ranges = within.map((one) => passes(sql, one, { slots: table.slots, keyAt: () => sql`e.k2` }));
    const ranged = ranges.reduce((all, one) => sql`${all} and e.k2 > '' and ${one}`, sql``);
    return placed(sql`
      select w.record_id, w.k from (
        select e.record_id, e.k2 as k from database_index_entries e
        where e.workspace_id = ${workspace_id} and e.index_id = ${way.walk.index.index_id} and e.k1 = '' ${ranged}
          ${behind(sql, after, { query, key: sql`e.k2`, id: sql`e.record_id` })}
        order by e.k2 ${direction}, e.record_id ${direction} limit ${way.walk.most}
      ) as w ${passing(sql, { workspace_id, table }, query, sql`w.record_id`)}
      order by w.k ${direction}, w.record_id ${direction} ${further}`);
  }
  const key = query.sort ? sql`coalesce(${keyIn(sql, slotOf(table.slots, query.sort.key) ?? 0)}, '')` : sql`''::bytea`;
  const found = placed(sql`
      select m.record_id, m.k ${seen} from matches m
      where true ${behind(sql, after, { query, key: query.sort ? sql`m.k` : null, id: sql`m.record_id` })}
      order by m.k ${direction}, m.record_id ${direction} ${further}`);
  if (way && "columns" in way) {
    const { slots } = table;
    const keyAt = keyInColumns(way.columns);
    const passed = query.filters.reduce((all, one) => sql`${all} and ${passes(sql, one, { slots, keyAt })}`, sql``);
    const keptKey = query.sort ? sql`coalesce(${keyAt(sql, slotOf(slots, query.sort.key) ?? 0)}, '')` : key;
    return sql`${keptColumns(sql, { workspace_id, document_id: database.document_id, table_id: table.table_id }, way.columns)},
      matches as materialized (
        select one.record_id, ${keptKey} as k from columns one where true ${passed}
        union all
        select r.record_id, ${key} as k from database_records r where ${ofTable} ${named(sql, "tail")} ${passesAll(sql, query, table)}
      ), ${found}`;
  }
  if (isChosen(query)) {
    const lists = way
      ? sql`${searchedRecords(sql, { ...within, document_id: database.document_id, table_id: table.table_id }, way.sought)},`
      : sql``;
    if (isCutShort(asked)) {
      return sql`${lists} ${placed(sql`
        select r.record_id, ${key} as k ${at} from database_records r where ${chosen(sql, within, asked)}
          ${behind(sql, after, { query, key: null, id: sql`r.record_id` })}
        order by r.record_id ${direction} ${further}`)}`;
    }
    // Looked for once, for the page and for the count.
    return sql`${lists} matches as materialized (
        select r.record_id, ${key} as k ${at} from database_records r where ${chosen(sql, within, asked)}
      ), ${found}`;
  }
  if (!query.sort) {
    return placed(sql`
      select r.record_id, ''::bytea as k ${at} from database_records r where ${ofTable}
        ${behind(sql, after, { query, key: null, id: sql`r.record_id` })}
      order by r.record_id ${direction} ${further}`);
  }
  return placed(sql`
      select r.record_id, ${key} as k ${at} from database_records r where ${ofTable}
        ${behind(sql, after, { query, key, id: sql`r.record_id` })}
      order by k ${direction}, r.record_id ${direction} ${further}`);
}

/**
 * Joins to ids of records those that pass. One after the other, each by its key, is all that such a join leaves to choose: of a table that
 * is young, or small among others, the planner takes both sides for a row or two, and would look at all of one for each of the other.
 */
function passing(
  sql: Sql,
  within: Pick<In, "workspace_id" | "table">,
  looked: Pick<Query, "filters" | "search">,
  id: Expression,
): Expression {
  return sql`cross join lateral (
    select from database_records r where ${byKey(sql, within, id)} ${passesAll(sql, looked, within.table)} offset 0
  ) as looked_at`;
}

function behind(
  sql: Sql,
  after: Place | null,
  { query, key, id }: { query: Query; key: Expression | null; id: Expression },
): Expression {
  if (!after) return sql``;
  const than = query.descending ? sql`<` : sql`>`;
  if (!key) return sql`and ${id} ${than} ${after.record_id}`;
  return sql`and (${key}, ${id}) ${than} (${after.key}, ${after.record_id})`;
}

/** Whether records have to be counted for it, rather than all of the table. */
export function isChosen({ filters, search }: Query): boolean {
  return filters.length > 0 || search !== null;
}

/** The columns that say which records pass and in which order; null where a filter or a search looks at more, or nobody has to count. */
export function columnsOfPage({ query, known }: Pick<PageAsked, "query" | "known">, slots: Slots): Column[] | null {
  const { filters, search, sort } = query;
  if (search !== null || filters.length === 0 || !filters.every(passesByKey) || (known && !sort)) return null;
  const all = [...(sort ? [sort] : []), ...filters.map(({ field }) => field)].map((field) => keyColumn(field, slots));
  return [...new Map(all.map((column) => [nameOf(column), column])).values()];
}

/** Whether records are looked at only until the page is full: in the order of their ids, when nobody has to count. */
function isCutShort({ query, known }: PageAsked): boolean {
  return known !== null && query.sort === null;
}

/** Over `database_records r`: those that the query chooses, where no kept order does. */
function chosen(sql: Sql, { workspace_id, table }: In, { query, way }: PageAsked): Expression {
  return sql`r.workspace_id = ${workspace_id} and r.table_id = ${table.table_id} ${way ? named(sql, "candidates") : sql``}
    ${passesAll(sql, query, { slots: table.slots, mostly: way !== null })}`;
}

/** Over the database `d`: how many records match, wherever the page begins. */
function totalOf(sql: Sql, within: In, asked: PageAsked): Expression {
  const { known } = asked;
  if (asked.way && "walk" in asked.way) return sql`${asked.way.walk.known.total}::integer`;
  const count = countOf(sql, within, asked);
  if (!known) return count;
  return sql`case when ${isOf(sql, known)} then ${known.total}::integer else ${count} end`;
}

function countOf(sql: Sql, within: In, asked: PageAsked): Expression {
  const { workspace_id, table } = within;
  const { query, way } = asked;
  const plan = way && "plan" in way ? way.plan : null;
  if (!isChosen(query)) {
    return sql`(select t.records from database_tables t where t.table_id = ${table.table_id})`;
  }
  if (plan && plan.rest.length === 0 && query.search === null) {
    return sql`(select count(*)::int from database_index_entries e
      where e.workspace_id = ${workspace_id} and e.index_id = ${plan.index.index_id} and e.k1 = ${plan.first})`;
  }
  if (plan) {
    return sql`(select count(*)::int from database_index_entries e
      ${passing(sql, within, { filters: plan.rest, search: query.search }, sql`e.record_id`)}
      where e.workspace_id = ${workspace_id} and e.index_id = ${plan.index.index_id} and e.k1 = ${plan.first})`;
  }
  if (isCutShort(asked)) return sql`(select count(*)::int from database_records r where ${chosen(sql, within, asked)})`;
  return sql`(select count(*)::int from matches)`;
}

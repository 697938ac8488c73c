// Groups of records with a count and a value each, over all that match:
// from kept columns, or from the records themselves.
import type { Expression, JsonValue, Sql } from "../../../kernel/plugin.ts";
import { type Field, FORM_STATUS } from "../fields/mod.ts";
import {
  type Column,
  inRecord,
  keptColumns,
  keyColumn,
  keyInColumns,
  type Lag,
  lagOfColumns,
  nameOf,
} from "../store/columns.ts";
import { refuseGone } from "../store/gone.ts";
import { slotOf } from "../store/record_entry.ts";
import { named } from "../store/records.ts";
import type { LoadedTable, Slots } from "../store/rows.ts";
import type { Choice } from "./asking.ts";
import { isByKey, passes, passesAll, passesByKey } from "./filtering.ts";

export const AGGREGATES = ["count", "sum", "avg", "min", "max"] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export interface GroupsAsked extends Choice {
  op: Aggregate;
  /** What is added up or compared; null for a count. */
  of: Field | null;
  by: Field;
  limit: number;
  /** How much the keys may come to in all; the first group is answered whatever it comes to. */
  bytes_max: number;
}

export interface Group {
  /** Null for records without a value. */
  key: JsonValue;
  /** Exact: a decimal text of a number, or a day or an instant; null where no record of the group has a value. */
  value: string | null;
  count: number;
}

/** With what has happened since the columns were kept; nothing without them. */
export interface Groups extends Lag {
  groups: Group[];
  total_groups: number;
  revision: number;
}

type Of = Pick<LoadedTable, "workspace_id" | "document_id" | "database" | "table">;

/** What groups are made of: the key first, then what is computed of, then what filters look at. */
interface Parts {
  columns: Column[];
  hasValue: boolean;
}

/** The columns from which the groups could be answered; null where a filter or a search looks at more. */
export function columnsFor(asked: Omit<GroupsAsked, "limit" | "bytes_max">, slots: Slots): Column[] | null {
  if (asked.search !== null || !asked.filters.every(passesByKey) || asked.by.type === "long_text") return null;
  const { columns } = partsOf(asked, slots);
  const filtered = asked.filters.map(({ field }) => keyColumn(field, slots));
  return [...columns, ...filtered.filter((one) => !columns.some((other) => nameOf(other) === nameOf(one)))];
}

function partsOf({ by, of, op }: Pick<GroupsAsked, "by" | "of" | "op">, slots: Slots): Parts {
  // A sort key that says the whole value is read more quickly than the value, which one record of each group shows afterwards.
  const key: Column = isByKey(by) ? keyColumn(by, slots) : { kind: "json", slot: 0, key: by.key };
  if (!of || op === "count") return { columns: [key], hasValue: false };
  const kind = of.type === "number" ? "numbers" : "texts";
  return { columns: [key, { kind, slot: slotOf(slots, of.key) ?? 0, key: of.key }], hasValue: true };
}

/**
 * The largest groups first, as `orderOf` says. A record with several choices counts in each of them. With `columns`, those of
 * `columnsFor`, null where they are not kept. Throws 404 where the database is gone.
 */
export async function readGroups(
  sql: Sql,
  of: Of,
  { columns, ...asked }: GroupsAsked & { columns: readonly Column[] | null },
): Promise<Groups | null> {
  const { by, limit, bytes_max } = asked;
  const { document_id } = of.database;
  const order = orderOf(sql, asked);
  const shownKey = isByKey(by)
    ? sql`(select ${shownOf(sql, by)} from database_records r where ${isOfTable(sql, of)} and r.record_id = g.sample)`
    : sql`g.key`;
  const [found] = await sql<(Omit<Groups, "revision"> & { revision: number | null; is_kept: boolean })[]>`
    with ${columns ? fromColumns(sql, of, { asked, columns }) : sql`found as materialized (${fromRecords(sql, of, asked)})`},
    grouped as materialized (
      select key, min(record_id) as sample, count(*)::int as count, ${computed(sql, asked)} as value from found group by key
    )
    select (select count(*)::int from grouped) as total_groups,
      (select d.seq from databases d where d.document_id = ${document_id}) as revision,
      ${columns ? lagOfColumns(sql, of.database) : sql`true as is_kept, 0 as behind, 0 as passed`},
      (select coalesce(json_agg(json_build_object('key', s.shown, 'value', s.value::text, 'count', s.count) order by s.place), '[]')
        from (
          select k.*, sum(coalesce(octet_length(k.shown::text), 0)) over (order by k.place) as running from (
            select ${shownKey} as shown, g.value, g.count, g.place from (
              select *, row_number() over (order by ${order}) as place from grouped order by ${order} limit ${limit}
            ) as g
          ) as k
        ) as s where s.running <= ${bytes_max} or s.place = 1) as groups`;
  if (found?.revision === null) throw refuseGone();
  if (!found?.is_kept) return null;
  const { is_kept: _, revision, ...rest } = found;
  return { ...rest, revision };
}

/** Over `r`: the key, the record's id and the value of each record that passes. */
function fromRecords(sql: Sql, of: Of, asked: GroupsAsked, further = sql``): Expression {
  const { columns, hasValue } = partsOf(asked, of.table.slots);
  const [key, value] = columns.map((column) => inRecord(sql, column));
  if (!key) throw new Error("groups have a key");
  return sql`
    select ${choiceOf(sql, asked.by, key)} as key, r.record_id, ${hasValue && value ? value : sql`null::text`} as value
    from database_records r ${choicesOf(sql, asked.by, key)}
    where ${isOfTable(sql, of)} ${further} ${passesAll(sql, asked, of.table)}`;
}

/** The same of what is kept, and of the records that were written since. */
function fromColumns(
  sql: Sql,
  of: Of,
  { asked, columns }: { asked: GroupsAsked; columns: readonly Column[] },
): Expression {
  const { slots, table_id } = of.table;
  const { hasValue } = partsOf(asked, slots);
  const at = (place: number) => sql`one.${sql(`c${place}`)}`;
  const keyAt = keyInColumns(columns);
  const passed = asked.filters.reduce((all, one) => sql`${all} and ${passes(sql, one, { slots, keyAt })}`, sql``);
  return sql`${keptColumns(sql, { ...of, table_id }, columns)}, found as (
      select ${choiceOf(sql, asked.by, at(0))} as key, one.record_id, ${hasValue ? at(1) : sql`null::text`} as value
      from columns one ${choicesOf(sql, asked.by, at(0))} where true ${passed}
      union all ${fromRecords(sql, of, asked, named(sql, "tail"))}
    )`;
}

function isOfTable(sql: Sql, { workspace_id, table }: Of): Expression {
  return sql`r.workspace_id = ${workspace_id} and r.table_id = ${table.table_id}`;
}

/** A row for each choice of a value that may have several. */
function choicesOf(sql: Sql, { type }: Field, key: Expression): Expression {
  return type === "multi_select" ? sql`left join lateral jsonb_array_elements(${key}) as choice(key) on true` : sql``;
}

function choiceOf(sql: Sql, { type }: Field, key: Expression): Expression {
  return type === "multi_select" ? sql`choice.key` : key;
}

/** Over `r`: the value by which a record is in its group. */
function shownOf(sql: Sql, { key }: Field): Expression {
  return key === FORM_STATUS.key ? sql`to_jsonb(r.form_status)` : sql`r.data -> ${key}::text`;
}

/** Over `grouped`: what is computed says which groups are large, so that the limit never leaves out the largest. */
function orderOf(sql: Sql, { op, of }: GroupsAsked): Expression {
  return op === "count" || !of ? sql`count desc, key` : sql`value desc nulls last, key`;
}

/** Over `found`, whose rows are narrow and whose keys a planner takes for few: it groups them in memory. */
function computed(sql: Sql, { op, of }: GroupsAsked): Expression {
  const value = of?.type === "number" ? sql`value` : sql`value collate "C"`;
  switch (of ? op : "count") {
    case "count":
      return sql`count(*)`;
    case "sum":
      return sql`sum(${value})`;
    case "avg":
      return sql`avg(${value})`;
    case "min":
      return sql`min(${value})`;
    default:
      return sql`max(${value})`;
  }
}

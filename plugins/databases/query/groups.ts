// Groups of records with a count and a value each, over all that match.
import type { Expression, JsonValue, Sql } from "../../../kernel/mod.ts";
import { type Field, FORM_STATUS } from "../fields/mod.ts";
import { slotOf } from "../store/record_entry.ts";
import type { LoadedTable, Slots } from "../store/rows.ts";
import type { Choice } from "./asking.ts";
import { isKeyExact, keyIn, passesAll, UNFINISHED } from "./filtering.ts";

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

export interface Groups {
  groups: Group[];
  total_groups: number;
  revision: number;
}

/** The largest groups first. A record with several choices counts in each of them. */
export async function readGroups(
  sql: Sql,
  { workspace_id, database, table }: Pick<LoadedTable, "workspace_id" | "database" | "table">,
  asked: GroupsAsked,
): Promise<Groups> {
  const { by, limit, bytes_max } = asked;
  const ofTable = sql`r.workspace_id = ${workspace_id} and r.table_id = ${table.table_id}`;
  const slot = slotOf(table.slots, by.key);
  // A sort key that says the whole value is read more quickly than the value, which one record of each group shows afterwards.
  const byKey = slot !== undefined && isKeyExact(by) ? keyIn(sql, slot) : null;
  const choices =
    by.type === "multi_select"
      ? sql`left join lateral jsonb_array_elements(r.data -> ${by.key}::text) as choice(key) on true`
      : sql``;
  const shownKey = byKey
    ? sql`(select ${keyOf(sql, by)} from database_records r where ${ofTable} and r.record_id = g.sample)`
    : sql`g.key`;
  const [found] = await sql<{ groups: Group[]; total_groups: number; revision: number }[]>`
    with found as materialized (
      select ${byKey ?? keyOf(sql, by)} as key, r.record_id, ${readValue(sql, asked, table.slots)} as value from database_records r ${choices}
      where ${ofTable} ${passesAll(sql, asked, table.slots)}
    ), grouped as materialized (
      select key, min(record_id) as sample, count(*)::int as count, ${computed(sql, asked)} as value from found group by key
    )
    select (select count(*)::int from grouped) as total_groups,
      (select d.seq from databases d where d.document_id = ${database.document_id}) as revision,
      (select coalesce(json_agg(json_build_object('key', s.shown, 'value', s.value::text, 'count', s.count) order by s.place), '[]')
        from (
          select k.*, sum(coalesce(octet_length(k.shown::text), 0)) over (order by k.place) as running from (
            select ${shownKey} as shown, g.value, g.count, g.place from (
              select *, row_number() over (order by count desc, key) as place from grouped order by count desc, key limit ${limit}
            ) as g
          ) as k
        ) as s where s.running <= ${bytes_max} or s.place = 1) as groups`;
  return found ?? { groups: [], total_groups: 0, revision: 0 };
}

function keyOf(sql: Sql, { key, type }: Field): Expression {
  if (key === FORM_STATUS.key) return sql`to_jsonb(r.form_status)`;
  return type === "multi_select" ? sql`choice.key` : sql`r.data -> ${key}::text`;
}

/** Over `r`: what is added up or compared. */
function readValue(sql: Sql, { op, of }: GroupsAsked, slots: Slots): Expression {
  if (!of || op === "count") return sql`null::text`;
  if (of.type === "number") return sql`(r.data -> ${of.key}::text)::numeric`;
  // Days and instants have one length each, so that texts order as they do; what a draft left unfinished is none.
  return sql`case when ${keyIn(sql, slotOf(slots, of.key) ?? 0)} < ${UNFINISHED} then r.data ->> ${of.key}::text end`;
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

// Groups of records with a count and a value each, over all that match.
import type { Expression, JsonValue, Sql } from "../../../kernel/mod.ts";
import { type Field, FORM_STATUS } from "../fields/mod.ts";
import type { LoadedTable } from "../store/rows.ts";
import type { Choice } from "./asking.ts";
import { passesAll } from "./filtering.ts";

export const AGGREGATES = ["count", "sum", "avg", "min", "max"] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export interface GroupsAsked extends Choice {
  op: Aggregate;
  /** What is added up or compared; null for a count. */
  of: Field | null;
  by: Field;
  limit: number;
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
  { workspace_id, database, table }: LoadedTable,
  asked: GroupsAsked,
): Promise<Groups> {
  const { by, limit } = asked;
  const choices =
    by.type === "multi_select"
      ? sql`left join lateral jsonb_array_elements(r.data -> ${by.key}::text) as choice(key) on true`
      : sql``;
  const [found] = await sql<{ groups: Group[]; total_groups: number; revision: number }[]>`
    with grouped as materialized (
      select ${keyOf(sql, by)} as key, count(*)::int as count, ${computed(sql, asked)} as value
      from database_records r ${choices}
      where r.workspace_id = ${workspace_id} and r.table_id = ${table.table_id} ${passesAll(sql, asked, table.slots)}
      group by 1
    )
    select (select count(*)::int from grouped) as total_groups,
      (select d.seq from databases d where d.document_id = ${database.document_id}) as revision,
      (select coalesce(json_agg(json_build_object('key', g.key, 'value', g.value::text, 'count', g.count)), '[]')
        from (select * from grouped order by count desc, key limit ${limit}) as g) as groups`;
  return found ?? { groups: [], total_groups: 0, revision: 0 };
}

function keyOf(sql: Sql, { key, type }: Field): Expression {
  if (key === FORM_STATUS.key) return sql`to_jsonb(r.form_status)`;
  return type === "multi_select" ? sql`choice.key` : sql`r.data -> ${key}::text`;
}

function computed(sql: Sql, { op, of }: GroupsAsked): Expression {
  if (!of || op === "count") return sql`count(*)`;
  // Days and instants have one length each, so that texts order as they do; what a draft left unfinished is none.
  const value =
    of.type === "number"
      ? sql`(r.data -> ${of.key}::text)::numeric`
      : sql`case when r.data ->> ${of.key}::text ~ '^\\d{4}-\\d\\d-\\d\\d' then r.data ->> ${of.key}::text end collate "C"`;
  switch (op) {
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

// Finds the records that upserts agree with, for all operations of a batch at once.
import type { Sql } from "../../../kernel/plugin.ts";
import { fieldOf } from "../fields/mod.ts";
import type { TableRow } from "./rows.ts";

/** What agrees with an operation: one record, and how many there are. */
export interface Match {
  record_id: number;
  found: number;
}

/**
 * The records that have these values as `eq` has it, by the place of the operation; they are not read. Those that match by the same
 * fields are looked for together, so that the table is read once for them.
 */
export async function findMatches(
  sql: Sql,
  by: {
    workspace_id: number;
    table: Pick<TableRow, "table_id" | "fields">;
    wanted: readonly (Record<string, unknown> | null)[];
  },
): Promise<Map<number, Match>> {
  const placed = by.wanted.flatMap((values, place) => (values ? [{ place, values }] : []));
  const groups = Map.groupBy(placed, ({ values }) => JSON.stringify(Object.keys(values).sort()));
  const matches = new Map<number, Match>();
  for (const group of groups.values()) {
    const keys = Object.keys(group[0]?.values ?? {});
    const agrees = keys.map((key) =>
      fieldOf(by.table.fields, key)?.type === "email"
        ? sql`and lower(r.data ->> ${key}::text) = lower(w.values ->> ${key}::text)`
        : sql`and r.data -> ${key}::text = w.values -> ${key}::text`,
    );
    const rows = await sql<(Match & { place: number })[]>`
      select w.place, min(r.record_id) as record_id, count(*)::int as found
      from jsonb_to_recordset(${JSON.stringify(group)}::text::jsonb) as w(place integer, values jsonb)
        join database_records r on r.workspace_id = ${by.workspace_id} and r.table_id = ${by.table.table_id} ${agrees}
      group by w.place`;
    for (const { place, ...match } of rows) matches.set(place, match);
  }
  return matches;
}

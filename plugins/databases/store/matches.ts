// Finds the records that upserts agree with, for all operations of a batch at once.
import type { Sql } from "../../../kernel/mod.ts";
import { recordColumns } from "./records.ts";
import type { RecordRow } from "./rows.ts";

/**
 * The records that have these values, by the place of the operation; of each at most two, which says that there are several. Those
 * that match by the same fields are looked for together, so that the table is read once for them.
 */
export async function findMatches(
  sql: Sql,
  by: { workspace_id: number; table_id: number; wanted: readonly (Record<string, unknown> | null)[] },
): Promise<Map<number, RecordRow[]>> {
  const placed = by.wanted.flatMap((values, place) => (values ? [{ place, values }] : []));
  const groups = Map.groupBy(placed, ({ values }) => JSON.stringify(Object.keys(values).sort()));
  const found = new Map<number, RecordRow[]>();
  for (const group of groups.values()) {
    const keys = Object.keys(group[0]?.values ?? {});
    const agrees = keys.map((key) => sql`and r.data -> ${key}::text = w.values -> ${key}::text`);
    const rows = await sql<(RecordRow & { place: number })[]>`
      select ${recordColumns(sql)}, w.place
      from jsonb_to_recordset(${JSON.stringify(group)}::text::jsonb) as w(place integer, values jsonb)
        join database_records r on r.workspace_id = ${by.workspace_id} and r.table_id = ${by.table_id} ${agrees}
      order by w.place, r.record_id`;
    for (const { place, ...row } of rows) found.set(place, [...(found.get(place) ?? []), row].slice(0, 2));
  }
  return found;
}

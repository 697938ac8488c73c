// Forgets activity that the plan of its workspace does not keep any more.
import type { Plan, Sql } from "../../../kernel/plugin.ts";

/** How long each plan keeps something; the others keep it for ever. */
export type KeptSince = readonly { plan: Plan; before: Date }[];

function overdue(sql: Sql, kept: KeptSince, at: ReturnType<Sql>) {
  const rows = JSON.stringify(kept);
  return sql`join workspaces w using (workspace_id)
    join jsonb_to_recordset(${rows}::text::jsonb) as k(plan text, before timestamptz) on k.plan = w.plan and ${at} < k.before`;
}

/** Totals of days that lie wholly before; answers how many went. */
export async function dropOldDays(sql: Sql, kept: KeptSince, limit: number): Promise<number> {
  const gone = await sql`
    delete from activity_days where (document_id, day) in (
      select a.document_id, a.day from activity_days a ${overdue(sql, kept, sql`a.day::timestamp at time zone 'UTC'`)} limit ${limit})`;
  return gone.count;
}

export async function dropOldEvents(sql: Sql, kept: KeptSince, limit: number): Promise<number> {
  const gone = await sql`
    delete from activity_events where event_id in (
      select e.event_id from activity_events e ${overdue(sql, kept, sql`e.at`)} limit ${limit})`;
  return gone.count;
}

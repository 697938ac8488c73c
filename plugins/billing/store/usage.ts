// What was read off the storage meters, and whether the payment processor was told.
import type { Sql } from "../../../kernel/plugin.ts";

export interface UsageRow {
  usage_id: number;
  workspace_id: number;
  customer_id: string;
  gib_hours: string;
  read_at: Date;
}

export async function keepUsage(
  sql: Sql,
  { workspace_id, gib_hours, now }: { workspace_id: number; gib_hours: number; now: Date },
): Promise<void> {
  await sql`insert into billing_usage (workspace_id, read_at, gib_hours) values (${workspace_id}, ${now}, ${gib_hours})`;
}

/** What is still to be reported and was read since, the oldest first. */
export async function listUnreported(
  sql: Sql,
  { after, since, limit }: { after: number; since: Date; limit: number },
): Promise<UsageRow[]> {
  return sql<UsageRow[]>`
    select u.usage_id, u.workspace_id, a.customer_id, trim_scale(u.gib_hours)::text as gib_hours, u.read_at
    from billing_usage u join billing_accounts a using (workspace_id)
    where u.reported_at is null and u.usage_id > ${after} and u.read_at >= ${since} and a.customer_id is not null order by u.usage_id limit ${limit}`;
}

export async function markReported(sql: Sql, usageId: number, now: Date): Promise<void> {
  await sql`update billing_usage set reported_at = ${now} where usage_id = ${usageId}`;
}

/** GiB hours of a workspace since a moment. */
export async function sumUsage(sql: Sql, by: { workspace_id: number; since: Date }): Promise<number> {
  const [row] = await sql<{ hours: number }[]>`
    select coalesce(sum(gib_hours), 0)::float8 as hours from billing_usage
    where workspace_id = ${by.workspace_id} and read_at >= ${by.since}`;
  return row?.hours ?? 0;
}

/** Forgets readings, reported or not, the oldest first; answers how many. */
export async function dropOldUsage(sql: Sql, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const gone = await sql`
    delete from billing_usage where usage_id in (
      select usage_id from billing_usage where read_at < ${before} order by read_at, usage_id limit ${limit} for update skip locked)`;
  return gone.count;
}

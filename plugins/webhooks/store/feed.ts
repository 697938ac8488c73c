// The numbers by which a workspace's events are read one after the other.
import type { Database, Sql } from "../../../kernel/plugin.ts";
import type { KeptEvent } from "../payload.ts";

/**
 * Numbers events that have none yet, each workspace's behind those there are. The workspace's row is locked until the commit, so that
 * whoever has read a number has seen all before it; the rows are on the disk before anybody sees them.
 */
export async function numberEvents(
  database: Database,
  events: readonly { event_id: number; workspace_id: number }[],
): Promise<void> {
  const eventIds = events.map((event) => event.event_id);
  const owners = events.map((event) => event.workspace_id);
  await database.withTransaction(async (sql) => {
    await sql`
      insert into event_feeds (workspace_id, last_seq)
      select distinct workspace_id, 0 from unnest(${owners}::bigint[]) as told (workspace_id) order by workspace_id
      on conflict (workspace_id) do update set last_seq = event_feeds.last_seq`;
    await sql`
      with fresh as materialized (
        select told.event_id, told.workspace_id,
          row_number() over (partition by told.workspace_id order by told.event_id) as place
        from unnest(${eventIds}::bigint[], ${owners}::bigint[]) as told (event_id, workspace_id)
        where not exists (select from event_feed_entries e where e.event_id = told.event_id)
      ), entered as (
        insert into event_feed_entries (workspace_id, seq, event_id)
        select f.workspace_id, f.last_seq + fresh.place, fresh.event_id
        from fresh join event_feeds f using (workspace_id)
      )
      update event_feeds f set last_seq = f.last_seq + counted.places
      from (select workspace_id, count(*) as places from fresh group by workspace_id) as counted
      where f.workspace_id = counted.workspace_id`;
  });
}

/** The greatest number of each workspace that has one. */
export async function readLatestNumbers(sql: Sql, workspaceIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await sql<{ workspace_id: number; last_seq: number }[]>`
    select workspace_id, last_seq from event_feeds where workspace_id = any(${[...workspaceIds]}::bigint[])`;
  return new Map(rows.map((row) => [row.workspace_id, row.last_seq]));
}

/** The events behind a number, in order. */
export async function readFeed(
  sql: Sql,
  by: { workspace_id: number; after: number; limit: number },
): Promise<(KeptEvent & { seq: number })[]> {
  return await sql<(KeptEvent & { seq: number })[]>`
    select f.seq, e.event_id, e.workspace_id, e.action, e.actor, e.target_type, e.target_id, e.meta,
      e.created_at as event_created_at
    from event_feed_entries f join audit_events e using (event_id)
    where f.workspace_id = ${by.workspace_id} and f.seq > ${by.after}
    order by f.seq limit ${by.limit}`;
}

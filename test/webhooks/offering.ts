// Events for receivers, without what it takes to make them happen.
import type { Harness, Person } from "../harness/harness.ts";

/** Writes events as a commit leaves them. */
export async function offer(h: Harness, as: Person, count: number): Promise<void> {
  await h.runtime.database.sql`
    with written as (
      insert into audit_events (workspace_id, action, actor, target_type, target_id, created_at)
      select ${as.workspace_id}, 'star.create', 'system', 'star', n::text, ${h.clock.now()} from generate_series(1, ${count}::int) as n
      returning event_id)
    insert into audit_outbox select event_id from written`;
}

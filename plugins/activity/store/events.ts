// What happened one by one, and whether anything did since somebody looked last.
import { type PageOptions, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import { reachedBy } from "../../documents/port/sql.ts";
import { reach } from "../../places/port.ts";
import { maySeeReaders, type Scope, within } from "../scope.ts";

export const KINDS = ["view", "download", "edit", "comment", "share"] as const;

export interface EventRow {
  event_id: number;
  at: Date;
  last_at: Date;
  kind: (typeof KINDS)[number];
  via: string;
  count: number;
  doc_id: string;
  title: string;
  /** Null where it is not known, or where the caller is not told. */
  actor: string | null;
}

export const EVENTS = pagesOf("activity_events", (at) => ({ at: at.time("at"), event_id: at.id("event_id") }));

export interface EventFilters {
  from: Date;
  to: Date;
  kind: string | null;
}

/** The newest first. */
export function findEvents(
  sql: Sql,
  scope: Scope,
  { from, to, kind, after, limit }: EventFilters & PageOptions<{ at: Date; event_id: number }>,
): Promise<EventRow[]> {
  const { actor } = scope;
  return sql<EventRow[]>`
    with ${reach(sql, actor)}
    select e.event_id, e.at, e.last_at, e.kind, e.via, e.count, d.doc_id, d.title,
      case when ${maySeeReaders(sql)} or e.user_id = ${actor.user_id} then u.email end as actor
    from activity_events e join documents d using (document_id) ${reachedBy(sql)} left join users u on u.user_id = e.user_id
    where e.workspace_id = ${actor.workspace.id} and e.at between ${from} and ${to} and ${within(sql, scope)}
      ${kind === null ? sql`` : sql`and e.kind = ${kind}`}
      ${after === null ? sql`` : sql`and (e.at, e.event_id) < (${after.at}, ${after.event_id})`}
    order by e.at desc, e.event_id desc limit ${limit}`;
}

/**
 * The number of the workspace's last count, and whether a document that is listed to the caller was counted after `since`: one
 * row by key while nothing was counted at all.
 */
export async function findChange(sql: Sql, scope: Scope, since: number): Promise<{ seq: number; changed: boolean }> {
  const { actor } = scope;
  const [row] = await sql<{ seq: number }[]>`
    select seq from activity_workspaces where workspace_id = ${actor.workspace.id}`;
  const seq = row?.seq ?? 0;
  if (seq <= since) return { seq, changed: false };
  const [found] = await sql`
    with ${reach(sql, actor)}
    select 1 from activity_days a join documents d using (document_id)
    where a.workspace_id = ${actor.workspace.id} and a.changed > ${since} and a.changed <= ${seq} and ${within(sql, scope)} limit 1`;
  return { seq, changed: found !== undefined };
}

// The audit log as rows, for whoever reads it: all of the workspace, or what was done to one's own documents (rules: audit 6).
import { type Actor, type CsvCell, isManager, type JsonObject, type Sql } from "../../kernel/mod.ts";
import { ownDocuments } from "../documents/port/sql.ts";

export interface EventRow {
  id: number;
  action: string;
  actor: string;
  actor_user_id: number | null;
  target_type: string;
  target_id: string;
  workspace_id: number;
  meta: JsonObject;
  ip: string | null;
  created_at: Date;
}

/** What is asked for; null is everything. */
export interface EventFilters {
  action: string | null;
  /** With its dot, such as `doc.`. */
  family: string | null;
  actor: string | null;
  target_type: string | null;
  target_id: string | null;
  since: Date | null;
  until: Date | null;
}

export interface EventQuery {
  actor: Actor;
  filters: EventFilters;
  /** Rows before this one alone; null from the newest on. */
  before_id: number | null;
  limit: number;
}

/** A row has the time at which its call began and the id of when it was written: no call, the slowest upload included, lasts longer. */
const LATE_HOURS = 24;

/** Whose rows somebody sees. */
export function scopeOf(actor: Actor): "workspace" | "own" {
  return isManager(actor) ? "workspace" : "own";
}

/** The newest first. Ids only grow, so that what arrives meanwhile moves no page. */
export function findEvents(sql: Sql, query: EventQuery): Promise<EventRow[]> {
  return sql<EventRow[]>`
    select e.event_id as id, e.action, e.actor, e.actor_user_id, e.target_type, e.target_id, e.workspace_id, e.meta, e.ip,
      e.created_at
    from audit_events e where ${seenBy(sql, query)}
    order by e.event_id desc limit ${query.limit}`;
}

/** The columns of the export. */
export const EXPORTED = ["id", "created_at", "action", "actor", "target_type", "target_id", "ip", "meta"] as const;

/** The same rows as the cells that a file takes, made by the database: parsing them would cost more than reading them. */
export async function findExported(sql: Sql, query: EventQuery): Promise<CsvCell[][]> {
  return await sql`
    select e.event_id, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), e.action, e.actor,
      e.target_type, e.target_id, e.ip, e.meta::text
    from audit_events e where ${seenBy(sql, query)}
    order by e.event_id desc limit ${query.limit}`.values();
}

/** Names of actions in the log that are none of `known`; found by skipping from one to the next. */
export async function findOtherActions(sql: Sql, actor: Actor, known: readonly string[]): Promise<string[]> {
  const rows = await sql<{ action: string }[]>`
    with recursive names as (
      select min(action) as action from audit_events where workspace_id = ${actor.workspace.id}
      union all
      select (select min(action) from audit_events where workspace_id = ${actor.workspace.id} and action > names.action)
      from names where names.action is not null
    )
    select action from names where action is not null and action <> all(${[...known]}::text[])
      and exists (select from audit_events e where e.workspace_id = ${actor.workspace.id} and e.action = names.action ${andOwn(sql, actor)})
    order by action`;
  return rows.map((row) => row.action);
}

function seenBy(sql: Sql, { actor, filters, before_id }: EventQuery) {
  const { action, family, target_type, target_id, since, until } = filters;
  return sql`e.workspace_id = ${actor.workspace.id} ${andOwn(sql, actor)}
    ${action === null ? sql`` : sql`and e.action = ${action}`}
    ${family === null ? sql`` : sql`and starts_with(e.action, ${family})`}
    ${filters.actor === null ? sql`` : sql`and lower(e.actor) = lower(${filters.actor})`}
    ${target_type === null ? sql`` : sql`and e.target_type = ${target_type}`}
    ${target_id === null ? sql`` : sql`and e.target_id = ${target_id}`}
    ${since === null ? sql`` : sql`and e.created_at >= ${since} and e.event_id >= ${firstIdAfter(sql, actor, shift(sql, since, -LATE_HOURS))}`}
    ${until === null ? sql`` : sql`and e.created_at <= ${until} and e.event_id < ${firstIdAfter(sql, actor, shift(sql, until, LATE_HOURS))}`}
    ${before_id === null ? sql`` : sql`and e.event_id < ${before_id}`}`;
}

/**
 * The id from which on a workspace's rows are later than a moment, found by halving: ids and times run together but for rows
 * that come late. An index over the times would be one more that every write pays for, and would not give rows in their order.
 */
function firstIdAfter(sql: Sql, { workspace }: Actor, moment: ReturnType<typeof shift>) {
  return sql`(
    with recursive narrowed (low, high) as (
      select coalesce(min(event_id), 1) - 1, coalesce(max(event_id), 0) + 1 from audit_events where workspace_id = ${workspace.id}
      union all
      select case when found.created_at <= ${moment} then found.event_id else low end,
        case when found.created_at <= ${moment} then high else (low + high) / 2 end
      from narrowed left join lateral (
        select event_id, created_at from audit_events
        where workspace_id = ${workspace.id} and event_id >= (low + high) / 2 and event_id < high
        order by event_id limit 1
      ) found on true
      where high - low > 1
    )
    select min(high) from narrowed)`;
}

/** In the database, which can say what lies behind the year 9999 and before the year 0. */
function shift(sql: Sql, moment: Date, hours: number) {
  return sql`(${moment}::timestamptz + make_interval(hours => ${hours}::int))`;
}

/** Over `audit_events e`: what was done to documents in one's My documents, for who does not see the workspace. */
function andOwn(sql: Sql, actor: Actor) {
  if (scopeOf(actor) === "workspace") return sql``;
  return sql`and e.target_type = 'doc' and e.target_id in (
    select d.doc_id from documents d where d.document_id in (${ownDocuments(sql, actor.user_id)}))`;
}

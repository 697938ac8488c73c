// The audit log as rows, for whoever reads it:
// all of the workspace, or what was done to one's own documents (rules: audit/readers).
import { type Actor, isManager, type JsonObject, type Sql } from "../../kernel/plugin.ts";
import type { CsvCell } from "../../kernel/ports/http.ts";
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
  /** What `findBounds` answered, for whoever asks again and again; without it they are looked for with the rows. */
  bounds?: EventBounds;
}

/** Ids beyond which no row fits the times that are asked for; null is no bound. */
export interface EventBounds {
  first_id: number | null;
  end_id: number | null;
}

/**
 * A row has its time a moment before its id, by the clock of one of several servers: no moment is that long, and no two clocks are
 * that far apart.
 */
const LATE_HOURS = 1;
/** How many more rows than needed are looked at, rather than looking for the first one needed. */
const SLACK_HOURS = 1;

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

/** Where rows of the times that are asked for may lie. */
export async function findBounds(sql: Sql, query: Pick<EventQuery, "actor" | "filters">): Promise<EventBounds> {
  const { first_id, end_id } = boundsOf(sql, query);
  const [row] = await sql<[EventBounds]>`select ${first_id}::bigint as first_id, ${end_id}::bigint as end_id`;
  return row;
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
      and exists (select from audit_events e where e.workspace_id = ${actor.workspace.id} and e.action = names.action ${andOwn(sql, actor, null)})
    order by action`;
  return rows.map((row) => row.action);
}

function seenBy(sql: Sql, query: EventQuery) {
  const { actor, filters, before_id } = query;
  const { first_id, end_id } = query.bounds ?? boundsOf(sql, query);
  const { action, family, target_type, target_id, since, until } = filters;
  return sql`e.workspace_id = ${actor.workspace.id} ${andOwn(sql, actor, before_id)}
    ${action === null ? sql`` : sql`and e.action = ${action}`}
    ${family === null ? sql`` : sql`and starts_with(e.action, ${family})`}
    ${filters.actor === null ? sql`` : sql`and lower(e.actor) = lower(${filters.actor})`}
    ${target_type === null ? sql`` : sql`and e.target_type = ${target_type}`}
    ${target_id === null ? sql`` : sql`and e.target_id = ${target_id}`}
    ${since === null ? sql`` : sql`and e.created_at >= ${since} and e.event_id >= ${first_id}`}
    ${until === null ? sql`` : sql`and e.created_at <= ${until} and e.event_id < ${end_id}`}
    ${before_id === null ? sql`` : sql`and e.event_id < ${before_id}`}`;
}

/** The bounds as expressions. */
function boundsOf(sql: Sql, { actor, filters: { since, until } }: Pick<EventQuery, "actor" | "filters">) {
  return {
    first_id: since && idAfter(sql, actor, { moment: since, hours: -LATE_HOURS - SLACK_HOURS }),
    end_id: until && idAfter(sql, actor, { moment: until, hours: LATE_HOURS }),
  };
}

/** The hours are added in the database, which can say what lies behind the year 9999 and before the year 0. */
function idAfter(sql: Sql, { workspace }: Actor, { moment, hours }: { moment: Date; hours: number }) {
  const shifted = sql`${moment}::timestamptz + make_interval(hours => ${hours}::int)`;
  return sql`(select audit_id_after(${workspace.id}, ${shifted}, make_interval(hours => ${SLACK_HOURS})))`;
}

/**
 * Over `audit_events e`: what was done to documents in one's My documents, agents among them, and said there, for who does not see
 * the workspace. Each kind is found by an index, so that few rows are not looked for among all of a workspace.
 */
function andOwn(sql: Sql, actor: Actor, before_id: number | null) {
  if (scopeOf(actor) === "workspace") return sql``;
  const own = sql`select d.doc_id from documents d where d.document_id in (${ownDocuments(sql, actor.user_id)})`;
  const among = sql`a.workspace_id = ${actor.workspace.id} ${before_id === null ? sql`` : sql`and a.event_id < ${before_id}`}`;
  return sql`and e.event_id in (
    select a.event_id from audit_events a where ${among} and a.target_type in ('doc', 'brain') and a.target_id in (${own})
    union all
    select a.event_id from audit_events a where ${among} and a.target_type = 'comment' and a.meta->>'doc_id' in (${own}))`;
}

/** The workspace's people among some, by their ids. */
export async function findPeople(
  sql: Sql,
  actor: Actor,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, { email: string; name: string | null }>> {
  if (userIds.length === 0) return new Map();
  const people = await sql<{ user_id: number; email: string; name: string | null }[]>`
    select user_id, email, name from users
    where workspace_id = ${actor.workspace.id} and user_id in ${sql([...new Set(userIds)])}`;
  return new Map(people.map(({ user_id, ...person }) => [user_id, person]));
}

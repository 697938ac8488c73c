// Totals of what happened to the documents of a scope:
// by day, by document and by person, each one query with the permission inside.
import { type PageOptions, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import { reachedBy } from "../../documents/port/sql.ts";
import { reach } from "../../places/port.ts";
import { maySeeReaders, type Scope, within } from "../scope.ts";

/** What is counted. */
export interface Counts {
  views: number;
  downloads: number;
  edits: number;
  comments: number;
  shares: number;
}

export type DayRow = Counts & { day: string; unique_viewers: number };
export type DocumentRow = Counts & { document_id: number; doc_id: string; title: string; unique_viewers: number };
/** `actor` is null for all whom the caller is not told of. */
export type ActorRow = Counts & { user_id: number; actor: string | null };

interface Between {
  from: string;
  to: string;
}

/** Days of the scope's documents, as `seen`. */
function seenDays(sql: Sql, scope: Scope, { from, to }: Between) {
  return sql`${reach(sql, scope.actor)}, seen as materialized (
      select a.document_id, a.day, a.views, a.downloads, a.edits, a.comments, a.shares, a.unique_viewers
      from activity_days a join documents d using (document_id)
      where a.workspace_id = ${scope.actor.workspace.id} and a.day between ${from}::text::date and ${to}::text::date
        and ${within(sql, scope)}
    )`;
}

/** In a query with `seen`: the readers of each day, as `viewers`. Whoever read several documents on a day is one of them. */
function viewersByDay(sql: Sql, { actor, doc_id }: Scope, { from, to }: Between) {
  if (doc_id !== null) return sql`viewers as (select day, unique_viewers from seen)`;
  // What is open is open on every day, so the days need not be compared one by one.
  return sql`viewers as (
      select day, count(*) as unique_viewers from (
        select distinct r.day, r.reader from activity_readers r
        where r.workspace_id = ${actor.workspace.id} and r.day between ${from}::text::date and ${to}::text::date
          and r.document_id in (select document_id from seen)
      ) as one group by day
    )`;
}

function sums(sql: Sql) {
  return sql`coalesce(sum(seen.views), 0)::bigint as views, coalesce(sum(seen.downloads), 0)::bigint as downloads,
    coalesce(sum(seen.edits), 0)::bigint as edits, coalesce(sum(seen.comments), 0)::bigint as comments,
    coalesce(sum(seen.shares), 0)::bigint as shares`;
}

/** Every day of the range, also those on which nothing happened. */
export function sumByDay(sql: Sql, scope: Scope, between: Between): Promise<DayRow[]> {
  return sql<DayRow[]>`
    with ${seenDays(sql, scope, between)}, ${viewersByDay(sql, scope, between)}
    select one.day::date::text as day, ${sums(sql)}, coalesce(max(viewers.unique_viewers), 0)::bigint as unique_viewers
    from generate_series(${between.from}::text::date, ${between.to}::text::date, interval '1 day') as one(day)
      left join seen on seen.day = one.day::date left join viewers on viewers.day = one.day::date
    group by one.day order by one.day`;
}

export const DOCUMENTS = pagesOf("activity_documents", (at) => ({
  views: at.id("views"),
  downloads: at.id("downloads"),
  document_id: at.id("document_id"),
}));

/** The documents to which something happened, the most viewed first. */
export function sumByDocument(
  sql: Sql,
  scope: Scope,
  { after, limit, ...between }: Between & PageOptions<{ views: number; downloads: number; document_id: number }>,
): Promise<DocumentRow[]> {
  return sql<DocumentRow[]>`
    with ${seenDays(sql, scope, between)}, summed as (
      select seen.document_id, ${sums(sql)}, sum(seen.unique_viewers)::bigint as unique_viewers from seen group by seen.document_id
    )
    select summed.*, d.doc_id, d.title from summed join documents d using (document_id)
    where true ${after === null ? sql`` : sql`and (summed.views, summed.downloads, summed.document_id) < (${after.views}, ${after.downloads}, ${after.document_id})`}
    order by summed.views desc, summed.downloads desc, summed.document_id desc limit ${limit}`;
}

/** The people who did something, the busiest first: those whom the caller is told of, and all others as one. */
export function sumByActor(sql: Sql, scope: Scope, { from, to }: { from: Date; to: Date }): Promise<ActorRow[]> {
  const { actor } = scope;
  const kind = (name: string) => sql`coalesce(sum(e.count) filter (where e.kind = ${name}), 0)::bigint`;
  return sql<ActorRow[]>`
    with ${reach(sql, actor)}, e as (
      select e.kind, e.count, case when ${maySeeReaders(sql)} or e.user_id = ${actor.user_id} then e.user_id end as user_id
      from activity_events e join documents d using (document_id) ${reachedBy(sql)}
      where e.workspace_id = ${actor.workspace.id} and e.at between ${from} and ${to} and ${within(sql, scope)}
    )
    select coalesce(e.user_id, 0) as user_id, u.email as actor, ${kind("view")} as views, ${kind("download")} as downloads,
      ${kind("edit")} as edits, ${kind("comment")} as comments, ${kind("share")} as shares
    from e left join users u on u.user_id = e.user_id group by e.user_id, u.email`;
}

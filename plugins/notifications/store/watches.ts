// Watches as rows: what a person follows, and what they muted. The nearest one to a document counts.
import { type Actor, type Follower, type PageOptions, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import { andDocumentInReach, placed } from "../../documents/port/sql.ts";
import { andInReach, isLimitedToRoots, placeLevel, type RootRow } from "../../places/port.ts";

/** What is watched: a document, or a folder, the top of a root being one. */
export type WatchTarget = { doc_id: string } | { place_id: number };

export interface WatchRow {
  watch_id: number;
  doc_id: string | null;
  folder: string | null;
  /** Null for a document, and for a folder of My documents. */
  root: Pick<RootRow, "root_id" | "slug" | "name"> | null;
  muted: boolean;
  created_at: Date;
}

export const WATCHES = pagesOf("watches", (at) => ({ watch_id: at.id("watch_id") }));

/** After a condition over `watches w left join places p`: the caller's token reaches it. */
function watchInReach(sql: Sql, actor: Actor) {
  if (!isLimitedToRoots(actor)) return sql``;
  return sql` and case when w.doc_id is null then true${andInReach(sql, actor)}
    else true${andDocumentInReach(sql, actor, sql`w.doc_id`)} end`;
}

/** A person's watches, the oldest first, without those on folders that they may not open; with `watch_id` one of them. */
export function listWatches(
  sql: Sql,
  options: { actor: Actor; muted?: boolean } & PageOptions<{ watch_id: number }>,
): Promise<WatchRow[]> {
  const { actor, muted, after, limit } = options;
  return sql<WatchRow[]>`
    select w.watch_id, w.doc_id, p.path as folder, w.muted, w.created_at,
      case when r.root_id is not null then json_build_object('root_id', r.root_id, 'slug', r.slug, 'name', r.name) end as root
    from watches w left join places p on p.place_id = w.place_id left join roots r on r.root_id = p.root_id
    where w.workspace_id = ${actor.workspace.id} and w.user_id = ${actor.user_id}
      and (w.place_id is null or ${placeLevel(sql, actor)} > 0)${watchInReach(sql, actor)}
      ${muted === undefined ? sql`` : sql`and w.muted = ${muted}`}
      ${after === null ? sql`` : sql`and w.watch_id > ${after.watch_id}`}
    order by w.watch_id limit ${limit}`;
}

export interface PutWatch {
  watch_id: number;
  created_at: Date;
  is_new: boolean;
  is_changed: boolean;
}

/** Makes a watch or mutes; answers its id, and whether anything changed. Null when its folder has just been removed. */
export async function putWatch(
  sql: Sql,
  by: { actor: Actor; now: Date; target: WatchTarget; muted: boolean },
): Promise<PutWatch | null> {
  const { actor, now, target, muted } = by;
  const docId = "doc_id" in target ? target.doc_id : null;
  const placeId = "place_id" in target ? target.place_id : null;
  if (placeId !== null) {
    const [held] = await sql`
      select 1 from places where place_id = ${placeId} and workspace_id = ${actor.workspace.id} for key share`;
    if (!held) return null;
  }
  const [row] = await sql<PutWatch[]>`
    with former as (
      select muted from watches
      where user_id = ${actor.user_id} and doc_id is not distinct from ${docId} and place_id is not distinct from ${placeId}
    )
    insert into watches (workspace_id, user_id, doc_id, place_id, muted, created_at)
    values (${actor.workspace.id}, ${actor.user_id}, ${docId}, ${placeId}, ${muted}, ${now})
    on conflict (user_id, doc_id, place_id) do update set muted = excluded.muted
    returning watch_id, created_at, not exists (select from former) as is_new,
      (select muted from former) is distinct from ${muted} as is_changed`;
  if (!row) throw new Error("an upsert of a watch answered no row");
  return row;
}

/** How many a person has. */
export async function countWatches(sql: Sql, userId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from watches where user_id = ${userId}`;
  return row?.count ?? 0;
}

/** Removes one of the person's by its number; null when they have none of it. */
export async function deleteWatch(
  sql: Sql,
  by: { actor: Actor; watch_id: number },
): Promise<{ doc_id: string | null; place_id: number | null } | null> {
  const [row] = await sql<{ doc_id: string | null; place_id: number | null }[]>`
    delete from watches where watch_id = ${by.watch_id} and user_id = ${by.actor.user_id} and workspace_id = ${by.actor.workspace.id}
    returning doc_id, place_id`;
  return row ?? null;
}

export type Watcher = Follower & { muted: boolean };

/**
 * Who watches or has muted documents, by what of theirs lies nearest: the document, its folder, one above, its root. The folders that
 * anybody watches are read first: they are few beside the places of a workspace, and mostly there are none.
 */
export function findWatchers(sql: Sql, by: { workspace_id: number; doc_ids: readonly string[] }): Promise<Watcher[]> {
  const docIds = [...by.doc_ids];
  return sql<Watcher[]>`
    with watched as materialized (
      select w.user_id, w.muted, w.created_at, above.root_id, above.owner_id, above.path
      from watches w join places above using (place_id)
      where w.workspace_id = ${by.workspace_id} and w.place_id is not null and above.workspace_id = ${by.workspace_id}
    )
    select distinct on (doc_id, user_id) doc_id, user_id, muted, since from (
      select doc_id, user_id, muted, created_at as since, 1000000 as depth from watches
      where workspace_id = ${by.workspace_id} and doc_id = any(${docIds})
      union all
      select d.doc_id, w.user_id, w.muted, w.created_at, length(w.path) as depth
      from ${placed(sql)} join watched w
        on w.root_id is not distinct from p.root_id and w.owner_id is not distinct from p.owner_id
          and (w.path = '' or w.path = p.path or starts_with(p.path, w.path || '/'))
      where d.workspace_id = ${by.workspace_id} and d.doc_id = any(${docIds})
    ) as held
    order by doc_id, user_id, depth desc`;
}

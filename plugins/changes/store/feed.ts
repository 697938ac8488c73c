// The feed's one query: what changed after a number, the permission inside, as of one moment that is on the disk.
import { type Actor, DAY_MS, later, readDurably, type Sql } from "../../../kernel/mod.ts";
import { inFolder, type KINDS, listedTo, listedToTeam, openTo, scopeOf } from "../../documents/port.ts";
import { andInReach, atPath, type RootRow, reach } from "../../places/port.ts";

/** For how long deleted documents stay in the feed (part 1, `GET /api/changes`). */
export const DELETED_DAYS = 30;

export interface FeedWish {
  actor: Actor;
  now: Date;
  /** My documents alone, with what is listed to the team or shared, all that the caller sees, or one root. */
  scope: "mine" | "mine_and_team" | "all" | { root: RootRow };
  folder: string;
  recursive: boolean;
  /** The number behind which to read. */
  since: number;
  limit: number;
}

export interface ChangeRow {
  change_seq: number;
  doc_id: string;
  title: string;
  folder: string;
  root_id: number | null;
  root_slug: string | null;
  root_name: string | null;
  tags: string[];
  kind: (typeof KINDS)[number];
  version: number;
  updated_at: Date;
  changed_at: Date;
  /** When it was deleted or expired; null while it lives. */
  deleted_at: Date | null;
  owner_email: string;
  listing: "private" | "team";
  files: { path: string; sha256: string; size: number; content_type: string }[];
}

/** A page of changes in the order of their commits, and the number up to which the workspace's changes have been looked at: below `since` where nothing is as late as that. */
export interface FeedPage {
  rows: ChangeRow[];
  has_more: boolean;
  seen: number;
}

/** Changes of the workspace that are looked at one by one, before the documents of the scope are looked for instead. */
const NEAR = 2_000;

/**
 * Most pages end among the next changes: a reader who follows finds the last of them there, and one who begins, where much
 * is theirs, finds a whole page. The planner does not know which, and would sort all that is theirs for each page.
 */
export async function readFeed(sql: Sql, wish: FeedWish): Promise<FeedPage> {
  const near = await readUpTo(sql, wish, wish.since + NEAR);
  return near ?? (await readUpTo(sql, wish, null)) ?? { rows: [], has_more: false, seen: wish.since };
}

/** A page of the changes up to a number; null when there are later ones and it is not full. Without a number, of all. */
async function readUpTo(sql: Sql, wish: FeedWish, upTo: number | null): Promise<FeedPage | null> {
  const { actor, limit, since } = wish;
  const rows = await sql<(ChangeRow & { latest: number | null; doc_id: string | null })[]>`
    with ${reach(sql, actor)}, page as materialized (
      select * from ((${livingAfter(sql, wish, upTo)}) union all (${removedAfter(sql, wish, upTo)})) as found
      order by change_seq ${atLeast(sql, limit + 1)}
    ), counted as (
      select coalesce((select change_seq from document_counters where workspace_id = ${actor.workspace.id}), 0) as latest
    )
    select counted.latest, page.change_seq, d.doc_id, d.title, p.path as folder, p.root_id, r.slug as root_slug, r.name as root_name,
      d.tags, d.kind, d.version, d.updated_at, u.email as owner_email, d.listing,
      greatest(d.updated_at, page.changed_at, ${goneAt(sql, wish.now)}) as changed_at, ${goneAt(sql, wish.now)} as deleted_at,
      case when ${goneAt(sql, wish.now)} is null then ${manifestOf(sql)} else '[]'::json end as files,
      ${readDurably(sql)}
    from counted left join page on not page.removed left join documents d using (document_id) left join places p using (place_id)
      left join roots r on r.root_id = p.root_id left join users u on u.user_id = d.owner_id
    union all
    select counted.latest, page.change_seq, t.doc_id, t.title, t.folder, t.root_id, r.slug, r.name, t.tags, t.kind, t.version,
      t.updated_at, coalesce(u.email, ''), t.listing, greatest(t.updated_at, t.deleted_at), t.deleted_at, '[]'::json, true
    from counted join page on page.removed join document_tombstones t using (document_id)
      left join roots r on r.root_id = t.root_id left join users u on u.user_id = t.owner_id
    order by change_seq`;
  const found = rows.filter((row) => row.doc_id !== null);
  const page = found.slice(0, limit);
  const has_more = found.length > limit;
  const latest = rows[0]?.latest ?? since;
  if (!has_more && upTo !== null && latest > upTo) return null;
  return { rows: page, has_more, seen: has_more ? (page.at(-1)?.change_seq ?? since) : latest };
}

/** Documents whose rows are there, the deleted and the expired among them. */
function livingAfter(sql: Sql, wish: FeedWish, upTo: number | null) {
  const { actor, now, since, limit } = wish;
  const changes = sql`select * from document_changes where workspace_id = ${actor.workspace.id} and change_seq > ${since}`;
  // Each by its key and in the order of the changes: the limits and the offset keep the planner from beginning elsewhere.
  const documents =
    upTo === null
      ? sql`(${changes}) as c join documents d using (document_id)`
      : sql`(${changes} and change_seq <= ${upTo} order by change_seq offset 0) as c
          cross join lateral (select * from documents where document_id = c.document_id limit 1) as d`;
  return sql`
    select c.document_id, c.change_seq, c.changed_at, false as removed from ${documents}
    where ${inScope(sql, wish)} ${inFolder(sql, wish)}
      and coalesce(${goneAt(sql, now)} > ${forgottenBefore(now)}, true)
    order by c.change_seq ${atLeast(sql, limit + 1)}`;
}

/** What is left of documents that were removed for good, for those who could open them. */
function removedAfter(sql: Sql, wish: FeedWish, upTo: number | null) {
  const { actor, now, since, limit, folder, recursive } = wish;
  const isWhole = folder === "" && recursive;
  return sql`
    select p.document_id, p.change_seq, null::timestamptz as changed_at, true as removed
    from (select *, folder as path from document_tombstones) as p
    where p.workspace_id = ${actor.workspace.id} and p.change_seq > ${since} ${upTo === null ? sql`` : sql`and p.change_seq <= ${upTo}`} and p.deleted_at > ${forgottenBefore(now)}
      and ${removedInScope(sql, wish)}${andInReach(sql, actor)} ${isWhole ? sql`` : sql`and ${atPath(sql, folder, recursive)}`}
    order by p.change_seq ${atLeast(sql, limit + 1)}`;
}

/** Over `documents d`, in a query with `reach`. */
function inScope(sql: Sql, { actor, scope }: FeedWish) {
  if (scope === "mine") return scopeOf(sql, { actor, view: "mine" });
  if (scope === "mine_and_team") {
    return sql`((${scopeOf(sql, { actor, view: "mine" })}) or ${listedToTeam(sql, actor)})`;
  }
  if (scope === "all") return listedTo(sql, actor);
  return sql`d.place_id in (select place_id from places p where p.root_id = ${scope.root.root_id}) and ${openTo(sql, actor)}`;
}

/** Over tombstones `p`, in a query with `reach`: the same rule, read from what a tombstone kept of it. */
function removedInScope(sql: Sql, { actor, scope }: FeedWish) {
  const isMine = sql`(p.root_id is null and p.owner_id = ${actor.user_id})`;
  if (scope === "mine") return isMine;
  const isNamed = sql`(p.granted_to_workspace or ${actor.user_id} = any(p.user_ids)
    or p.group_ids && ${[...actor.group_ids]}::bigint[])`;
  // Where its folder is gone too, the top of its root speaks for it.
  const isAtOpenPlace = sql`(p.place_id in (select place_id from open_places)
    or (not exists (select from places here where here.place_id = p.place_id) and p.root_id in (
      select top.root_id from places top where top.path = '' and top.place_id in (select place_id from open_places))))`;
  if (typeof scope === "object") {
    return sql`(p.root_id = ${scope.root.root_id} and (${isAtOpenPlace} or ${isNamed} or p.open_to_members))`;
  }
  const isListed = sql`(p.listing = 'team' or p.root_id in (select root_id from open_places))`;
  const isOthers = sql`(${isAtOpenPlace} or ${isNamed} or (p.open_to_members and ${isListed}))`;
  if (scope === "all") return sql`(${isMine} or ${isOthers})`;
  const isTeams = sql`((p.listing = 'team' and (${isAtOpenPlace} or ${isNamed} or p.open_to_members)) or ${isNamed}
    or (p.root_id is null and ${isAtOpenPlace}))`;
  return sql`(${isMine} or ${isTeams})`;
}

/** Over `documents d`: when it was deleted or expired, null while it lives. */
function goneAt(sql: Sql, now: Date) {
  return sql`coalesce(d.deleted_at, case when d.expires_at <= ${now}::timestamptz then d.expires_at end)`;
}

function forgottenBefore(now: Date): Date {
  return later(now, -DELETED_DAYS * DAY_MS);
}

/** Over `documents d`. */
function manifestOf(sql: Sql) {
  return sql`(select coalesce(json_agg(json_build_object('path', f.path, 'sha256', encode(f.sha256, 'hex'), 'size', f.size_bytes,
      'content_type', f.content_type) order by f.path collate "C"), '[]')
    from document_files f where f.document_id = d.document_id and f.version = d.version)`;
}

/** Pages have one of these lengths, so that few plans are kept; the plan for a limit that is not known would read everything. */
const LENGTHS = [2, 11, 51, 201];

function atLeast(sql: Sql, limit: number) {
  return sql.unsafe(`limit ${LENGTHS.find((length) => length >= limit) ?? limit}`);
}

/** The numbers of the latest changes of the given workspaces. */
export async function readLatest(sql: Sql, workspaceIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await sql<{ workspace_id: number; change_seq: number }[]>`
    select workspace_id, change_seq from document_counters where workspace_id = any(${[...workspaceIds]}::bigint[])`;
  return new Map(rows.map((row) => [row.workspace_id, row.change_seq]));
}

/** Forgets what has been in the feed as deleted for its days. */
export async function forgetTombstones(sql: Sql, now: Date): Promise<void> {
  await sql`delete from document_tombstones where deleted_at <= ${forgottenBefore(now)}`;
}

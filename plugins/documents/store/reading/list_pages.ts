// The keys of one page of a list of documents,
// put together from parts that each have an index in the order of the list.
import type { Actor, Sql } from "../../../../kernel/plugin.ts";
import { andInReach, atPath, type RootRow } from "../../../places/port.ts";
import { isOpenHere, isOpenTeam } from "../../model/levels.ts";
import { live } from "../../model/live.ts";

export interface ListOptions {
  actor: Actor;
  now: Date;
  /** One root, the caller's My documents, what is listed to the team or shared with them, or all of it. */
  view: "mine" | "team" | "all" | { root: RootRow };
  folder: string | null;
  recursive: boolean;
  tag: string | null;
  /** Leaves out what pages show or offer: pictures, sound, film and other files. */
  pages_only?: boolean;
  after: ListPosition | null;
  limit: number;
}

/** Where a page ended: the order is by time of update, then by key. */
export interface ListPosition {
  updated_at: Date;
  document_id: number;
}

type Fragment = ReturnType<typeof isOpenHere>;

/** `scope` says, over `documents d`, what the list holds beside its folder and tag: every part asks it, so that none can hold more. */
type PageAsked = ListOptions & { scope: Fragment };

/** Over a query with `reach`: `page`, the keys of the page. */
export function pageFor(sql: Sql, options: PageAsked): Fragment {
  const { view, tag } = options;
  if (isFolder(options) || view === "mine") {
    return sql`${askedPlaces(sql, options)}, page as materialized (${partsOf(sql, options)})`;
  }
  return view === "team" && tag === null ? teamPage(sql, options) : newestPage(sql, options);
}

function isFolder({ folder, recursive }: PageAsked): boolean {
  return folder !== null && !(folder === "" && recursive);
}

/** How far the newest documents are looked through for those of a list. */
const LOOKED_THROUGH = 1000;

/**
 * The page of a list that may hold anything of the workspace. It is full with the newest documents there, or of the tag, wherever
 * the list has its share of them; how large that share is, is nothing that a planner knows, which would read and sort all of the
 * list. Only where the newest hold too few, the list is asked part by part.
 */
function newestPage(sql: Sql, options: PageAsked): Fragment {
  const { actor, now, limit, scope } = options;
  const { from, key, tagged, inOrder, startingAt } = orderOf(sql, options);
  const ofWorkspace = sql`from ${from}
    where ${key}.workspace_id = ${actor.workspace.id} ${tagged} and ${live(sql, now)} ${startingAt} ${inOrder}`;
  return sql`newest as materialized (
      select d.document_id, d.updated_at from (
        select ${key}.updated_at as ordered_at, ${key}.document_id as ordered_id, d.*
        ${ofWorkspace} limit ${sql.unsafe(String(LOOKED_THROUGH))}
      ) as d
      where ${scope} order by d.ordered_at desc, d.ordered_id desc ${atLeast(sql, limit)}
    ), rest as materialized (
      select (select count(*) from newest) < ${limit}::int
        and exists (select ${ofWorkspace} limit 1 offset ${sql.unsafe(String(LOOKED_THROUGH))}) as is_asked
    ), ${askedPlaces(sql, options)}, page as materialized (
      select document_id, updated_at from newest where not (select is_asked from rest)
      union all
      select document_id, updated_at from (${partsOf(sql, options)}) as part where (select is_asked from rest)
    )`;
}

/**
 * For a `with`: `asked`, the places where a list looks, and whether each is open to the caller. Of the whole workspace, those that
 * are open and those of the roots that the caller sees.
 */
function askedPlaces(sql: Sql, options: PageAsked): Fragment {
  const { actor, view, folder, recursive } = options;
  const inSeenRoot = view === "all" ? sql`or p.root_id in (select root_id from open_places)` : sql``;
  const whole = sql`and (here.place_id is not null ${inSeenRoot})`;
  const inView = { mine: sql`and p.owner_id = ${actor.user_id}`, team: whole, all: whole };
  const tree = typeof view === "object" ? sql`and p.root_id = ${view.root.root_id}` : inView[view];
  const places = isFolder(options)
    ? sql`${view === "team" || view === "all" ? sql`` : tree} and ${atPath(sql, folder ?? "", recursive)}`
    : tree;
  return sql`asked as materialized (
      select p.place_id, here.place_id is not null as is_open from places p left join open_places here using (place_id)
      where p.workspace_id = ${actor.workspace.id} ${places}${andInReach(sql, actor)}
    )`;
}

/**
 * The keys of a page over `asked`: each place gives its newest, where it is closed those that are open to all members, so that
 * nothing is read of what lies elsewhere, is older, or is not shown. What grants of its own let the caller open comes beside.
 */
function partsOf(sql: Sql, options: PageAsked): Fragment {
  const { actor, now, view, tag, limit } = options;
  const { from, key, tagged, inOrder, startingAt } = orderOf(sql, options);
  const scope = view === "mine" ? sql`d.owner_id = ${actor.user_id} ${ofPages(sql, options)}` : options.scope;
  const page = sql`${inOrder} ${atLeast(sql, limit)}`;
  const newest = (where: Fragment) => sql`
    select ${key}.document_id, ${key}.updated_at from ${from}
    where ${where} ${tagged} and ${live(sql, now)} and ${scope} ${startingAt} ${page}`;
  const atPlaces = sql`
    select part.document_id, part.updated_at from asked
      cross join lateral (${newest(sql`${key}.place_id = asked.place_id`)}) as part where asked.is_open`;
  const ordered = sql`order by updated_at desc, document_id desc ${atLeast(sql, limit)}`;
  if (view === "mine") return sql`${atPlaces} ${ordered}`;
  const isWhole = !isFolder(options) && typeof view !== "object";
  const isOpen = tag === null ? isOpenHere(sql) : sql`k.openness > 0`;
  const isTeam = tag === null ? isOpenTeam(sql) : sql`k.openness = 2`;
  const toTeam = sql`union (${newest(sql`${key}.workspace_id = ${actor.workspace.id} and ${isTeam}`)})`;
  const isClosed = sql`exists (select from asked where not is_open)`;
  return sql`
    select document_id, updated_at from (
      (${atPlaces})
      union
      select part.document_id, part.updated_at from asked
        cross join lateral (${newest(sql`${key}.place_id = asked.place_id and ${isOpen}`)}) as part where not asked.is_open
      union
      select part.document_id, part.updated_at from held
        cross join lateral (
          select d.document_id, d.updated_at from documents d
          where d.document_id = held.document_id and ${live(sql, now)} and ${scope} ${tag === null ? sql`` : sql`and ${tag} = any(d.tags)`}
            ${after(sql, options, sql`d`)} ${isWhole ? sql`` : sql`and d.place_id in (select place_id from asked)`}
          limit 1
        ) as part
      ${isWhole ? sql`` : sql`where ${isClosed}`}
      ${isWhole ? toTeam : sql``}
    ) as part ${ordered}`;
}

/**
 * The page of what is listed to the team or shared with the caller: each way by which it may be so has an index in the order of the
 * list, and gives a page of its own, so that nothing is read of what is neither. What is open to all members comes first, since
 * where it fills a page the others need to give nothing that is older.
 */
function teamPage(sql: Sql, options: PageAsked): Fragment {
  const { actor, now, limit, scope } = options;
  const { inOrder, startingAt } = orderOf(sql, { ...options, tag: null });
  const listed = sql`${live(sql, now)} and ${scope} ${startingAt}`;
  const keys = sql`select d.document_id, d.updated_at from documents d`;
  const page = sql`${inOrder} ${atLeast(sql, limit)}`;
  const newer = sql`d.updated_at >= (select updated_at from oldest) and ${listed} ${page}`;
  return sql`open_team as materialized (
      ${keys} where d.workspace_id = ${actor.workspace.id} and ${isOpenTeam(sql)} and ${listed} ${page}
    ), oldest as materialized (
      select case when count(*) >= ${limit}::int then min(updated_at) else '-infinity' end as updated_at from open_team
    ), page as materialized (
      select document_id, updated_at from (
        select document_id, updated_at from open_team
        union
        select d.document_id, d.updated_at from open_places here
          cross join lateral (${keys} where d.place_id = here.place_id and d.deleted_at is null and d.listing = 'team' and ${newer}) as d
        union
        select d.document_id, d.updated_at from open_places here
          cross join lateral (${keys} where d.place_id = here.place_id and ${newer}) as d
        where here.root_id is null and here.owner_id <> ${actor.user_id}
        union
        select d.document_id, d.updated_at from held
          cross join lateral (${keys} where d.document_id = held.document_id and ${listed} limit 1) as d
      ) as d ${page}
    )`;
}

/** What a list reads in its order: the documents `d`, or those of a tag in the order that is kept for it. */
function orderOf(sql: Sql, options: PageAsked) {
  const { tag } = options;
  const key: Fragment = tag === null ? sql`d` : sql`k`;
  return {
    key,
    from: tag === null ? sql`documents d` : sql`document_tags k join documents d on d.document_id = k.document_id`,
    tagged: tag === null ? sql`` : sql`and k.tag = ${tag}`,
    inOrder: sql`order by ${key}.updated_at desc, ${key}.document_id desc`,
    startingAt: after(sql, options, key),
  };
}

/** Kinds that pages show or offer: a list of pages leaves them out. */
export const BESIDE_PAGES: readonly string[] = ["image", "audio", "video", "file"];

/** Over `documents d`, after a condition: nothing of what pages show or offer, where the list is to be without. */
export function ofPages(sql: Sql, { pages_only = false }: Pick<ListOptions, "pages_only">): Fragment {
  return pages_only ? sql.unsafe(`and d.kind not in ('${BESIDE_PAGES.join("', '")}')`) : sql``;
}

function after(sql: Sql, { after }: PageAsked, key: Fragment): Fragment {
  if (after === null) return sql``;
  return sql`and (${key}.updated_at, ${key}.document_id) < (${after.updated_at}, ${after.document_id})`;
}

/** Pages have one of these lengths, and one row more tells whether there is another. */
const LENGTHS = [26, 51, 101, 251, 501];

/**
 * A LIMIT of at least so many rows, written out: the plan for a limit that is not known is one for a tenth of the table, and
 * planning anew each time costs as much as the list. The lengths are few, so that few plans are kept.
 */
export function atLeast(sql: Sql, limit: number) {
  return sql.unsafe(`limit ${LENGTHS.find((length) => length >= limit) ?? limit}`);
}

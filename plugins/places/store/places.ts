// Places as rows: finding one by its path, and making it with every folder above it.
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import { type Audience, audienceOf, isAudienceAsked } from "../audience.ts";
import { type Level, levelNamed } from "../levels.ts";
import { reachesOwn } from "../limit.ts";
import { pathsDownTo } from "../paths.ts";
import { placeLevel } from "../rule.ts";
import { type RootRow, refuseDeleted } from "./roots.ts";

/** Where something may lie: a folder of a root, or of a person's My documents. */
export interface Spot {
  workspace_id: number;
  /** Null in My documents. */
  root: RootRow | null;
  /** Whose My documents it is; null in a root. */
  owner_id: number | null;
  path: string;
}

/** A spot and the caller's level there. The folder itself need not exist yet: `place_id` is null then. */
export interface PlaceFound extends Spot {
  place_id: number | null;
  level: Level;
  audience: Audience | null;
}

/** The spot with the caller's level, read at the folder or, where that does not exist yet, at the nearest one above. */
export async function findPlace(sql: Sql, actor: Actor, spot: Spot): Promise<PlaceFound> {
  const own = spot.owner_id === actor.user_id && reachesOwn(actor) ? "own" : "none";
  // One's own My documents need no look, whether the folder is there yet or not.
  if (spot.owner_id === actor.user_id && !isAudienceAsked(actor))
    return { ...spot, place_id: null, level: own, audience: null };
  const [row] = await sql<{ place_id: number; path: string; level: number; audience: Audience | null }[]>`
    select p.place_id, p.path, ${placeLevel(sql, actor)} as level, ${audienceOf(sql, actor)} as audience
    from places p left join roots r using (root_id)
    where ${inTree(sql, spot)} and p.path = any(${pathsDownTo(spot.path)})
    order by length(p.path) desc limit 1`;
  // A root has a row for its top as long as there is the root.
  if (!row && spot.root) throw refuseDeleted(spot.root);
  if (!row) return { ...spot, place_id: null, level: own, audience: null };
  const { place_id, path, level, audience } = row;
  return { ...spot, place_id: path === spot.path ? place_id : null, level: levelNamed(level), audience };
}

/** Over `places p`: everything in the same root, or the same person's My documents. */
export function inTree(sql: Sql, { root, owner_id }: Pick<Spot, "root" | "owner_id">) {
  return root === null ? sql`p.owner_id = ${owner_id} and p.root_id is null` : sql`p.root_id = ${root.root_id}`;
}

/** Over `places p`: the folder at `path` and, with `recursive`, everything below it. */
export function atPath(sql: Sql, path: string, recursive: boolean) {
  if (!recursive) return sql`p.path = ${path}`;
  return path === "" ? sql`true` : sql`(p.path = ${path} or starts_with(p.path, ${`${path}/`}))`;
}

/**
 * The place of a spot, made with every folder above it where they are missing. Throws 404 when its root was deleted
 * meanwhile. In a transaction.
 */
export async function ensurePlace(sql: Sql, spot: Spot): Promise<number> {
  const rootId = spot.root?.root_id ?? null;
  const [found] = await sql<{ place_id: number }[]>`
    select place_id from places p where ${inTree(sql, spot)} and p.path = ${spot.path}`;
  if (found) return found.place_id;
  // Whoever changes a list of the root holds its row, so the guards that a new folder takes over are not stale.
  if (spot.root) await shareRoot(sql, spot.root);
  const [row] = await sql<[{ place_id: number }]>`
    select ensure_place(${spot.workspace_id}, ${rootId}, ${spot.owner_id}, ${spot.path}) as place_id`;
  return row.place_id;
}

/**
 * Makes the folders of one root in another, with the lists that count there; with `standing`, those made on their own are so
 * there too. The caller holds `from`; in a transaction, in which `to` keeps its lists.
 */
export async function copyPlaces(
  sql: Sql,
  { from, to, standing }: { from: RootRow; to: RootRow; standing: boolean },
): Promise<void> {
  await shareRoot(sql, to);
  await sql`
    insert into places as p (workspace_id, root_id, path, explicit, guard_ids)
    select ${to.workspace_id}, ${to.root_id}, wanted.path, wanted.explicit and ${standing}, (
      select above.guard_ids from places above
      where above.root_id = ${to.root_id} and above.owner_id is null and above.path = any(array(
        select array_to_string((string_to_array(wanted.path, '/'))[1:depth], '/')
        from generate_series(0, cardinality(string_to_array(wanted.path, '/'))) as depth))
      order by length(above.path) desc limit 1)
    from places wanted where wanted.root_id = ${from.root_id} and wanted.workspace_id = ${from.workspace_id}
    order by wanted.path
    on conflict (root_id, owner_id, path) do update set explicit = p.explicit or excluded.explicit`;
}

/** Keeps the root and its lists as they are until the transaction ends. */
export async function shareRoot(sql: Sql, root: RootRow): Promise<void> {
  const [locked] = await sql`
    select 1 from roots where root_id = ${root.root_id} and workspace_id = ${root.workspace_id} for share`;
  if (!locked) throw refuseDeleted(root);
}

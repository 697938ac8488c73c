// Access lists of roots and of folders in them: where one begins and ends, and whose list counts at every place below.
import type { Sql } from "../../../kernel/plugin.ts";
import { pathsDownTo } from "../paths.ts";
import { ensurePlace } from "./places.ts";
import { holdRoot, type RootRow } from "./roots.ts";

/** The lists that matter to one folder. */
export interface AccessLists {
  /** The folder's own; null where it has none. */
  own: ListPlace | null;
  /** The nearest one above, which counts where there is no own; null at the top of a root. */
  above: ListPlace | null;
}

export interface ListPlace {
  place_id: number;
  path: string;
}

/** The folder's list and the nearest one above it. The folder need not exist. */
export async function findAccessLists(sql: Sql, root: RootRow, path: string): Promise<AccessLists> {
  const rows = await sql<ListPlace[]>`
    select place_id, path from places
    where root_id = ${root.root_id} and workspace_id = ${root.workspace_id} and has_list and path = any(${pathsDownTo(path)})
    order by length(path) desc limit 2`;
  const [nearest = null, next = null] = rows;
  return nearest?.path === path ? { own: nearest, above: next } : { own: null, above: nearest };
}

/**
 * Gives a folder a list of its own, made with the folder where it is missing; from then on that list alone counts there and
 * below. Answers its place. In a transaction, which holds the root from then on.
 */
export async function startList(sql: Sql, root: RootRow, path: string): Promise<number> {
  await holdRoot(sql, root);
  const spot = { workspace_id: root.workspace_id, root, owner_id: null, path };
  const placeId = await ensurePlace(sql, spot);
  const [started] = await sql<{ guard_ids: number[] }[]>`
    update places set has_list = true where place_id = ${placeId} and not has_list returning guard_ids`;
  if (started) await handOver(sql, root, { under: path, from: started.guard_ids, to: [placeId] });
  return placeId;
}

/**
 * Ends a folder's own list with its grants, so that the one above counts again. Answers whether there was one. In a
 * transaction, which holds the root from then on.
 */
export async function endList(sql: Sql, root: RootRow, path: string): Promise<boolean> {
  await holdRoot(sql, root);
  const { own, above } = await findAccessLists(sql, root, path);
  if (!own || !above) return false;
  await sql`delete from grants where place_id = ${own.place_id} and workspace_id = ${root.workspace_id}`;
  await sql`update places set has_list = false where place_id = ${own.place_id}`;
  await handOver(sql, root, { under: path, from: [own.place_id], to: [above.place_id] });
  return true;
}

/** A place below a deeper list has that one for its guard, so it is told apart by not having the one that is handed over. */
async function handOver(
  sql: Sql,
  root: RootRow,
  guards: { under: string; from: readonly number[]; to: readonly number[] },
): Promise<void> {
  const { under, from, to } = guards;
  await sql`
    update places set guard_ids = ${[...to]}::bigint[]
    where root_id = ${root.root_id} and guard_ids = ${[...from]}::bigint[]
      and (path = ${under} or starts_with(path, ${`${under}/`}))`;
}

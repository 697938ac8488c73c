// Folders on their way to another path: rows are locked, paths written, and the guards of what moved found anew.
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import { type FolderRow, listFolderRows, type Tree } from "./folders.ts";
import { atPath, inTree } from "./places.ts";
import { holdRoot } from "./roots.ts";

/**
 * Keeps every other change of the tree's folders away until the transaction ends: in a root by its row, in My documents by
 * its top, which whoever makes a folder there writes as well. Whoever also holds documents takes those before.
 */
export async function holdTree(sql: Sql, tree: Tree): Promise<void> {
  if (tree.root) await holdRoot(sql, tree.root);
  else await sql`select 1 from places p where ${inTree(sql, tree)} and p.path = '' for update`;
}

/** The folder and everything below it, locked; the tree is held. */
export async function holdFolders(sql: Sql, actor: Actor, at: Tree & { path: string }): Promise<FolderRow[]> {
  const rows = await listFolderRows(sql, actor, at);
  await holdPlaces(
    sql,
    rows.map((row) => row.place_id),
  );
  return rows;
}

/** Locks places of a held tree, so that nothing comes to lie there until the transaction ends. */
export async function holdPlaces(sql: Sql, placeIds: readonly number[]): Promise<void> {
  await sql`select 1 from places where place_id = any(${[...placeIds]}::bigint[]) order by place_id for update`;
}

/** Cannot begin a path, so that a row on its way clashes with none that has not left yet. */
const ON_ITS_WAY = "//";

/** Gives locked folders their new paths, and every folder at and below `under` the guards that count there then. */
export async function setPaths(
  sql: Sql,
  options: { tree: Tree; paths: ReadonlyMap<number, string>; under: string },
): Promise<void> {
  const ids = [...options.paths.keys()];
  await sql`
    update places p set path = ${ON_ITS_WAY} || moved.path
    from unnest(${ids}::bigint[], ${[...options.paths.values()]}::text[]) as moved(place_id, path)
    where p.place_id = moved.place_id and p.workspace_id = ${options.tree.workspace_id}`;
  await sql`
    update places set path = substr(path, ${ON_ITS_WAY.length + 1}::int)
    where place_id = any(${ids}::bigint[]) and workspace_id = ${options.tree.workspace_id}`;
  const below = await sql<{ place_id: number }[]>`
    select p.place_id from places p where ${inTree(sql, options.tree)} and ${atPath(sql, options.under, true)}`;
  await guardAnew(
    sql,
    options.tree,
    below.map((row) => row.place_id),
  );
}

async function guardAnew(sql: Sql, tree: Tree, placeIds: readonly number[]): Promise<void> {
  const above = sql`
    (select p.place_id, p.path, p.has_list from places p
      where ${inTree(sql, tree)} and p.path = any(array(
        select array_to_string((string_to_array(moved.path, '/'))[1:depth], '/')
        from generate_series(0, cardinality(string_to_array(moved.path, '/'))) as depth))) as above`;
  const guards = tree.root
    ? sql`array(select above.place_id from ${above} where above.has_list order by length(above.path) desc limit 1)`
    : sql`array(select above.place_id from ${above} order by length(above.path))`;
  await sql`
    update places moved set guard_ids = ${guards}
    where moved.place_id = any(${[...placeIds]}::bigint[]) and moved.workspace_id = ${tree.workspace_id}`;
}

/** Removes locked places in which nothing lies any more, with their lists; `explicit` marks those that take over from one. */
export async function removeFolders(
  sql: Sql,
  options: { workspace_id: number; place_ids: readonly number[]; explicit: readonly number[] },
): Promise<void> {
  const { workspace_id, place_ids, explicit } = options;
  await sql`
    update places set explicit = true where place_id = any(${[...explicit]}::bigint[]) and workspace_id = ${workspace_id}`;
  await sql`delete from places where place_id = any(${[...place_ids]}::bigint[]) and workspace_id = ${workspace_id}`;
}

/** Makes locked folders what nothing stands for any more: neither made on their own nor with a list; what was deleted there stays. */
export async function hollowOut(sql: Sql, options: { tree: Tree; place_ids: readonly number[] }): Promise<void> {
  const { tree, place_ids } = options;
  if (place_ids.length === 0) return;
  await sql`delete from grants where place_id = any(${[...place_ids]}::bigint[]) and workspace_id = ${tree.workspace_id}`;
  await sql`
    update places set explicit = false, has_list = false
    where place_id = any(${[...place_ids]}::bigint[]) and workspace_id = ${tree.workspace_id}`;
  await guardAnew(sql, tree, place_ids);
}

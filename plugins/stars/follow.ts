// Stars on folders that move or go (rules: folders/stars).
import type { FolderMoved } from "../folders/port.ts";

/** Cannot begin a path, so that stars on their way clash with none that has not left yet. */
const ON_ITS_WAY = "//";

/**
 * A star follows its folder; of a removed one it comes to the folder above, or goes where that is the top. One that is on the
 * new folder already stays alone.
 */
export async function followFolder({ sql, tree, from, to, removed }: FolderMoved): Promise<void> {
  const owner =
    tree.root === null
      ? sql`s.user_id = ${tree.owner_id} and s.root_id is null`
      : sql`s.root_id = ${tree.root.root_id}`;
  const inTree = sql`s.workspace_id = ${tree.workspace_id} and ${owner}`;
  if (removed && to === "") await sql`delete from stars s where ${inTree} and s.folder = ${from}`;
  await sql`
    update stars s set folder = ${ON_ITS_WAY} || ltrim(${to} || substr(s.folder, ${from.length + 1}::int), '/')
    where ${inTree} and (s.folder = ${from} or starts_with(s.folder, ${`${from}/`}))`;
  const arrived = sql`substr(s.folder, ${ON_ITS_WAY.length + 1}::int)`;
  await sql`
    delete from stars s where ${inTree} and starts_with(s.folder, ${ON_ITS_WAY}) and exists (
      select from stars held where held.workspace_id = s.workspace_id and held.user_id = s.user_id
        and held.root_id is not distinct from s.root_id and held.folder = ${arrived})`;
  await sql`update stars s set folder = ${arrived} where ${inTree} and starts_with(s.folder, ${ON_ITS_WAY})`;
}

// What becomes of entries when what they name moves or goes:
// they stay where they are, and lead nowhere once it is gone.
import type { PersonEnd, PersonMove, Sql } from "../../../kernel/plugin.ts";
import type { FolderMoved } from "../../folders/port.ts";

/** A folder that is renamed is followed. One that is removed is not: what it held is shown with all that lies above it otherwise. */
export async function followFolder({ sql, tree, from, to, removed }: FolderMoved): Promise<void> {
  if (removed) return;
  const own = tree.root === null ? sql`e.owner_id = ${tree.owner_id}` : sql`e.root_id = ${tree.root.root_id}`;
  await sql`
    with moved as (
      update navigation_entries e set path = ltrim(${to} || substr(e.path, ${from.length + 1}::int), '/')
      where e.workspace_id = ${tree.workspace_id} and ${own} and (e.path = ${from} or starts_with(e.path, ${`${from}/`}))
      returning navigation_id
    )
    update navigations n set version = n.version + 1
    where n.workspace_id = ${tree.workspace_id} and n.navigation_id in (select navigation_id from moved)`;
}

/** Somebody's My documents have left the workspace with them. */
export async function leaveBehind({ sql, user_id, from_workspace_id }: PersonMove): Promise<void> {
  await sql`
    update navigation_entries set owner_id = null where owner_id = ${user_id} and workspace_id = ${from_workspace_id}`;
}

export async function forgetOwner({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`update navigation_entries set owner_id = null where owner_id = ${user_id}`;
}

/** Takes a picture that is gone away from whatever shows it. */
export async function clearNavigationIcon({
  sql,
  workspace_id,
  icon,
}: {
  sql: Sql;
  workspace_id: number;
  icon: string;
}): Promise<void> {
  await sql`
    with cleared as (
      update navigation_entries set icon = null where workspace_id = ${workspace_id} and icon = ${icon} returning navigation_id
    )
    update navigations n set icon = case when n.icon = ${icon} then null else n.icon end, version = n.version + 1
    where n.workspace_id = ${workspace_id}
      and (n.icon = ${icon} or n.navigation_id in (select navigation_id from cleared))`;
}

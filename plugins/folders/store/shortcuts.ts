// Shortcuts as rows: a folder shows a document or another folder that lies elsewhere.
import { type Actor, type PageOptions, type PersonEnd, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import { placeLevel } from "../../places/port.ts";

export interface ShortcutRow {
  shortcut_id: number;
  place_id: number;
  target_doc_id: string | null;
  target_place_id: number | null;
  label: string | null;
  icon: string | null;
  position: number;
  created_at: Date;
  /** Of a folder, as far as the caller may open it: all null otherwise. */
  target_path: string | null;
  target_root: { root_id: number; slug: string; name: string } | null;
  target_open: boolean;
}

type ShortcutKeys = Pick<ShortcutRow, "position" | "shortcut_id">;

export const SHORTCUTS = pagesOf("shortcuts", (at) => ({
  position: at.id("position"),
  shortcut_id: at.id("shortcut_id"),
}));

/** The shortcuts in a folder, or one of them, in their order. */
export function listShortcuts(
  sql: Sql,
  options: { actor: Actor } & ({ place_id: number } | { shortcut_id: number }) & Partial<PageOptions<ShortcutKeys>>,
): Promise<ShortcutRow[]> {
  const { actor, after = null, limit = null } = options;
  const which =
    "place_id" in options ? sql`s.place_id = ${options.place_id}` : sql`s.shortcut_id = ${options.shortcut_id}`;
  return sql<ShortcutRow[]>`
    select shortcut_id, place_id, target_doc_id, target_place_id, label, icon, position, created_at,
      case when target_open then path end as target_path, case when target_open then root end as target_root, target_open
    from (
      select s.shortcut_id, s.place_id, s.target_doc_id, s.target_place_id, s.label, s.icon, s.position, s.created_at, p.path,
        case when r.root_id is not null then json_build_object('root_id', r.root_id, 'slug', r.slug, 'name', r.name) end as root,
        p.place_id is not null and ${placeLevel(sql, actor)} > 0 as target_open
      from shortcuts s left join places p on p.place_id = s.target_place_id left join roots r on r.root_id = p.root_id
      where ${which} and s.workspace_id = ${actor.workspace.id}
    ) as held
    ${after === null ? sql`` : sql`where (position, shortcut_id) > (${after.position}::bigint, ${after.shortcut_id})`}
    order by position, shortcut_id limit ${limit}`;
}

export async function insertShortcut(
  sql: Sql,
  options: {
    actor: Actor;
    now: Date;
    place_id: number;
    target: { doc_id: string } | { place_id: number };
    label: string | null;
    icon: string | null;
    position: number | null;
  },
): Promise<number> {
  const { actor, now, place_id, target, label, icon, position } = options;
  const docId = "doc_id" in target ? target.doc_id : null;
  const placeId = "place_id" in target ? target.place_id : null;
  const [row] = await sql<{ shortcut_id: number }[]>`
    insert into shortcuts (workspace_id, place_id, target_doc_id, target_place_id, label, icon, position, created_by, created_at)
    values (${actor.workspace.id}, ${place_id}, ${docId}, ${placeId}, ${label}, ${icon},
      coalesce(${position}::integer, (select coalesce(max(position) + 1, 0) from shortcuts where place_id = ${place_id})),
      ${actor.user_id}, ${now})
    returning shortcut_id`;
  if (!row) throw new Error("an insert of a shortcut answered no row");
  return row.shortcut_id;
}

export async function countShortcuts(sql: Sql, of: { workspace_id: number; place_id: number }): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from shortcuts where place_id = ${of.place_id} and workspace_id = ${of.workspace_id}`;
  return row?.count ?? 0;
}

/** Sets columns of a shortcut; false when they hold nothing else already. In a transaction. */
export async function updateShortcut(
  sql: Sql,
  by: { workspace_id: number; shortcut_id: number },
  changes: Partial<Pick<ShortcutRow, "label" | "icon" | "position">>,
): Promise<boolean> {
  const [current] = await sql<Pick<ShortcutRow, "label" | "icon" | "position">[]>`
    select label, icon, position from shortcuts
    where shortcut_id = ${by.shortcut_id} and workspace_id = ${by.workspace_id} for update`;
  const isOther = ([name, value]: [string, unknown]) => current !== undefined && Reflect.get(current, name) !== value;
  if (!Object.entries(changes).some(isOther)) return false;
  await sql`
    update shortcuts set ${sql(changes)} where shortcut_id = ${by.shortcut_id} and workspace_id = ${by.workspace_id}`;
  return true;
}

/** False when it is gone already. */
export async function deleteShortcut(sql: Sql, by: { workspace_id: number; shortcut_id: number }): Promise<boolean> {
  const gone = await sql`
    delete from shortcuts where shortcut_id = ${by.shortcut_id} and workspace_id = ${by.workspace_id}`;
  return gone.count === 1;
}

/** Removes every shortcut to a document that is gone for good. */
export async function dropShortcutsTo(sql: Sql, gone: { workspace_id: number; doc_id: string }): Promise<void> {
  await sql`delete from shortcuts where workspace_id = ${gone.workspace_id} and target_doc_id = ${gone.doc_id}`;
}

/** Whether following folders and shortcuts from `from` leads to the folder `to`. */
export async function leadsTo(sql: Sql, options: { workspace_id: number; from: number; to: number }): Promise<boolean> {
  const [row] = await sql<{ leads: boolean }[]>`
    with recursive reached as (
      select place_id, root_id, owner_id, path from places where place_id = ${options.from} and workspace_id = ${options.workspace_id}
      union
      select next.place_id, next.root_id, next.owner_id, next.path
      from reached
        join places below on below.workspace_id = ${options.workspace_id} and below.root_id is not distinct from reached.root_id
          and below.owner_id is not distinct from reached.owner_id
          and (reached.path = '' or below.path = reached.path or starts_with(below.path, reached.path || '/'))
        left join shortcuts s on s.place_id = below.place_id
        join places next on next.place_id = below.place_id or next.place_id = s.target_place_id
    )
    select exists (select from reached where place_id = ${options.to}) as leads`;
  return row?.leads ?? false;
}

/** Puts the shortcuts in folders, and those to them, where the folders that take their place are. */
export async function handOverShortcuts(
  sql: Sql,
  merged: { workspace_id: number; pairs: ReadonlyMap<number, number>; targets: ReadonlyMap<number, number> },
): Promise<void> {
  const { workspace_id, pairs, targets } = merged;
  await sql`
    update shortcuts s set place_id = merged.into_id
    from unnest(${[...pairs.keys()]}::bigint[], ${[...pairs.values()]}::bigint[]) as merged(from_id, into_id)
    where s.place_id = merged.from_id and s.workspace_id = ${workspace_id}`;
  await sql`
    update shortcuts s set target_place_id = merged.into_id
    from unnest(${[...targets.keys()]}::bigint[], ${[...targets.values()]}::bigint[]) as merged(from_id, into_id)
    where s.target_place_id = merged.from_id and s.workspace_id = ${workspace_id}`;
}

export async function forgetShortcutMaker({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`update shortcuts set created_by = null where created_by = ${user_id}`;
}

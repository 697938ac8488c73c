// The folders of a root or of somebody's My documents as rows, each with what the caller holds there.
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import { type Level, levelNamed } from "../levels.ts";
import { andInReach } from "../limit.ts";
import { placeLevel } from "../rule.ts";
import { atPath, inTree, type Spot } from "./places.ts";

/** A tree of folders: a root, or a person's My documents. */
export type Tree = Pick<Spot, "workspace_id" | "root" | "owner_id">;

export interface FolderRow {
  place_id: number;
  path: string;
  /** Made on its own rather than implied by what lies in it. */
  explicit: boolean;
  /** It has an access list of its own. */
  has_list: boolean;
  /** It is there although no document lies in it. */
  stands: boolean;
  level: Level;
}

/** Over the places `at`: a folder that is there although no document lies in it, made on its own or with access given to it. */
export function standing(sql: Sql, at: ReturnType<Sql>) {
  return sql`(${at}.explicit or ${at}.has_list or exists (select from grants g where g.place_id = ${at}.place_id))`;
}

/**
 * The folder at `path` and everything below it, or with `path` "" the whole tree; in the order of their paths. Where the
 * caller's token does not reach there is none.
 */
export async function listFolderRows(
  sql: Sql,
  actor: Actor,
  { path, ...tree }: Tree & { path: string },
): Promise<FolderRow[]> {
  const rows = await sql<(Omit<FolderRow, "level"> & { level: number })[]>`
    select p.place_id, p.path, p.explicit, p.has_list, ${standing(sql, sql`p`)} as stands, ${placeLevel(sql, actor)} as level
    from places p left join roots r using (root_id)
    where ${inTree(sql, tree)} and p.workspace_id = ${tree.workspace_id} and ${atPath(sql, path, true)}${andInReach(sql, actor)}
    order by lower(p.path), p.path collate "C"`;
  return rows.map((row) => ({ ...row, level: levelNamed(row.level) }));
}

/** Marks a place as a folder made on its own; false when it was one before. */
export async function makeExplicit(sql: Sql, by: { workspace_id: number; place_id: number }): Promise<boolean> {
  const made = await sql`
    update places set explicit = true
    where place_id = ${by.place_id} and workspace_id = ${by.workspace_id} and not explicit`;
  return made.count === 1;
}

/** A folder by its key: where it is now. Null once it is gone. */
export async function findFolderByKey(
  sql: Sql,
  by: { workspace_id: number; place_id: number },
): Promise<{ path: string; root_id: number | null; owner_id: number | null } | null> {
  const [row] = await sql<{ path: string; root_id: number | null; owner_id: number | null }[]>`
    select path, root_id, owner_id from places
    where place_id = ${by.place_id} and workspace_id = ${by.workspace_id}`;
  return row ?? null;
}

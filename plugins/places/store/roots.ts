// Roots as rows: found by whoever sees them, made, renamed, held and removed.
import { type Actor, type PageOptions, pagesOf, refuse, type Sql } from "../../../kernel/plugin.ts";
import { type Level, levelNamed } from "../levels.ts";
import { managesRoot, placeLevel, seesRoot } from "../rule.ts";

/** A root's own columns. */
export interface RootRow {
  root_id: number;
  workspace_id: number;
  slug: string;
  name: string;
  description: string | null;
  icon: string | null;
  is_general: boolean;
  created_by: number | null;
  created_at: Date;
  updated_at: Date;
}

/** A root as one person sees it. */
export interface SeenRoot extends RootRow {
  /** Theirs at its top. */
  level: Level;
  is_manager: boolean;
  /** 0 for General, which comes first. */
  sort_rank: number;
  /** The name without regard to case. */
  sort_name: string;
}

type RootKeys = Pick<SeenRoot, "sort_rank" | "sort_name" | "root_id">;

export const ROOTS = pagesOf("roots", (at) => ({
  sort_rank: at.id("sort_rank"),
  sort_name: at.text("sort_name"),
  root_id: at.id("root_id"),
}));

/** The columns of a root, for queries over `roots r`. */
export function rootColumns(sql: Sql) {
  return sql`r.root_id, r.workspace_id, r.slug, r.name, r.description, r.icon, r.is_general, r.created_by, r.created_at, r.updated_at`;
}

/** The root that a slug or an id in writing names, as far as the caller sees it; a slug wins over an id that looks the same. A number is an id alone. */
export async function findRoot(sql: Sql, actor: Actor, ref: string | number): Promise<RootRow | null> {
  const id = /^[1-9]\d{0,14}$/.test(String(ref)) ? Number(ref) : 0;
  const slug = typeof ref === "string" ? ref : null;
  const [row] = await sql<RootRow[]>`
    select ${rootColumns(sql)} from roots r
    where r.workspace_id = ${actor.workspace.id} and (r.slug = ${slug} or r.root_id = ${id}) and ${seesRoot(sql, actor)}
    order by r.slug = ${slug} desc nulls last limit 1`;
  return row ?? null;
}

/** The roots that the caller sees, General first and then by name; with `root_id` that one alone. */
export async function listRoots(
  sql: Sql,
  actor: Actor,
  only: { root_id?: number } & Partial<PageOptions<RootKeys>> = {},
): Promise<SeenRoot[]> {
  const { root_id, after = null, limit = null } = only;
  const keys = sql`(not r.is_general)::int, lower(r.name), r.root_id`;
  const rows = await sql<(Omit<SeenRoot, "level"> & { level: number })[]>`
    select ${rootColumns(sql)}, ${placeLevel(sql, actor)} as level, ${managesRoot(sql, actor)} as is_manager,
      (not r.is_general)::int as sort_rank, lower(r.name) as sort_name
    from roots r join places p on p.root_id = r.root_id and p.path = ''
    where r.workspace_id = ${actor.workspace.id} and ${seesRoot(sql, actor)}
      ${root_id === undefined ? sql`` : sql`and r.root_id = ${root_id}`}
      ${after === null ? sql`` : sql`and (${keys}) > (${after.sort_rank}::bigint, ${after.sort_name}, ${after.root_id})`}
    order by ${keys} limit ${limit}`;
  return rows.map((row) => ({ ...row, level: levelNamed(row.level) }));
}

/** What a new root is told about itself. */
export interface NewRoot {
  slug: string;
  name: string;
  description: string | null;
  icon: string | null;
}

/**
 * Makes a root with an empty access list at its top, which none but its managers pass; null for a slug that is taken. Throws
 * 400 when the workspace has `roots_max` of them beside General. In a transaction.
 */
export async function insertRoot(
  sql: Sql,
  options: { actor: Actor; root: NewRoot; now: Date; roots_max: number },
): Promise<RootRow | null> {
  const { actor, root, now, roots_max } = options;
  const workspaceId = actor.workspace.id;
  // Whoever makes a root holds General's row, so that no two count the same roots.
  await sql`select 1 from roots where workspace_id = ${workspaceId} and is_general for no key update`;
  const [counted] = await sql<{ shared: number }[]>`
    select count(*)::int as shared from roots where workspace_id = ${workspaceId} and not is_general`;
  if ((counted?.shared ?? 0) >= roots_max) {
    throw refuse.invalid(
      `the workspace has ${counted?.shared} shared roots; at most ${roots_max} are allowed, so delete one first`,
    );
  }
  const [row] = await sql<RootRow[]>`
    insert into roots as r (workspace_id, slug, name, description, icon, created_by, created_at, updated_at)
    values (${workspaceId}, ${root.slug}, ${root.name}, ${root.description}, ${root.icon}, ${actor.user_id}, ${now}, ${now})
    on conflict (workspace_id, slug) do nothing returning ${rootColumns(sql)}`;
  if (!row) return null;
  const [top] = await sql<{ place_id: number }[]>`
    insert into places (workspace_id, root_id, path, has_list) values (${workspaceId}, ${row.root_id}, '', true)
    returning place_id`;
  await sql`update places set guard_ids = array[place_id] where place_id = ${top?.place_id ?? null}`;
  return row;
}

/** Sets a held root's columns. Throws 409 for a slug that is taken. */
export async function updateRoot(
  sql: Sql,
  root: RootRow,
  changes: Partial<NewRoot> & { updated_at: Date },
): Promise<void> {
  try {
    await sql`update roots set ${sql(changes)} where root_id = ${root.root_id} and workspace_id = ${root.workspace_id}`;
  } catch (error) {
    const violated = error instanceof Error && "constraint_name" in error ? error.constraint_name : null;
    if (violated === "roots_workspace_id_slug_key") throw refuseTaken(changes.slug ?? "");
    throw error;
  }
}

/** Takes an icon away from every root of a workspace. */
export async function clearRootIcon(sql: Sql, of: { workspace_id: number; icon: string }): Promise<void> {
  await sql`update roots set icon = null where workspace_id = ${of.workspace_id} and icon = ${of.icon}`;
}

/** Removes a held root with its folders, its access lists and the names of its members' folders. */
export async function deleteRoot(sql: Sql, root: RootRow): Promise<void> {
  await sql`delete from roots where root_id = ${root.root_id} and workspace_id = ${root.workspace_id}`;
}

/** The root as it is now, which nobody else changes until the transaction ends. Throws 404 when it has just been deleted. */
export async function holdRoot(sql: Sql, root: RootRow): Promise<RootRow> {
  const [row] = await sql<RootRow[]>`
    select ${rootColumns(sql)} from roots r
    where r.root_id = ${root.root_id} and r.workspace_id = ${root.workspace_id} for update`;
  if (!row) throw refuseDeleted(root);
  return row;
}

/** The workspace's General. */
export async function findGeneral(sql: Sql, workspaceId: number): Promise<RootRow> {
  const [row] = await sql<RootRow[]>`
    select ${rootColumns(sql)} from roots r where r.workspace_id = ${workspaceId} and r.is_general`;
  if (!row) throw new Error(`workspace ${workspaceId} has no General`);
  return row;
}

/** The 404 of a root that went between being found and being held. */
export function refuseDeleted(root: Pick<RootRow, "slug">): Error {
  return refuse.notFound(`root "${root.slug}" is not found; it has just been deleted`);
}

/** The 409 of a slug that another root of the workspace has. */
export function refuseTaken(slug: string): Error {
  return refuse.conflict(`there is already a root with the slug "${slug}"; choose another slug`, {
    code: "already_exists",
    slug,
  });
}

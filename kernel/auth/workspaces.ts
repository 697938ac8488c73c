// Workspaces as rows: making and naming them, finding them by their slugs, and keeping others from them for a while.
import type { Plan } from "../base/plan.ts";
import type { Sql } from "../db/sql.ts";
import { forgetWorkspace } from "./changes.ts";
import type { Person } from "./people.ts";

/** What follows `/auth/sso/` where a workspace's slug would stand. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(["lookup", "callback", "join"]);

/** Whether a slug stands for something else in addresses, so that no workspace can have it. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(slug);
}

/** Keeps two makers of one workspace apart until the transaction ends, then answers it as it is; null where there is none. */
export async function lockSlug(sql: Sql, slug: string): Promise<{ id: number; slug: string; plan: Plan } | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('workspace:' || ${slug}, 0))`;
  return findWorkspace(sql, slug);
}

/** Makes a workspace; a slug that is taken or stands for something else gets a number behind it. */
export async function createWorkspace(
  sql: Sql,
  options: { slug: string; name: string; plan: Plan; now: Date },
): Promise<{ id: number; slug: string }> {
  const requested = slugOf(options.slug) || "workspace";
  for (let attempt = 1; ; attempt++) {
    if (attempt === 1 && RESERVED_SLUGS.has(requested)) continue;
    const slug = attempt === 1 ? requested : `${requested}-${attempt}`;
    const [row] = await sql<{ id: number; slug: string }[]>`
      insert into workspaces (slug, name, plan, created_at) values (${slug}, ${options.name}, ${options.plan}, ${options.now})
      on conflict (slug) do nothing returning workspace_id as id, slug`;
    if (row) return row;
  }
}

/** Makes the workspace of a person who is alone in it, named after them. */
export function createPersonalWorkspace(
  sql: Sql,
  options: { person: Pick<Person, "email" | "name">; plan: Plan; now: Date },
): Promise<{ id: number; slug: string }> {
  const { email, name } = options.person;
  const called = name ?? email.slice(0, email.lastIndexOf("@"));
  return createWorkspace(sql, { slug: called, name: called, plan: options.plan, now: options.now });
}

/**
 * Keeps everyone else who changes who belongs to the workspaces apart until the transaction ends: seats are counted and
 * owners looked for behind this lock alone. Several are taken in one order, so that two who want the same do not block each other.
 */
export async function lockWorkspaces(sql: Sql, ids: readonly number[]): Promise<Person["workspace"][]> {
  // Rows that point to a workspace may still be written: their foreign keys do not wait for this kind of lock.
  return sql<Person["workspace"][]>`
    select workspace_id as id, slug, name, plan from workspaces
    where workspace_id = any(${[...ids]}::bigint[]) order by workspace_id for no key update`;
}

/** A workspace as it stands now, whatever is remembered of it. Throws for an id that there is not. */
export async function readWorkspace(sql: Sql, id: number): Promise<Person["workspace"]> {
  const [row] = await sql<Person["workspace"][]>`
    select workspace_id as id, slug, name, plan from workspaces where workspace_id = ${id}`;
  if (!row) throw new Error(`there is no workspace ${id}`);
  return row;
}

/** The workspace's id by its slug, or null. */
export async function findWorkspace(sql: Sql, slug: string): Promise<{ id: number; slug: string; plan: Plan } | null> {
  const [row] = await sql<{ id: number; slug: string; plan: Plan }[]>`
    select workspace_id as id, slug, plan from workspaces where slug = ${slug}`;
  return row ?? null;
}

/** Every workspace's slug, the oldest first, at most `limit`. */
export async function listWorkspaceSlugs(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`select slug from workspaces order by workspace_id limit ${limit}`;
  return rows.map((row) => row.slug);
}

/** Changes a workspace's name; its slug stays. */
export async function renameWorkspace(sql: Sql, workspaceId: number, name: string): Promise<void> {
  await sql`update workspaces set name = ${name} where workspace_id = ${workspaceId}`;
  await forgetWorkspace(sql, workspaceId);
}

/** Changes a workspace's plan; every member's next request runs with the new one. */
export async function setPlan(sql: Sql, workspaceId: number, plan: Plan): Promise<void> {
  await sql`update workspaces set plan = ${plan} where workspace_id = ${workspaceId}`;
  await forgetWorkspace(sql, workspaceId);
}

/** The part of a text that can stand in a slug: lower-case letters, digits and single hyphens, at most 40. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");
}

// Groups of people, as rows: who is in which. What a group may open is for the plugins that grant it something.
import type { Sql } from "../db/sql.ts";
import { forgetPeople, forgetPerson } from "./changes.ts";

/** A group's own columns. */
export interface GroupRow {
  group_id: number;
  workspace_id: number;
  slug: string;
  name: string;
  description: string;
  /** `native`, or the directory that feeds it. */
  source: string;
  created_at: Date;
}

/** A group by its slug in a workspace, or null. */
export async function findGroupBySlug(sql: Sql, by: { workspace_id: number; slug: string }): Promise<GroupRow | null> {
  const [row] = await sql<GroupRow[]>`
    select group_id, workspace_id, slug, name, description, source, created_at from groups
    where workspace_id = ${by.workspace_id} and slug = ${by.slug}`;
  return row ?? null;
}

/** The groups of a workspace among the given ids. */
export function findGroups(sql: Sql, by: { workspace_id: number; group_ids: readonly number[] }): Promise<GroupRow[]> {
  return sql<GroupRow[]>`
    select group_id, workspace_id, slug, name, description, source, created_at from groups
    where workspace_id = ${by.workspace_id} and group_id = any(${[...by.group_ids]}::bigint[]) order by group_id`;
}

/** The groups of a workspace among the given ids, none of which can be deleted until the transaction ends. */
export function holdGroups(sql: Sql, by: { workspace_id: number; group_ids: readonly number[] }): Promise<GroupRow[]> {
  return sql<GroupRow[]>`
    select group_id, workspace_id, slug, name, description, source, created_at from groups
    where workspace_id = ${by.workspace_id} and group_id = any(${[...by.group_ids]}::bigint[])
    order by group_id for key share`;
}

/** A group of a workspace that nobody else changes until the transaction ends, or null. */
export async function holdGroup(sql: Sql, by: { workspace_id: number; group_id: number }): Promise<GroupRow | null> {
  const [row] = await sql<GroupRow[]>`
    select group_id, workspace_id, slug, name, description, source, created_at from groups
    where workspace_id = ${by.workspace_id} and group_id = ${by.group_id} for update`;
  return row ?? null;
}

/** Makes a group; null when the workspace has one with this slug. */
export async function createGroup(
  sql: Sql,
  group: Omit<GroupRow, "group_id" | "created_at"> & { now: Date },
): Promise<number | null> {
  const { workspace_id, slug, name, description, source, now } = group;
  const [row] = await sql<{ group_id: number }[]>`
    insert into groups (workspace_id, slug, name, description, source, created_at)
    values (${workspace_id}, ${slug}, ${name}, ${description}, ${source}, ${now})
    on conflict (workspace_id, slug) do nothing returning group_id`;
  return row?.group_id ?? null;
}

/** Changes what a group is called; its slug and what it was given stay. */
export async function renameGroup(
  sql: Sql,
  group: Pick<GroupRow, "workspace_id" | "group_id" | "name" | "description">,
): Promise<void> {
  await sql`
    update groups set name = ${group.name}, description = ${group.description}
    where workspace_id = ${group.workspace_id} and group_id = ${group.group_id}`;
}

/** Deletes a group and who was in it; `groupEndHook` is asked before. */
export async function deleteGroup(sql: Sql, by: Pick<GroupRow, "workspace_id" | "group_id">): Promise<void> {
  await sql`delete from groups where workspace_id = ${by.workspace_id} and group_id = ${by.group_id}`;
}

/** Puts people into a group, and answers who was not in it before. */
export async function addToGroup(
  sql: Sql,
  options: { group: Pick<GroupRow, "group_id" | "workspace_id">; user_ids: readonly number[]; now: Date },
): Promise<number[]> {
  const added = await sql<{ user_id: number }[]>`
    insert into group_members (group_id, user_id, workspace_id, added_at)
    select ${options.group.group_id}, user_id, ${options.group.workspace_id}, ${options.now}
    from unnest(${[...options.user_ids]}::bigint[]) as user_id
    on conflict do nothing returning user_id`;
  return forgotten(sql, added);
}

/** Takes people out of a group, and answers who was in it; what it opened to them is closed from their next request. */
export async function removeFromGroup(
  sql: Sql,
  options: { group: Pick<GroupRow, "group_id" | "workspace_id">; user_ids: readonly number[] },
): Promise<number[]> {
  const removed = await sql<{ user_id: number }[]>`
    delete from group_members
    where group_id = ${options.group.group_id} and workspace_id = ${options.group.workspace_id}
      and user_id = any(${[...options.user_ids]}::bigint[]) returning user_id`;
  return forgotten(sql, removed);
}

/** Takes everybody out of a group but these people, and answers who was in it. */
export async function removeOthersFromGroup(
  sql: Sql,
  options: { group: Pick<GroupRow, "group_id" | "workspace_id">; user_ids: readonly number[] },
): Promise<number[]> {
  const removed = await sql<{ user_id: number }[]>`
    delete from group_members
    where group_id = ${options.group.group_id} and workspace_id = ${options.group.workspace_id}
      and user_id not in (select unnest(${[...options.user_ids]}::bigint[])) returning user_id`;
  return forgotten(sql, removed);
}

/** The people of these rows, whom every server reads anew. */
async function forgotten(sql: Sql, rows: readonly { user_id: number }[]): Promise<number[]> {
  const userIds = rows.map((row) => row.user_id);
  if (userIds.length > 0) await forgetPeople(sql, userIds);
  return userIds;
}

/** Takes a person out of every group, as when they leave the workspace. */
export async function removeFromAllGroups(sql: Sql, by: { workspace_id: number; user_id: number }): Promise<void> {
  await sql`delete from group_members where workspace_id = ${by.workspace_id} and user_id = ${by.user_id}`;
  await forgetPerson(sql, by.user_id);
}

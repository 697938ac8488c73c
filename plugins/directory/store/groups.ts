// The groups that come of a directory, and who is in them there and here.

import type { Sql } from "../../../kernel/plugin.ts";
import { removeOthersFromGroup } from "../../../kernel/ports/auth.ts";

export interface DirectoryGroupRow {
  directory_group_id: number;
  workspace_id: number;
  connection_id: number;
  group_id: number;
  provider_group: string;
  paused: boolean;
  refreshed_at: Date | null;
}

export interface ShownGroupRow extends DirectoryGroupRow {
  slug: string;
  name: string;
  members: number;
  /** People of the directory without an account here. */
  unmatched: number;
}

export function listGroups(sql: Sql, connectionId: number): Promise<ShownGroupRow[]> {
  return sql<ShownGroupRow[]>`
    select d.*, g.slug, g.name, counted.members, counted.unmatched from directory_groups d join groups g using (group_id)
    cross join lateral (
      select count(u.user_id)::int as members, count(*) filter (where m.email is not null and u.user_id is null)::int as unmatched
      from directory_members m left join users u
        on lower(u.email) = m.email and u.workspace_id = d.workspace_id and u.disabled_at is null
      where m.directory_group_id = d.directory_group_id) counted
    where d.connection_id = ${connectionId} order by d.directory_group_id`;
}

/** Null when the group is taken already. */
export async function insertDirectoryGroup(
  sql: Sql,
  row: Pick<DirectoryGroupRow, "workspace_id" | "connection_id" | "group_id" | "provider_group">,
): Promise<DirectoryGroupRow | null> {
  const { workspace_id, connection_id, group_id, provider_group } = row;
  const [made] = await sql<DirectoryGroupRow[]>`
    insert into directory_groups (workspace_id, connection_id, group_id, provider_group)
    values (${workspace_id}, ${connection_id}, ${group_id}, ${provider_group}) on conflict do nothing returning *`;
  return made ?? null;
}

export async function isTaken(sql: Sql, by: { connection_id: number; provider_group: string }): Promise<boolean> {
  const rows = await sql`
    select from directory_groups where connection_id = ${by.connection_id} and provider_group = ${by.provider_group}`;
  return rows.length > 0;
}

/** Holds the group's row; null once it is gone. */
export async function holdDirectoryGroup(sql: Sql, id: number): Promise<DirectoryGroupRow | null> {
  const [row] = await sql<DirectoryGroupRow[]>`
    select * from directory_groups where directory_group_id = ${id} for update`;
  return row ?? null;
}

/** Follows a group no more; whether anything was followed is all the same. */
export async function dropDirectoryGroup(sql: Sql, groupId: number): Promise<void> {
  await sql`delete from directory_groups where group_id = ${groupId}`;
}

/** Accounts of a workspace with one of these addresses. */
export async function findUsersAmong(
  sql: Sql,
  { workspace_id, emails }: { workspace_id: number; emails: readonly string[] },
): Promise<{ user_id: number; email: string }[]> {
  return sql<{ user_id: number; email: string }[]>`
    select user_id, email from users
    where workspace_id = ${workspace_id} and disabled_at is null and lower(email) = any(${[...emails]}::text[])`;
}

/** Takes everybody out of a group until a snapshot comes; who belongs to it stays known. Answers whether it was not paused before. */
export async function pauseGroup(sql: Sql, group: DirectoryGroupRow): Promise<boolean> {
  const rows = await sql`
    update directory_groups set paused = true where directory_group_id = ${group.directory_group_id} and not paused returning 1`;
  await removeOthersFromGroup(sql, { group, user_ids: [] });
  return rows.length > 0;
}

/** Groups whose connection was last read whole before a moment, held until the transaction ends. */
export function holdStale(sql: Sql, { before, limit }: { before: Date; limit: number }): Promise<DirectoryGroupRow[]> {
  return sql<DirectoryGroupRow[]>`
    select d.* from directory_groups d join directory_connections c using (connection_id)
    where not d.paused and coalesce(d.refreshed_at, c.connected_at, '-infinity') < ${before}
    order by d.directory_group_id limit ${limit} for update of d skip locked`;
}

/** The groups of a connection, held until the transaction ends. */
export function holdGroupsOf(sql: Sql, connectionId: number): Promise<DirectoryGroupRow[]> {
  return sql<DirectoryGroupRow[]>`
    select * from directory_groups where connection_id = ${connectionId} order by directory_group_id for update`;
}

/** The groups that wait for somebody with this address; none is paused or read anew until the transaction ends. */
export async function holdGroupsAwaiting(
  sql: Sql,
  by: { workspace_id: number; email: string },
): Promise<DirectoryGroupRow[]> {
  await sql`
    select from directory_groups where directory_group_id in (
      select directory_group_id from directory_members where workspace_id = ${by.workspace_id} and email = lower(${by.email}))
    order by directory_group_id for share`;
  // Read by a statement of its own: what waited for the locks sees what the one before it wrote.
  return sql<DirectoryGroupRow[]>`
    select d.* from directory_members m join directory_groups d using (directory_group_id)
    where m.workspace_id = ${by.workspace_id} and m.email = lower(${by.email}) and not d.paused`;
}

/** Whether a directory of the workspace has somebody with this address in a group that is taken from it. */
export async function isInDirectory(
  sql: Sql,
  by: { workspace_id: number; email: string; providers: readonly string[] },
): Promise<boolean> {
  const rows = await sql`
    select from directory_members m join directory_groups d using (directory_group_id)
      join directory_connections c using (connection_id)
    where m.workspace_id = ${by.workspace_id} and m.email = lower(${by.email}) and c.provider = any(${[...by.providers]}::text[])
    limit 1`;
  return rows.length > 0;
}

/** Forgets an address whose account ends for good; a directory that still has it tells of it again. */
export async function forgetMember({
  sql,
  workspace_id,
  email,
}: {
  sql: Sql;
  workspace_id: number;
  email: string;
}): Promise<void> {
  await sql`delete from directory_members where workspace_id = ${workspace_id} and email = lower(${email})`;
}

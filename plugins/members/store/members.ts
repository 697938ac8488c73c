// Members as rows: the people of one workspace.
import { type PageOptions, pagesOf, type Role, type Sql } from "../../../kernel/plugin.ts";

/** A member as a list shows them: with what the plugins that sign people in or keep their accounts say of them. */
export interface ListedMember extends MemberRow {
  sso: boolean;
  scim: boolean;
}

/** Who is looked for; what is left out narrows nothing. */
export interface MemberFilters {
  /** A part of the name or of the address, in whatever case; every character stands for itself. */
  q?: string;
  role?: Role;
  disabled?: boolean;
  sso?: boolean;
  scim?: boolean;
  group_id?: number;
  /** Who signed in last before then, or never. */
  last_sign_in_before?: Date;
  user_id?: number;
}

/** Of whom each mark is true, as subqueries for their ids. */
export type MarkQueries = Readonly<Record<"sso" | "scim", readonly ReturnType<Sql>[]>>;

export interface MemberRow {
  user_id: number;
  email: string;
  name: string | null;
  role: Role;
  joined: Date;
  disabled: boolean;
  last_sign_in: Date | null;
}

function memberColumns(sql: Sql) {
  return sql`user_id, email, name, role, coalesce(joined_at, created_at) as joined,
    disabled_at is not null as disabled, last_sign_in_at as last_sign_in`;
}

export const MEMBERS = pagesOf("members", (at) => ({ joined: at.time("joined"), user_id: at.id("user_id") }));

/** Who in a workspace is looked for, who came first first; by one query. */
export function listMembers(
  sql: Sql,
  options: { workspace_id: number; filters?: MemberFilters; marks: MarkQueries } & Partial<
    PageOptions<Pick<MemberRow, "joined" | "user_id">>
  >,
): Promise<ListedMember[]> {
  const { workspace_id, filters = {}, marks, after = null, limit = null } = options;
  const is = (mark: "sso" | "scim") => marks[mark].reduce((any, ids) => sql`${any} or user_id in (${ids})`, sql`false`);
  return sql<ListedMember[]>`
    select ${memberColumns(sql)}, ${is("sso")} as sso, ${is("scim")} as scim
    from users where workspace_id = ${workspace_id} ${matching(sql, { workspace_id, filters, is })}
      ${after === null ? sql`` : sql`and (coalesce(joined_at, created_at), user_id) > (${after.joined}, ${after.user_id})`}
    order by coalesce(joined_at, created_at), user_id limit ${limit}`;
}

function matching(
  sql: Sql,
  options: { workspace_id: number; filters: MemberFilters; is: (mark: "sso" | "scim") => ReturnType<Sql> },
): ReturnType<Sql> {
  const { workspace_id, filters, is } = options;
  const { q, role, disabled, sso, scim, group_id, last_sign_in_before: before, user_id } = filters;
  const isSaid = <Value>(value: Value | undefined): value is Value => value !== undefined;
  return sql`
    ${isSaid(q) ? sql`and (strpos(lower(email), lower(${q})) > 0 or strpos(lower(name), lower(${q})) > 0)` : sql``}
    ${isSaid(role) ? sql`and role = ${role}` : sql``}
    ${isSaid(disabled) ? sql`and (disabled_at is not null) = ${disabled}` : sql``}
    ${isSaid(sso) ? sql`and (${is("sso")}) = ${sso}` : sql``}
    ${isSaid(scim) ? sql`and (${is("scim")}) = ${scim}` : sql``}
    ${isSaid(group_id) ? sql`and user_id in (select user_id from group_members where group_id = ${group_id} and workspace_id = ${workspace_id})` : sql``}
    ${isSaid(before) ? sql`and (last_sign_in_at is null or last_sign_in_at < ${before})` : sql``}
    ${isSaid(user_id) ? sql`and user_id = ${user_id}` : sql``}`;
}

/** A member, whom nobody else changes until the transaction ends; null for who is not in the workspace. */
export async function holdMember(sql: Sql, by: { workspace_id: number; user_id: number }): Promise<MemberRow | null> {
  const [row] = await sql<MemberRow[]>`
    select ${memberColumns(sql)} from users
    where workspace_id = ${by.workspace_id} and user_id = ${by.user_id} for update`;
  return row ?? null;
}

/** How many others are active in the workspace, and how many of them own it. */
export async function countOthers(
  sql: Sql,
  by: { workspace_id: number; user_id: number },
): Promise<{ members: number; owners: number }> {
  const [row] = await sql<{ members: number; owners: number }[]>`
    select count(*)::int as members, (count(*) filter (where role = 'owner'))::int as owners from users
    where workspace_id = ${by.workspace_id} and user_id <> ${by.user_id} and disabled_at is null`;
  return row ?? { members: 0, owners: 0 };
}

/** The accounts of a workspace's owners and admins. */
export async function listManagers(sql: Sql, workspaceId: number): Promise<number[]> {
  const rows = await sql<{ user_id: number }[]>`
    select user_id from users
    where workspace_id = ${workspaceId} and role in ('owner', 'admin') and disabled_at is null order by user_id`;
  return rows.map((row) => row.user_id);
}

/** The accounts of a workspace's owners. */
export async function listOwners(sql: Sql, workspaceId: number): Promise<number[]> {
  const rows = await sql<{ user_id: number }[]>`
    select user_id from users
    where workspace_id = ${workspaceId} and role = 'owner' and disabled_at is null order by user_id`;
  return rows.map((row) => row.user_id);
}

/** A member by their id; null for who is not in the workspace. */
export async function findMember(sql: Sql, by: { workspace_id: number; user_id: number }): Promise<MemberRow | null> {
  const [row] = await sql<MemberRow[]>`
    select ${memberColumns(sql)} from users where workspace_id = ${by.workspace_id} and user_id = ${by.user_id}`;
  return row ?? null;
}

/** The accounts of a workspace's active members. */
export async function listActive(sql: Sql, workspaceId: number): Promise<number[]> {
  const rows = await sql<{ user_id: number }[]>`
    select user_id from users where workspace_id = ${workspaceId} and disabled_at is null order by user_id`;
  return rows.map((row) => row.user_id);
}

// Members as rows: the people of one workspace.
import { type PageOptions, pagesOf, type Role, type Sql } from "../../../kernel/mod.ts";

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

/** Everyone in a workspace, who came first first. */
export function listMembers(
  sql: Sql,
  options: { workspace_id: number } & PageOptions<Pick<MemberRow, "joined" | "user_id">>,
): Promise<MemberRow[]> {
  const { workspace_id, after, limit } = options;
  return sql<MemberRow[]>`
    select ${memberColumns(sql)} from users where workspace_id = ${workspace_id}
      ${after === null ? sql`` : sql`and (coalesce(joined_at, created_at), user_id) > (${after.joined}, ${after.user_id})`}
    order by coalesce(joined_at, created_at), user_id limit ${limit}`;
}

/** A member, whom nobody else changes until the transaction ends; null for who is not in the workspace. */
export async function holdMember(sql: Sql, by: { workspace_id: number; user_id: number }): Promise<MemberRow | null> {
  const [row] = await sql<MemberRow[]>`
    select ${memberColumns(sql)} from users
    where workspace_id = ${by.workspace_id} and user_id = ${by.user_id} for update`;
  return row ?? null;
}

/** The member with an address, in whatever case; null when it is nobody's in this workspace. */
export async function findMemberByEmail(
  sql: Sql,
  by: { workspace_id: number; email: string },
): Promise<MemberRow | null> {
  const [row] = await sql<MemberRow[]>`
    select ${memberColumns(sql)} from users
    where workspace_id = ${by.workspace_id} and lower(email) = lower(${by.email})`;
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

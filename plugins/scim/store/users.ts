// People as a provider sees them:
// the members of its workspace, and those whom it has switched off, wherever they are now.
import type { Role, Sql } from "../../../kernel/plugin.ts";
import type { UserFilter } from "../protocol/filter.ts";
import { type Page, textCondition } from "./conditions.ts";

export interface UserRow {
  user_id: number;
  email: string;
  name: string | null;
  role: Role;
  /** Where they are now. */
  workspace_id: number;
  disabled: boolean;
  created_at: Date;
  updated_at: Date;
  external_id: string | null;
  made: boolean;
  /** Switched off by the provider of `kept_by`. */
  deactivated: boolean;
  away: boolean;
  /** The workspace whose provider knows of them; null where none does. */
  kept_by: number | null;
}

function userColumns(sql: Sql) {
  return sql`u.user_id, u.email, u.name, u.role, u.workspace_id, u.disabled_at is not null as disabled, u.created_at,
    coalesce(s.updated_at, u.joined_at, u.created_at) as updated_at, s.external_id, coalesce(s.made, false) as made,
    s.deactivated_at is not null as deactivated, coalesce(s.away, false) as away, s.workspace_id as kept_by`;
}

function usersOf(sql: Sql, workspaceId: number) {
  return sql`users u left join scim_users s on s.user_id = u.user_id and s.workspace_id = ${workspaceId}`;
}

/** Whether a row's person is active for a workspace. */
export function isActive(row: Pick<UserRow, "workspace_id" | "disabled">, workspaceId: number): boolean {
  return row.workspace_id === workspaceId && !row.disabled;
}

/** The id that a reference is, where it has the form of one. */
export function idOf(ref: string): number | null {
  return /^[1-9]\d{0,14}$/.test(ref) ? Number(ref) : null;
}

/** A user by our id, else by the provider's; `hold` keeps others from changing them until the transaction ends. */
export async function findUser(
  sql: Sql,
  by: { workspace_id: number; ref: string; hold?: boolean },
): Promise<UserRow | null> {
  const { workspace_id, ref, hold = false } = by;
  const id = idOf(ref);
  const [row] = await sql<UserRow[]>`
    select ${userColumns(sql)} from ${usersOf(sql, workspace_id)}
    where u.user_id = any(array[${id}::bigint,
        (select user_id from scim_users where workspace_id = ${workspace_id} and lower(external_id) = lower(${ref}))])
      and (u.workspace_id = ${workspace_id} or s.away)
    order by (u.user_id = ${id}::bigint) desc nulls last limit 1 ${hold ? sql`for update of u` : sql``}`;
  return row ?? null;
}

/** The account of an address, wherever it is, held until the transaction ends. */
export async function holdAccount(sql: Sql, email: string): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    select ${userColumns(sql)} from users u left join scim_users s on s.user_id = u.user_id
    where lower(u.email) = lower(${email}) for update of u`;
  return row ?? null;
}

/** What is shown of a workspace: its members, and who was switched off and moved away. */
function shown(sql: Sql, workspaceId: number) {
  return sql`(
    select user_id from users where workspace_id = ${workspaceId}
    union all select user_id from scim_users where workspace_id = ${workspaceId} and away) as shown`;
}

/** Users in the order of their ids. */
export function listUsers(
  sql: Sql,
  by: { workspace_id: number; filter: UserFilter | null } & Page,
): Promise<UserRow[]> {
  const { workspace_id, filter, offset, limit } = by;
  const one = filter && exactly(sql, workspace_id, filter);
  if (one)
    return sql<UserRow[]>`
      select ${userColumns(sql)} from ${usersOf(sql, workspace_id)}
      where ${one} and (u.workspace_id = ${workspace_id} or s.away) offset ${offset} limit ${limit}`;
  return sql<UserRow[]>`
    select ${userColumns(sql)}
    from ${shown(sql, workspace_id)} join users u using (user_id)
      left join scim_users s on s.user_id = u.user_id and s.workspace_id = ${workspace_id}
    ${filter ? sql`where ${conditionOf(sql, workspace_id, filter)}` : sql``}
    order by shown.user_id offset ${offset} limit ${limit}`;
}

/** How many there are of them. */
export async function countUsers(sql: Sql, by: { workspace_id: number; filter: UserFilter | null }): Promise<number> {
  const { workspace_id, filter } = by;
  const [row] = await (filter
    ? sql<{ total: number }[]>`
        select count(*)::int as total from ${shown(sql, workspace_id)} join users u using (user_id)
          left join scim_users s on s.user_id = u.user_id and s.workspace_id = ${workspace_id}
        where ${conditionOf(sql, workspace_id, filter)}`
    : sql<{ total: number }[]>`select count(*)::int as total from ${shown(sql, workspace_id)}`);
  return row?.total ?? 0;
}

/** What an index answers with one row; null for other filters. */
function exactly(sql: Sql, workspaceId: number, filter: UserFilter) {
  if (filter.operator !== "eq" || filter.attribute === "active" || filter.value === null) return null;
  if (filter.attribute === "email") return sql`lower(u.email) = lower(${filter.value})`;
  return sql`s.workspace_id = ${workspaceId} and lower(s.external_id) = lower(${filter.value})`;
}

function conditionOf(sql: Sql, workspaceId: number, filter: UserFilter) {
  if (filter.attribute === "active") {
    const active = sql`(u.workspace_id = ${workspaceId} and u.disabled_at is null)`;
    return filter.value ? active : sql`not ${active}`;
  }
  return textCondition(sql, filter.attribute === "email" ? sql`u.email` : sql`s.external_id`, filter);
}

/** What a provider knows of a person; written anew as a whole. Postgres refuses an external id that another has. */
export async function keepUser(
  sql: Sql,
  user: {
    user_id: number;
    workspace_id: number;
    external_id: string | null;
    made: boolean;
    deactivated_at: Date | null;
    away: boolean;
    now: Date;
  },
): Promise<void> {
  const { user_id, workspace_id, external_id, made, deactivated_at, away, now } = user;
  await sql`
    insert into scim_users (user_id, workspace_id, external_id, made, deactivated_at, away, updated_at)
    values (${user_id}, ${workspace_id}, ${external_id}, ${made}, ${deactivated_at}, ${away}, ${now})
    on conflict (user_id) do update set workspace_id = excluded.workspace_id, external_id = excluded.external_id,
      made = excluded.made, deactivated_at = excluded.deactivated_at, away = excluded.away, updated_at = excluded.updated_at`;
}

/** Notes what has changed of a person whose state stays; who was not known is from now on. */
export async function noteUser(
  sql: Sql,
  user: { user_id: number; workspace_id: number; external_id: string | null; now: Date },
): Promise<void> {
  const { user_id, workspace_id, external_id, now } = user;
  await sql`
    insert into scim_users (user_id, workspace_id, external_id, updated_at)
    values (${user_id}, ${workspace_id}, ${external_id}, ${now})
    on conflict (user_id) do update set external_id = excluded.external_id, updated_at = excluded.updated_at`;
}

/** The subquery for the ids of those whom a workspace's provider keeps, of those who are there. */
export function keptBy(sql: Sql, workspaceId: number): ReturnType<Sql> {
  return sql`select user_id from scim_users where workspace_id = ${workspaceId} and not away`;
}

/** The provider of a workspace that somebody leaves knows no more of them. */
export async function forgetMover(sql: Sql, move: { user_id: number; from_workspace_id: number }): Promise<void> {
  await sql`delete from scim_users where user_id = ${move.user_id} and workspace_id = ${move.from_workspace_id}`;
}

export async function forgetUser(sql: Sql, userId: number): Promise<void> {
  await sql`delete from scim_users where user_id = ${userId}`;
}

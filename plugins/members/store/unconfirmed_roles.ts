// Rows of owners and admins whose role no owner has confirmed in a session.
import type { PersonEnd, Role, Sql } from "../../../kernel/plugin.ts";

/** Somebody whose role waits for an owner's word. */
export interface UnconfirmedRole {
  user_id: number;
  email: string;
  role: Role;
  /** By whose credential they got it; null where that is not known, or that one's own role waited. */
  given_by: number | null;
  giver: string | null;
  created_at: Date;
}

export function listUnconfirmedRoles(sql: Sql, workspaceId: number): Promise<UnconfirmedRole[]> {
  return sql<UnconfirmedRole[]>`
    select r.user_id, u.email, u.role, r.given_by, g.email as giver, r.created_at
    from unconfirmed_roles r join users u on u.user_id = r.user_id and u.workspace_id = r.workspace_id
      left join users g on g.user_id = r.given_by
    where r.workspace_id = ${workspaceId} order by r.created_at, r.user_id`;
}

export async function isUnconfirmed(sql: Sql, by: { workspace_id: number; user_id: number }): Promise<boolean> {
  const rows = await sql`
    select from unconfirmed_roles where user_id = ${by.user_id} and workspace_id = ${by.workspace_id}`;
  return rows.count > 0;
}

/** Whether an owner whose role waits has it of this person, whose own counted then. */
export async function isHandedOver(sql: Sql, by: { workspace_id: number; user_id: number }): Promise<boolean> {
  const rows = await sql`
    select from unconfirmed_roles r join users u using (user_id, workspace_id)
    where r.workspace_id = ${by.workspace_id} and r.given_by = ${by.user_id} and u.role = 'owner' limit 1`;
  return rows.count > 0;
}

/** Notes that a role waits; false where it did already. */
export async function insertUnconfirmedRole(
  sql: Sql,
  row: { workspace_id: number; user_id: number; given_by: number | null; now: Date },
): Promise<boolean> {
  const { workspace_id, user_id, given_by, now } = row;
  const rows = await sql<{ is_new: boolean }[]>`
    insert into unconfirmed_roles (user_id, workspace_id, given_by, created_at)
    values (${user_id}, ${workspace_id}, ${given_by}, ${now})
    on conflict (user_id) do update set workspace_id = excluded.workspace_id, given_by = excluded.given_by
    returning xmax = 0 as is_new`;
  return rows[0]?.is_new ?? false;
}

/** The role is confirmed, or there is none to confirm any more; false where none waited. */
export async function dropUnconfirmedRole(sql: Sql, userId: number): Promise<boolean> {
  const gone = await sql`delete from unconfirmed_roles where user_id = ${userId}`;
  return gone.count > 0;
}

export async function forgetUnconfirmed({ sql, user_id }: Pick<PersonEnd, "sql" | "user_id">): Promise<void> {
  await sql`delete from unconfirmed_roles where user_id = ${user_id}`;
  await sql`update unconfirmed_roles set given_by = null where given_by = ${user_id}`;
}

// Invites that wait, seen from the groups that they lead to.
import type { Sql } from "../../../kernel/plugin.ts";

/** An invite that waits for its acceptance, as a group's managers see it. */
export interface PendingInvite {
  id: number;
  email: string;
  role: "admin" | "member";
  created_at: Date;
  expires_at: Date;
}

/** How many invites wait with each group of a workspace assigned. */
export async function countPendingByGroup(
  sql: Sql,
  by: { workspace_id: number; now: Date },
): Promise<Map<number, number>> {
  const rows = await sql<{ group_id: number; waiting: number }[]>`
    select ig.group_id, count(*)::int as waiting
    from invite_groups ig join invites i on i.invite_id = ig.invite_id and i.workspace_id = ig.workspace_id
    where i.workspace_id = ${by.workspace_id} and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${by.now}
    group by ig.group_id`;
  return new Map(rows.map((row) => [row.group_id, row.waiting]));
}

/** The invites that wait with a group assigned, the oldest first. */
export function listPendingOfGroup(
  sql: Sql,
  by: { workspace_id: number; group_id: number; now: Date },
): Promise<PendingInvite[]> {
  return sql<PendingInvite[]>`
    select i.invite_id as id, i.email, i.role, i.created_at, i.expires_at
    from invite_groups ig join invites i on i.invite_id = ig.invite_id and i.workspace_id = ig.workspace_id
    where i.workspace_id = ${by.workspace_id} and ig.group_id = ${by.group_id}
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${by.now}
    order by i.invite_id`;
}

// Policies as rows.

import type { Plan, Sql } from "../../../kernel/plugin.ts";
import { markAnnouncing } from "../../../kernel/ports/db.ts";
import { NO_POLICY, type Policy } from "../policy.ts";

export interface PolicyRow extends Policy {
  plan: Plan;
  /** When owners were last let hand over what belongs to others. */
  hand_over_since: Date | null;
  /** Null where none was ever set. */
  updated_at: Date | null;
}

/** The policy of a workspace and its plan, also where it has set none. */
export async function readPolicy(sql: Sql, workspaceId: number): Promise<PolicyRow> {
  const [row] = await sql<PolicyRow[]>`
    select w.plan, p.allowed_visibilities, p.min_retention_days, p.max_retention_days,
      coalesce(p.secret_scan, ${NO_POLICY.secret_scan}) as secret_scan,
      coalesce(p.publishing, ${NO_POLICY.publishing}) as publishing, p.ip_allowlist, p.updated_at,
      coalesce(p.hand_over, ${NO_POLICY.hand_over}) as hand_over, p.hand_over_since
    from workspaces w left join workspace_policies p using (workspace_id) where w.workspace_id = ${workspaceId}`;
  return row ?? { ...NO_POLICY, plan: "free", updated_at: null, hand_over_since: null };
}

/** Holds the policy against others who would change it, until the transaction ends. */
export async function lockPolicy(sql: Sql, workspaceId: number): Promise<PolicyRow> {
  await sql`insert into workspace_policies (workspace_id) values (${workspaceId}) on conflict (workspace_id) do nothing`;
  await sql`select 1 from workspace_policies where workspace_id = ${workspaceId} for no key update`;
  return readPolicy(sql, workspaceId);
}

/** Sets the members given of a policy that is locked. */
export async function updatePolicy(
  sql: Sql,
  { workspace_id, now, changes }: { workspace_id: number; now: Date; changes: Partial<Policy> },
): Promise<void> {
  // By its triggers.
  markAnnouncing(sql);
  const since = changes.hand_over === "owners" ? { hand_over_since: now } : {};
  await sql`update workspace_policies set ${sql({ ...changes, ...since, updated_at: now })} where workspace_id = ${workspace_id}`;
}

/** Drops the allowlist of a workspace, whatever its plan; answers it as it was, null where there was none. */
export async function allowAllAddresses(
  sql: Sql,
  { workspace_id, now }: { workspace_id: number; now: Date },
): Promise<string[] | null> {
  const { ip_allowlist } = await lockPolicy(sql, workspace_id);
  if (ip_allowlist !== null) await updatePolicy(sql, { workspace_id, now, changes: { ip_allowlist: null } });
  return ip_allowlist;
}

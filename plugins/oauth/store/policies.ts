// How long a workspace lets connections last.
import type { Sql } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";

export const DAYS_MAX = manifest.caps.connection_days;
const DAYS_DEFAULT = 30;

export interface SessionPolicy {
  max_days: number;
  default_days: number;
}

export async function findPolicy(sql: Sql, workspaceId: number): Promise<SessionPolicy> {
  const [row] = await sql<{ max_days: number }[]>`
    select max_days from connection_policies where workspace_id = ${workspaceId}`;
  const max_days = row?.max_days ?? DAYS_MAX;
  return { max_days, default_days: Math.min(DAYS_DEFAULT, max_days) };
}

export async function setPolicy(
  sql: Sql,
  policy: { workspace_id: number; max_days: number; now: Date },
): Promise<void> {
  const { workspace_id, max_days, now } = policy;
  await sql`
    insert into connection_policies (workspace_id, max_days, changed_at) values (${workspace_id}, ${max_days}, ${now})
    on conflict (workspace_id) do update set max_days = excluded.max_days, changed_at = excluded.changed_at`;
}

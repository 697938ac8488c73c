// Documents that do not fit a policy, as one query.
import { type Actor, type PageOptions, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import { andDocumentInReach, levelColumns, live, placedFor } from "../../documents/port/sql.ts";
import type { Level } from "../../places/port.ts";
import type { Policy, Visibility } from "../policy.ts";

export interface ViolatingRow {
  document_id: number;
  doc_id: string;
  title: string;
  owner_email: string;
  visibility: Visibility;
  retention_days: number;
  expires_at: Date | null;
  updated_at: Date;
  level: Level;
  is_visibility: boolean;
  is_retention: boolean;
}

export const VIOLATIONS = pagesOf("policy_violations", (at) => ({ document_id: at.id("document_id") }));

/** Live documents of the workspace whose visibility or retention the policy does not allow, the oldest first. */
export function listViolating(
  sql: Sql,
  options: { actor: Actor; now: Date; policy: Policy } & PageOptions<Pick<ViolatingRow, "document_id">>,
): Promise<ViolatingRow[]> {
  const { actor, now, policy, after, limit } = options;
  const { allowed_visibilities: allowed, min_retention_days: least, max_retention_days: most } = policy;
  const isVisibility = allowed === null ? sql`false` : sql`d.visibility <> all(${allowed})`;
  const isLong = most === null ? sql`false` : sql`(d.retention_days = 0 or d.retention_days > ${most})`;
  const isShort = least === null ? sql`false` : sql`(d.retention_days > 0 and d.retention_days < ${least})`;
  return sql<ViolatingRow[]>`
    select d.document_id, d.doc_id, d.title, u.email as owner_email, d.visibility, d.retention_days, d.expires_at, d.updated_at,
      ${isVisibility} as is_visibility, (${isLong} or ${isShort}) as is_retention, ${levelColumns(sql, actor)}
    from ${placedFor(sql, actor)} join users u on u.user_id = d.owner_id
    where d.workspace_id = ${actor.workspace.id} and ${live(sql, now)} and (${isVisibility} or ${isLong} or ${isShort})
      ${after === null ? sql`` : sql`and d.document_id > ${after.document_id}`}${andDocumentInReach(sql, actor, sql`d.doc_id`)}
    order by d.document_id limit ${limit}`;
}

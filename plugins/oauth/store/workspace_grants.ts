// Every connection of a workspace as rows, with whose it is, in pages.
import { type PageOptions, pagesOf, type Role, type Sql } from "../../../kernel/plugin.ts";
import { GRANT_COLUMNS, type ShownGrant } from "./grants.ts";

/** A connection with whom it acts for. */
export interface OwnedGrant extends ShownGrant {
  email: string;
  owner_name: string | null;
  role: Role;
  disabled: boolean;
}

/** Which connections are looked for; what is left out narrows nothing. */
export interface GrantFilters {
  /** A part of what the connection or its program is called, or of its person's name or address, in whatever case. */
  q?: string;
  user_id?: number;
  /** What was used last before then, or never. */
  last_used_before?: Date;
  grant_id?: number;
}

export const WORKSPACE_GRANTS = pagesOf("workspace-connections", (at) => ({ grant_id: at.id("grant_id") }));

/** The connections of a workspace that last, the newest first. */
export function listWorkspaceGrants(
  sql: Sql,
  by: { workspace_id: number; now: Date; filters: GrantFilters } & Partial<PageOptions<Pick<OwnedGrant, "grant_id">>>,
): Promise<OwnedGrant[]> {
  const { workspace_id, now, after = null, limit = null } = by;
  const { q, user_id, last_used_before: before, grant_id } = by.filters;
  return sql<OwnedGrant[]>`
    select ${sql.unsafe(GRANT_COLUMNS)}, g.ip_last, c.kind, used.last_used_at,
      u.email, u.name as owner_name, u.role, u.disabled_at is not null as disabled
    from oauth_grants g join users u on u.user_id = g.user_id left join oauth_clients c using (client_id)
    left join lateral (
      select max(t.last_used_at) as last_used_at from oauth_codes k join oauth_refresh_tokens r using (code_id)
      join tokens t using (token_id) where k.grant_id = g.grant_id
    ) used on true
    where g.workspace_id = ${workspace_id} and g.ended_at is null and g.deadline > ${now}
      ${q === undefined ? sql`` : sql`and (${["g.name", "g.client_name", "u.email", "u.name"].map((column) => sql`strpos(lower(${sql.unsafe(column)}), lower(${q})) > 0`).reduce((any, one) => sql`${any} or ${one}`)})`}
      ${user_id === undefined ? sql`` : sql`and g.user_id = ${user_id}`}
      ${before === undefined ? sql`` : sql`and (used.last_used_at is null or used.last_used_at < ${before})`}
      ${grant_id === undefined ? sql`` : sql`and g.grant_id = ${grant_id}`}
      ${after === null ? sql`` : sql`and g.grant_id < ${after.grant_id}`}
    order by g.grant_id desc limit ${limit}`;
}

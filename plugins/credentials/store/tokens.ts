// Every static token of a workspace as rows, with whose it is, in pages. No column of a secret is read.
import { type PageOptions, pagesOf, type Role, type Sql, type TokenLimits } from "../../../kernel/plugin.ts";

export interface OwnedToken {
  id: number;
  name: string;
  prefix: string;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked: boolean;
  client: string | null;
  limits: TokenLimits | null;
  user_id: number;
  email: string;
  owner_name: string | null;
  role: Role;
  disabled: boolean;
}

/** Which tokens are looked for; what is left out narrows nothing. */
export interface TokenFilters {
  /** A part of its name or prefix, or of its owner's name or address, in whatever case. */
  q?: string;
  user_id?: number;
  /** What was used last before then, or never. */
  last_used_before?: Date;
  /** Whether it still opens anything, at `now`. */
  live?: { is: boolean; now: Date };
}

export const WORKSPACE_TOKENS = pagesOf("workspace-tokens", (at) => ({ id: at.id("id") }));

/** The tokens that people of a workspace made, the newest first; those of programs belong to their connections. */
export function listWorkspaceTokens(
  sql: Sql,
  by: { workspace_id: number; filters: TokenFilters } & PageOptions<Pick<OwnedToken, "id">>,
): Promise<OwnedToken[]> {
  const { workspace_id, after, limit } = by;
  const { q, user_id, last_used_before: before, live } = by.filters;
  return sql<OwnedToken[]>`
    select t.token_id as id, t.name, t.prefix, t.created_at, t.expires_at, t.last_used_at,
      t.revoked_at is not null as revoked, t.client, t.limits,
      u.user_id, u.email, u.name as owner_name, u.role, u.disabled_at is not null as disabled
    from tokens t join users u on u.user_id = t.user_id
    where t.workspace_id = ${workspace_id} and t.client is null
      ${q === undefined ? sql`` : sql`and (strpos(lower(t.name), lower(${q})) > 0 or strpos(t.prefix, lower(${q})) > 0 or strpos(lower(u.email), lower(${q})) > 0 or strpos(lower(u.name), lower(${q})) > 0)`}
      ${user_id === undefined ? sql`` : sql`and t.user_id = ${user_id}`}
      ${before === undefined ? sql`` : sql`and (t.last_used_at is null or t.last_used_at < ${before})`}
      ${live === undefined ? sql`` : sql`and (t.revoked_at is null and coalesce(t.expires_at > ${live.now}, true)) = ${live.is}`}
      ${after === null ? sql`` : sql`and t.token_id < ${after.id}`}
    order by t.token_id desc limit ${limit}`;
}

/** A token of a workspace, whoever made it, held until the transaction ends; null for one that is not there. */
export async function holdWorkspaceToken(
  sql: Sql,
  by: { workspace_id: number; token_id: number },
): Promise<Pick<OwnedToken, "id" | "name" | "revoked" | "user_id" | "email" | "role"> | null> {
  const [row] = await sql<Pick<OwnedToken, "id" | "name" | "revoked" | "user_id" | "email" | "role">[]>`
    select t.token_id as id, t.name, t.revoked_at is not null as revoked, u.user_id, u.email, u.role
    from tokens t join users u on u.user_id = t.user_id
    where t.workspace_id = ${by.workspace_id} and t.token_id = ${by.token_id} for update of t`;
  return row ?? null;
}

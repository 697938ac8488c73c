// Tokens of identity providers as rows: made, found by the hash of their secret, revoked and never deleted.
import { type PageOptions, type PersonEnd, type Plan, pagesOf, type Sql } from "../../../kernel/plugin.ts";

export interface TokenRow {
  token_id: number;
  label: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked: boolean;
  /** The address of who made it; null once they have left. */
  created_by: string | null;
}

/** A token with the workspace that it acts for. */
export interface FoundToken {
  token_id: number;
  revoked: boolean;
  workspace: { id: number; slug: string; name: string; plan: Plan };
}

export const TOKENS = pagesOf("scim_tokens", (at) => ({ token_id: at.id("token_id") }));

/** A workspace's tokens, the newest first, revoked ones among them; with `q` those whose label or maker's address has it. */
export function listTokens(
  sql: Sql,
  options: { workspace_id: number; q?: string } & PageOptions<Pick<TokenRow, "token_id">>,
): Promise<TokenRow[]> {
  const { workspace_id, q, after, limit } = options;
  return sql<TokenRow[]>`
    select t.token_id, t.label, t.created_at, t.last_used_at, t.revoked_at is not null as revoked, u.email as created_by
    from scim_tokens t left join users u on u.user_id = t.created_by and u.workspace_id = t.workspace_id
    where t.workspace_id = ${workspace_id} ${after === null ? sql`` : sql`and t.token_id < ${after.token_id}`}
      ${q === undefined ? sql`` : sql`and (strpos(lower(t.label), lower(${q})) > 0 or strpos(lower(u.email), lower(${q})) > 0)`}
    order by t.token_id desc limit ${limit}`;
}

/** Writes a token; null where the workspace has `tokens_max` that are not revoked. The caller has the workspace's lock. */
export async function insertToken(
  sql: Sql,
  token: {
    workspace_id: number;
    label: string;
    secret_sha256: Uint8Array;
    author: { user_id: number; email: string };
    tokens_max: number;
    now: Date;
  },
): Promise<TokenRow | null> {
  const { workspace_id, label, secret_sha256, author, tokens_max, now } = token;
  const [row] = await sql<Omit<TokenRow, "created_by">[]>`
    insert into scim_tokens (workspace_id, label, secret_sha256, created_by, created_at)
    select ${workspace_id}::bigint, ${label}::text, ${secret_sha256}::bytea, ${author.user_id}::bigint, ${now}::timestamptz
    where (select count(*) from scim_tokens where workspace_id = ${workspace_id} and revoked_at is null) < ${tokens_max}
    returning token_id, label, created_at, last_used_at, false as revoked`;
  return row ? { ...row, created_by: author.email } : null;
}

/** Takes the name of somebody whose account ends off the tokens that they made, which go on. */
export async function forgetMaker({ sql, user_id }: Pick<PersonEnd, "sql" | "user_id">): Promise<void> {
  await sql`update scim_tokens set created_by = null where created_by = ${user_id}`;
}

/** Whether a provider has a token of the workspace. */
export async function hasLiveToken(sql: Sql, workspaceId: number): Promise<boolean> {
  const rows = await sql`select from scim_tokens where workspace_id = ${workspaceId} and revoked_at is null limit 1`;
  return rows.length > 0;
}

/** Revokes a token, and answers whether it was live; null for one that the workspace has not. */
export async function revokeToken(
  sql: Sql,
  options: { workspace_id: number; token_id: number; now: Date },
): Promise<{ label: string; was_live: boolean } | null> {
  const { workspace_id, token_id, now } = options;
  const [row] = await sql<{ label: string; was_live: boolean }[]>`
    update scim_tokens t set revoked_at = coalesce(t.revoked_at, ${now})
    from (select token_id, revoked_at is null as was_live from scim_tokens where token_id = ${token_id} for update) as before
    where t.token_id = before.token_id and t.workspace_id = ${workspace_id} returning t.label, before.was_live`;
  return row ?? null;
}

/** The token with this hash, revoked or not. */
export async function findToken(sql: Sql, secretSha256: Uint8Array): Promise<FoundToken | null> {
  const [row] = await sql<{ token_id: number; revoked: boolean; id: number; slug: string; name: string; plan: Plan }[]>`
    select t.token_id, t.revoked_at is not null as revoked, w.workspace_id as id, w.slug, w.name, w.plan
    from scim_tokens t join workspaces w using (workspace_id) where t.secret_sha256 = ${secretSha256}`;
  if (!row) return null;
  const { token_id, revoked, ...workspace } = row;
  return { token_id, revoked, workspace };
}

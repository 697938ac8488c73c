// Codes, and the refresh tokens that came of each:
// a family, ended as a whole when one of it is used twice (RFC 9700, 4.14).

import { type Sql, sha256Bytes, type TokenLimits } from "../../../kernel/plugin.ts";
import { revokeTokens } from "../../../kernel/ports/auth.ts";

/** The family and its connection, held until the transaction ends. */
export interface Family {
  code_id: number;
  grant_id: number;
  workspace_id: number;
  user_id: number;
  email: string;
  client_id: string;
  client_name: string;
  grant_name: string;
  limits: TokenLimits;
  deadline: Date;
  resource: string | null;
  /** Whether the connection or the family has ended, or the person is switched off. */
  is_over: boolean;
}

export interface LockedCode extends Family {
  redirect_uri: string;
  code_challenge: string;
  expires_at: Date;
  redeemed_at: Date | null;
}

export interface LockedRefresh extends Family {
  refresh_id: number;
  token_id: number;
  replaced_at: Date | null;
  replaced_by: number | null;
}

/** What took an old refresh token's place. */
export interface Successor {
  token_id: number;
  prefix: string;
  expires_at: Date;
  is_used: boolean;
}

function familyColumns(sql: Sql) {
  return sql`k.code_id, k.resource, g.grant_id, g.workspace_id, g.user_id, g.client_id, g.client_name, g.name as grant_name,
    g.limits, least(k.deadline, g.deadline) as deadline, u.email,
    (k.ended_at is not null or g.ended_at is not null or u.disabled_at is not null) as is_over`;
}

export async function keepCode(
  sql: Sql,
  code: {
    workspace_id: number;
    grant_id: number;
    code: string;
    redirect_uri: string;
    code_challenge: string;
    resource: string | null;
    deadline: Date;
    expires_at: Date;
  },
): Promise<void> {
  await sql`
    insert into oauth_codes (workspace_id, grant_id, code_sha256, redirect_uri, code_challenge, resource, deadline, expires_at)
    values (${code.workspace_id}, ${code.grant_id}, ${sha256Bytes(code.code)}, ${code.redirect_uri},
      ${code.code_challenge}, ${code.resource}, ${code.deadline}, ${code.expires_at})`;
}

/** Whoever ends the family or the connection meanwhile waits, and then sees the tokens that this transaction makes. */
export async function holdCode(sql: Sql, code: string): Promise<LockedCode | null> {
  const [row] = await sql<LockedCode[]>`
    select ${familyColumns(sql)}, k.redirect_uri, k.code_challenge, k.expires_at, k.redeemed_at
    from oauth_codes k join oauth_grants g using (grant_id) join users u on u.user_id = g.user_id
    where k.code_sha256 = ${sha256Bytes(code)} for update of k for share of g`;
  return row ?? null;
}

export async function redeemCode(sql: Sql, code: { code_id: number; resource: string | null; now: Date }) {
  await sql`
    update oauth_codes set redeemed_at = ${code.now}, resource = ${code.resource} where code_id = ${code.code_id}`;
}

/** A refresh token with its family, held like a code. */
export async function holdRefresh(sql: Sql, secret: string): Promise<LockedRefresh | null> {
  const [row] = await sql<LockedRefresh[]>`
    select ${familyColumns(sql)}, r.refresh_id, r.token_id, r.replaced_at, r.replaced_by
    from oauth_refresh_tokens r join oauth_codes k using (code_id) join oauth_grants g using (grant_id)
      join users u on u.user_id = g.user_id
    where r.secret_sha256 = ${sha256Bytes(secret)} for update of r, k for share of g`;
  return row ?? null;
}

/** Keeps a refresh token, by its hash alone, in the place of the one before. */
export async function keepRefresh(
  sql: Sql,
  refresh: { family: Family; secret: string; token_id: number; instead_of: number | null; now: Date },
): Promise<void> {
  const { family, secret, token_id, instead_of, now } = refresh;
  const [row] = await sql<{ refresh_id: number }[]>`
    insert into oauth_refresh_tokens (workspace_id, code_id, secret_sha256, token_id, created_at)
    values (${family.workspace_id}, ${family.code_id}, ${sha256Bytes(secret)}, ${token_id}, ${now}) returning refresh_id`;
  if (instead_of !== null && row) {
    await sql`
      update oauth_refresh_tokens set replaced_at = ${now}, replaced_by = ${row.refresh_id}
      where refresh_id = ${instead_of}`;
  }
}

export async function findSuccessor(sql: Sql, refreshId: number): Promise<Successor | null> {
  const [row] = await sql<Successor[]>`
    select t.token_id, t.prefix, t.expires_at, (t.last_used_at is not null or r.replaced_at is not null) as is_used
    from oauth_refresh_tokens r join tokens t using (token_id)
    where r.refresh_id = ${refreshId} and t.revoked_at is null`;
  return row ?? null;
}

/** Ends a family and revokes what it gave out; false for one that had ended before. */
export async function endFamily(
  sql: Sql,
  family: { code_id: number; workspace_id: number; now: Date },
): Promise<boolean> {
  const { code_id, workspace_id, now } = family;
  const ended = await sql`
    update oauth_codes set ended_at = ${now}
    where code_id = ${code_id} and workspace_id = ${workspace_id} and ended_at is null`;
  const tokens = await sql<{ token_id: number }[]>`
    select token_id from oauth_refresh_tokens where code_id = ${code_id} and replaced_at is null`;
  await revokeTokens(sql, { token_ids: tokens.map((token) => token.token_id), now });
  return ended.count > 0;
}

/** Codes that nobody came for. */
export async function dropOldCodes(sql: Sql, now: Date): Promise<void> {
  await sql`delete from oauth_codes where redeemed_at is null and expires_at < ${now}`;
}

/** Notes where the connection was used from. */
export async function noteAddress(sql: Sql, grant: { grant_id: number; ip: string }): Promise<void> {
  await sql`update oauth_grants set ip_last = ${grant.ip} where grant_id = ${grant.grant_id}`;
}

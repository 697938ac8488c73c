// Static bearer tokens: `dsk_<8 hex prefix>_<secret>`, found by prefix, compared by hash in constant time
// (rules: tokens/form).
import { randomBytes } from "node:crypto";
import { constantTimeEqual, sha256Bytes } from "../base/digest.ts";
import { randomToken } from "../base/ids.ts";
import { DAY_MS, later } from "../base/time.ts";
import type { Sql } from "../db/sql.ts";
import { type PageOptions, pagesOf } from "../input/pages.ts";
import type { ActorToken, TokenLimits } from "./actor.ts";
import { forgetToken } from "./changes.ts";

/** A token's row, as lists show it. */
export interface TokenRow {
  id: number;
  name: string;
  prefix: string;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked: boolean;
  client: string | null;
  limits: TokenLimits | null;
}

/** A fresh token; `token` is the plaintext, which is nowhere else. */
export interface MintedToken {
  id: number;
  name: string;
  prefix: string;
  token: string;
  expires_at: Date | null;
}

const TOKEN_PATTERN = /^dsk_([0-9a-f]{8})_([A-Za-z0-9_-]{20,200})$/;

/** Splits a bearer token; null when it has not the form of one. */
export function parseToken(token: string): { prefix: string; secret: string } | null {
  const match = TOKEN_PATTERN.exec(token);
  return match ? { prefix: match[1] ?? "", secret: match[2] ?? "" } : null;
}

/** Mints a token in the caller's transaction. `ttl_days` 0 means that it never expires. */
export async function mintToken(
  sql: Sql,
  options: { user_id: number; workspace_id: number; name: string; ttl_days: number; now: Date },
): Promise<MintedToken> {
  const { ttl_days, now } = options;
  const expires_at = ttl_days === 0 ? null : later(now, ttl_days * DAY_MS);
  return insertToken(sql, { ...options, secret: randomToken(256), expires_at, client: null, limits: null });
}

/** Mints the access token of a connected program. `secret` is 256 random bits, or as good as random, in base64url. */
export function mintClientToken(
  sql: Sql,
  options: Pick<NewToken, "user_id" | "workspace_id" | "name" | "secret" | "limits" | "now"> & {
    expires_at: Date;
    client: string;
  },
): Promise<MintedToken> {
  return insertToken(sql, options);
}

interface NewToken {
  user_id: number;
  workspace_id: number;
  name: string;
  secret: string;
  expires_at: Date | null;
  client: string | null;
  limits: TokenLimits | null;
  now: Date;
}

async function insertToken(sql: Sql, token: NewToken): Promise<MintedToken> {
  const { user_id, workspace_id, name, secret, expires_at: expiresAt, client, now } = token;
  const limits = token.limits && sql.json({ ...token.limits });
  // Prefixes are 32 bits: a clash is rare and only costs another draw.
  for (;;) {
    const prefix = randomBytes(4).toString("hex");
    const [row] = await sql<{ token_id: number }[]>`
      insert into tokens (workspace_id, user_id, name, prefix, secret_sha256, client, limits, created_at, expires_at)
      values (${workspace_id}, ${user_id}, ${name}, ${prefix}, ${sha256Bytes(secret)}, ${client}, ${limits}, ${now}, ${expiresAt})
      on conflict (prefix) do nothing returning token_id`;
    if (row) return { id: row.token_id, name, prefix, token: `dsk_${prefix}_${secret}`, expires_at: expiresAt };
  }
}

export const TOKENS = pagesOf("tokens", (at) => ({ id: at.id("id") }));

/** A person's tokens, newest first; those of connected programs for as long as they hold, since programs make new ones by themselves. */
export function listTokens(
  sql: Sql,
  options: { user_id: number } & Partial<PageOptions<Pick<TokenRow, "id">>>,
): Promise<TokenRow[]> {
  const { user_id, after = null, limit = null } = options;
  return sql<TokenRow[]>`
    select token_id as id, name, prefix, created_at, expires_at, last_used_at, revoked_at is not null as revoked, client, limits
    from tokens where user_id = ${user_id} and (client is null or revoked_at is null)
      ${after === null ? sql`` : sql`and token_id < ${after.id}`}
    order by token_id desc limit ${limit}`;
}

/** How many tokens of a person's own making hold. */
export async function countLiveTokens(sql: Sql, by: { user_id: number; now: Date }): Promise<number> {
  const [row] = await sql<{ live: number }[]>`
    select count(*)::int as live from tokens
    where user_id = ${by.user_id} and client is null and revoked_at is null
      and (expires_at is null or expires_at > ${by.now})`;
  return row?.live ?? 0;
}

/** A person's token for as long as it holds, else null: for what was made with it and ends with it. */
export async function findLiveToken(
  sql: Sql,
  by: { token_id: number; user_id: number; now: Date },
): Promise<ActorToken | null> {
  const [row] = await sql<ActorToken[]>`
    select token_id as id, name, client, limits from tokens
    where token_id = ${by.token_id} and user_id = ${by.user_id} and revoked_at is null
      and (expires_at is null or expires_at > ${by.now})`;
  return row ?? null;
}

/** The token that a text is, whether it still holds or not. */
export async function findTokenByText(sql: Sql, text: string): Promise<{ id: number } | null> {
  const parsed = parseToken(text);
  if (!parsed) return null;
  const [row] = await sql<{ id: number; secret_sha256: Uint8Array }[]>`
    select token_id as id, secret_sha256 from tokens where prefix = ${parsed.prefix}`;
  return row && constantTimeEqual(sha256Bytes(parsed.secret), row.secret_sha256) ? { id: row.id } : null;
}

/**
 * Revokes a person's token in the caller's transaction, at once on every server; null when there is no such token of theirs.
 * `was_live` is false for one that was revoked before, which stays as it is.
 */
export async function revokeToken(
  sql: Sql,
  options: { token_id: number; user_id: number; now: Date },
): Promise<{ name: string; was_live: boolean } | null> {
  const { token_id, user_id, now } = options;
  const [row] = await sql<{ name: string; was_live: boolean }[]>`
    select name, revoked_at is null as was_live from tokens
    where token_id = ${token_id} and user_id = ${user_id} for no key update`;
  if (!row) return null;
  await revokeTokens(sql, { token_ids: [token_id], now });
  return row;
}

/** Revokes tokens by their ids, for whoever made them; those that are revoked already stay as they are. */
export async function revokeTokens(sql: Sql, options: { token_ids: readonly number[]; now: Date }): Promise<void> {
  const revoked = await sql<{ prefix: string }[]>`
    update tokens set revoked_at = ${options.now}
    where token_id = any(${[...options.token_ids]}::bigint[]) and revoked_at is null returning prefix`;
  for (const { prefix } of revoked) await forgetToken(sql, prefix);
}

/** Revokes every token of a person. */
export async function revokeTokensOf(sql: Sql, options: { user_id: number; now: Date }): Promise<void> {
  const tokens = await sql<{ token_id: number }[]>`
    select token_id from tokens where user_id = ${options.user_id} and revoked_at is null`;
  await revokeTokens(sql, { token_ids: tokens.map((token) => token.token_id), now: options.now });
}

/** Narrows or widens a live token, and does not let it outlive `expires_at`. */
export async function limitToken(
  sql: Sql,
  options: { token_id: number; limits: TokenLimits | null; expires_at: Date },
): Promise<void> {
  const { token_id, limits, expires_at } = options;
  const [row] = await sql<{ prefix: string }[]>`
    update tokens set limits = ${limits && sql.json({ ...limits })}, expires_at = least(expires_at, ${expires_at})
    where token_id = ${token_id} and revoked_at is null returning prefix`;
  if (row) await forgetToken(sql, row.prefix);
}

// Static bearer tokens: `dsk_<8 hex prefix>_<secret>`, found by prefix, compared by hash in constant time (part 3, "Using tokens").
import { randomBytes } from "node:crypto";
import { sha256Bytes } from "../digest.ts";
import { randomToken } from "../ids.ts";
import type { Sql } from "../storage/sql.ts";
import { DAY_MS, later } from "../time.ts";
import { forgetToken } from "./changes.ts";

/** A token's row, as lists show it (part 1, "Static token row"). */
export interface TokenRow {
  id: number;
  name: string;
  prefix: string;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked: boolean;
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
  const { user_id, workspace_id, name, ttl_days, now } = options;
  const secret = randomToken(256);
  const expiresAt = ttl_days === 0 ? null : later(now, ttl_days * DAY_MS);
  // Prefixes are 32 bits: a clash is rare and only costs another draw.
  for (;;) {
    const prefix = randomBytes(4).toString("hex");
    const [row] = await sql<{ token_id: number }[]>`
      insert into tokens (workspace_id, user_id, name, prefix, secret_sha256, created_at, expires_at)
      values (${workspace_id}, ${user_id}, ${name}, ${prefix}, ${sha256Bytes(secret)}, ${now}, ${expiresAt})
      on conflict (prefix) do nothing returning token_id`;
    if (row) return { id: row.token_id, name, prefix, token: `dsk_${prefix}_${secret}`, expires_at: expiresAt };
  }
}

/** A person's tokens, newest first. */
export function listTokens(sql: Sql, userId: number): Promise<TokenRow[]> {
  return sql<TokenRow[]>`
    select token_id as id, name, prefix, created_at, expires_at, last_used_at, revoked_at is not null as revoked
    from tokens where user_id = ${userId} order by token_id desc`;
}

/** A person's token for as long as it holds, else null: for what was made with it and ends with it. */
export async function findLiveToken(
  sql: Sql,
  by: { token_id: number; user_id: number; now: Date },
): Promise<{ id: number; name: string; client: string | null } | null> {
  const [row] = await sql<{ id: number; name: string; client: string | null }[]>`
    select token_id as id, name, client from tokens
    where token_id = ${by.token_id} and user_id = ${by.user_id} and revoked_at is null
      and (expires_at is null or expires_at > ${by.now})`;
  return row ?? null;
}

/** Revokes a person's token in the caller's transaction, at once on every server; false when there is no such token of theirs. */
export async function revokeToken(
  sql: Sql,
  options: { token_id: number; user_id: number; now: Date },
): Promise<boolean> {
  const [row] = await sql<{ prefix: string }[]>`
    update tokens set revoked_at = coalesce(revoked_at, ${options.now})
    where token_id = ${options.token_id} and user_id = ${options.user_id} returning prefix`;
  if (row) await forgetToken(sql, row.prefix);
  return row !== undefined;
}

// Gives out what a client gets: a code for a consent, a pair of tokens for a code, the next pair for the last.
import { DAY_MS, hmacSha256, later, type Runtime, randomToken, SECOND_MS, type Sql } from "../../kernel/plugin.ts";
import { mintClientToken, revokeTokens } from "../../kernel/ports/auth.ts";
import type { Authorization } from "./authorization.ts";
import { narrowedTo } from "./narrowing.ts";
import { type Family, findSuccessor, keepCode, keepRefresh, type LockedRefresh } from "./store/codes.ts";
import type { Grant } from "./store/grants.ts";

const CODE_SECONDS = 300;
const ACCESS_DAYS_MAX = 30;
/** How long a client that did not get the answer may ask again with the token that it had. */
const GRACE_SECONDS = 60;

/** A token answer (RFC 6749, 5.1). */
export interface Pair {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: "mcp";
}

/** A code for a consent; its plaintext is in the answer and nowhere else. */
export async function issueCode(
  sql: Sql,
  options: { grant: Pick<Grant, "grant_id" | "workspace_id" | "deadline">; asked: Authorization; now: Date },
): Promise<string> {
  const code = randomToken(256);
  const { grant_id, workspace_id, deadline } = options.grant;
  const { redirect_uri, code_challenge, resource } = options.asked;
  const expires_at = later(options.now, CODE_SECONDS * SECOND_MS);
  await keepCode(sql, { workspace_id, grant_id, code, redirect_uri, code_challenge, resource, deadline, expires_at });
  return code;
}

/** The first pair of a family. */
export function issuePair(sql: Sql, family: Family, now: Date): Promise<Pair> {
  return givePair(sql, { family, access: randomToken(256), refresh: `dsr_${randomToken(256)}`, instead_of: null, now });
}

/**
 * The pair after a refresh token, whose access token is revoked. Both secrets are derived from the token that was presented,
 * so that the same pair can be answered again for a minute without being stored.
 */
export async function rotatePair(
  runtime: Pick<Runtime, "config">,
  sql: Sql,
  options: { current: LockedRefresh; presented: string; now: Date },
): Promise<Pair> {
  const { current, presented, now } = options;
  await revokeTokens(sql, { token_ids: [current.token_id], now });
  const { access, refresh } = successorsOf(runtime, presented);
  return givePair(sql, { family: current, access, refresh, instead_of: current.refresh_id, now });
}

/**
 * The pair that has taken the place of a refresh token already, for a client whose answer was lost or that asked twice at once.
 * Null when it is too late: a minute has passed, or somebody uses the new pair, so that this is a copy of the old one.
 */
export async function repeatPair(
  runtime: Pick<Runtime, "config">,
  sql: Sql,
  options: { current: LockedRefresh; presented: string; now: Date },
): Promise<Pair | null> {
  const { current, presented, now } = options;
  if (current.replaced_at === null || current.replaced_by === null) return null;
  if (later(current.replaced_at, GRACE_SECONDS * SECOND_MS) < now) return null;
  const successor = await findSuccessor(sql, current.replaced_by);
  if (!successor || successor.is_used) return null;
  const { access, refresh } = successorsOf(runtime, presented);
  return pairOf({ access_token: `dsk_${successor.prefix}_${access}`, refresh, expires_at: successor.expires_at, now });
}

async function givePair(
  sql: Sql,
  options: { family: Family; access: string; refresh: string; instead_of: number | null; now: Date },
): Promise<Pair> {
  const { family, access, refresh, instead_of, now } = options;
  const expires_at = new Date(Math.min(later(now, ACCESS_DAYS_MAX * DAY_MS).getTime(), family.deadline.getTime()));
  const minted = await mintClientToken(sql, {
    user_id: family.user_id,
    workspace_id: family.workspace_id,
    name: family.grant_name,
    client: family.client_name,
    limits: narrowedTo(family.limits, family.resource),
    secret: access,
    expires_at,
    now,
  });
  await keepRefresh(sql, { family, secret: refresh, token_id: minted.id, instead_of, now });
  return pairOf({ access_token: minted.token, refresh, expires_at, now });
}

function pairOf(pair: { access_token: string; refresh: string; expires_at: Date; now: Date }): Pair {
  const seconds = Math.floor((pair.expires_at.getTime() - pair.now.getTime()) / SECOND_MS);
  return {
    access_token: pair.access_token,
    token_type: "Bearer",
    expires_in: Math.max(0, seconds),
    refresh_token: pair.refresh,
    scope: "mcp",
  };
}

function successorsOf({ config }: Pick<Runtime, "config">, presented: string): { access: string; refresh: string } {
  const derive = (kind: string) =>
    Buffer.from(hmacSha256(hmacSha256(config.secret, `oauth.${kind}`), presented)).toString("base64url");
  return { access: derive("access"), refresh: `dsr_${derive("refresh")}` };
}

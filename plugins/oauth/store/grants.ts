// Connections: what one person lets one program do, until when. Ending one ends every token that came of it.

import { type Sql, sha256Bytes, type TokenLimits } from "../../../kernel/plugin.ts";
import { limitToken, revokeTokens } from "../../../kernel/ports/auth.ts";
import { narrowedTo } from "../narrowing.ts";

export interface Grant {
  grant_id: number;
  workspace_id: number;
  user_id: number;
  client_id: string;
  client_name: string;
  name: string;
  limits: TokenLimits;
  approved_at: Date;
  deadline: Date;
}

/** A connection as its list shows it. */
export interface ShownGrant extends Grant {
  kind: "registered" | "document" | null;
  last_used_at: Date | null;
  ip_last: string | null;
}

/** Of `oauth_grants g`. */
export const GRANT_COLUMNS =
  "g.grant_id, g.workspace_id, g.user_id, g.client_id, g.client_name, g.name, g.limits, g.approved_at, g.deadline";

/** The person's connection with a program while it lasts. */
export async function findLiveGrant(
  sql: Sql,
  by: { workspace_id: number; user_id: number; client_id: string; now: Date },
): Promise<Grant | null> {
  const [row] = await sql<Grant[]>`
    select ${sql.unsafe(GRANT_COLUMNS)} from oauth_grants g
    where g.user_id = ${by.user_id} and g.workspace_id = ${by.workspace_id} and g.client_id = ${by.client_id}
      and g.ended_at is null and g.deadline > ${by.now}`;
  return row ?? null;
}

/** A person's connections, newest first; with `grant_id` only that one. */
export function listGrants(
  sql: Sql,
  by: { workspace_id: number; user_id: number; now: Date; grant_id?: number },
): Promise<ShownGrant[]> {
  const one = by.grant_id === undefined ? sql`` : sql`and g.grant_id = ${by.grant_id}`;
  return sql<ShownGrant[]>`
    select ${sql.unsafe(GRANT_COLUMNS)}, g.ip_last, c.kind,
      (select max(t.last_used_at) from oauth_codes k join oauth_refresh_tokens r using (code_id)
        join tokens t using (token_id) where k.grant_id = g.grant_id) as last_used_at
    from oauth_grants g left join oauth_clients c using (client_id)
    where g.user_id = ${by.user_id} and g.workspace_id = ${by.workspace_id} and g.ended_at is null
      and g.deadline > ${by.now} ${one} order by g.approved_at desc, g.grant_id desc`;
}

/** Records a consent. A connection that lasts takes the new choice, with every token that it gave out. */
export async function approveGrant(sql: Sql, options: Omit<Grant, "grant_id" | "name">): Promise<Grant> {
  const { workspace_id, user_id, client_id, client_name, limits, approved_at, deadline } = options;
  const [row] = await sql<Grant[]>`
    insert into oauth_grants as g (workspace_id, user_id, client_id, client_name, name, limits, approved_at, deadline)
    values (${workspace_id}, ${user_id}, ${client_id}, ${client_name}, ${client_name}, ${sql.json({ ...limits })},
      ${approved_at}, ${deadline})
    on conflict (user_id, client_id) where ended_at is null do update set workspace_id = excluded.workspace_id,
      client_name = excluded.client_name, limits = excluded.limits, approved_at = excluded.approved_at,
      deadline = excluded.deadline
    returning ${sql.unsafe(GRANT_COLUMNS)}`;
  if (!row) throw new Error("insert into oauth_grants returned no row");
  await holdTokens(sql, row);
  return row;
}

/** Changes what a connection is called and may do, with every token that it gave out. */
export async function changeGrant(sql: Sql, grant: Pick<Grant, "grant_id" | "workspace_id" | "name" | "limits">) {
  const [row] = await sql<Grant[]>`
    update oauth_grants g set name = ${grant.name}, limits = ${sql.json({ ...grant.limits })}
    where grant_id = ${grant.grant_id} and workspace_id = ${grant.workspace_id} and ended_at is null
    returning ${sql.unsafe(GRANT_COLUMNS)}`;
  if (row) await holdTokens(sql, row);
  return row ?? null;
}

/** Lets no connection of the workspace last longer than `max_days` after its consent; those that are over end here. */
export async function shortenGrants(sql: Sql, by: { workspace_id: number; user_id?: number; max_days: number }) {
  const one = by.user_id === undefined ? sql`` : sql`and g.user_id = ${by.user_id}`;
  const shortened = await sql<Grant[]>`
    update oauth_grants g set deadline = least(deadline, approved_at + make_interval(days => ${by.max_days}))
    where workspace_id = ${by.workspace_id} and ended_at is null
      and deadline > approved_at + make_interval(days => ${by.max_days}) ${one}
    returning ${sql.unsafe(GRANT_COLUMNS)}`;
  for (const grant of shortened) await holdTokens(sql, grant);
}

/** Ends a connection: its codes and refresh tokens are worthless, its access tokens revoked at once. False when it has ended. */
export async function endGrant(sql: Sql, by: { workspace_id: number; grant_id: number; now: Date }): Promise<boolean> {
  const ended = await sql`
    update oauth_grants set ended_at = ${by.now}
    where grant_id = ${by.grant_id} and workspace_id = ${by.workspace_id} and ended_at is null returning grant_id`;
  if (ended.count === 0) return false;
  const tokens = await liveTokens(sql, by);
  await revokeTokens(sql, { token_ids: tokens.map((token) => token.token_id), now: by.now });
  return true;
}

/** Whose connection it is, and which program's. */
export interface GrantFound {
  grant_id: number;
  workspace_id: number;
  user_id: number;
  client_id: string;
}

/** The connection that gave out an access token. */
export function findGrantOfToken(sql: Sql, tokenId: number): Promise<GrantFound | null> {
  return findGrantBehind(sql, sql`r.token_id = ${tokenId}`);
}

/** The connection that a refresh token belongs to, whatever has become of it. */
export function findGrantOfRefresh(sql: Sql, secret: string): Promise<GrantFound | null> {
  return findGrantBehind(sql, sql`r.secret_sha256 = ${sha256Bytes(secret)}`);
}

/** Over `oauth_refresh_tokens r`. */
async function findGrantBehind(sql: Sql, which: ReturnType<Sql>): Promise<GrantFound | null> {
  const [row] = await sql<GrantFound[]>`
    select g.grant_id, g.workspace_id, g.user_id, g.client_id from oauth_refresh_tokens r
    join oauth_codes k using (code_id) join oauth_grants g using (grant_id) where ${which}`;
  return row ?? null;
}

/** Ends every connection of a person. */
export async function endGrantsOf(sql: Sql, by: { workspace_id: number; user_id: number; now: Date }): Promise<void> {
  const grants = await sql<{ grant_id: number }[]>`
    select grant_id from oauth_grants
    where user_id = ${by.user_id} and workspace_id = ${by.workspace_id} and ended_at is null`;
  for (const { grant_id } of grants) await endGrant(sql, { ...by, grant_id });
}

/** Takes a person's connections along to another workspace. */
export async function moveGrants(sql: Sql, move: { user_id: number; to_workspace_id: number }): Promise<void> {
  const { user_id, to_workspace_id } = move;
  await sql`update oauth_grants set workspace_id = ${to_workspace_id} where user_id = ${user_id}`;
  await sql`
    update oauth_codes k set workspace_id = ${to_workspace_id} from oauth_grants g
    where g.grant_id = k.grant_id and g.user_id = ${user_id}`;
  await sql`
    update oauth_refresh_tokens r set workspace_id = ${to_workspace_id} from oauth_codes k, oauth_grants g
    where k.code_id = r.code_id and g.grant_id = k.grant_id and g.user_id = ${user_id}`;
}

/** Removes a person's connections with their codes and refresh tokens; the access tokens go with the person. */
export async function dropGrants(sql: Sql, userId: number): Promise<void> {
  await sql`delete from oauth_grants where user_id = ${userId}`;
}

/** Forgets connections that have been over since `before`, with their codes and refresh tokens. */
export async function dropOldGrants(sql: Sql, before: Date): Promise<void> {
  await sql`delete from oauth_grants where ended_at < ${before} or deadline < ${before}`;
}

function liveTokens(sql: Sql, grant: { grant_id: number; workspace_id: number }) {
  return sql<{ token_id: number; resource: string | null }[]>`
    select r.token_id, k.resource from oauth_codes k join oauth_refresh_tokens r using (code_id)
    where k.grant_id = ${grant.grant_id} and k.workspace_id = ${grant.workspace_id} and r.replaced_at is null`;
}

async function holdTokens(sql: Sql, grant: Grant): Promise<void> {
  for (const { token_id, resource } of await liveTokens(sql, grant)) {
    await limitToken(sql, { token_id, limits: narrowedTo(grant.limits, resource), expires_at: grant.deadline });
  }
}

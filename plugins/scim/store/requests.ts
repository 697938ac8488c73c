// The log of requests as rows: what providers asked for in the last 30 days, and what they were told.
import { type PageOptions, type PersonEnd, pagesOf, type Sql } from "../../../kernel/plugin.ts";

/** A request that was answered. */
export interface SeenRequest {
  workspace_id: number;
  token_id: number;
  at: Date;
  method: string;
  path: string;
  asked: string | null;
  status: number;
  detail: string | null;
  ip: string;
  ms: number;
  request_id: string;
}

export interface LoggedRequest extends Omit<SeenRequest, "workspace_id"> {
  entry_id: number;
  label: string;
}

export const REQUESTS = pagesOf("scim_requests", (at) => ({ entry_id: at.id("entry_id") }));

/** Writes requests in one statement, and when their tokens were used last. */
export async function insertRequests(sql: Sql, seen: readonly SeenRequest[]): Promise<void> {
  const rows = seen.map((one) => ({ ...one, at: one.at.toISOString() }));
  await sql`
    with rows as (
      select * from jsonb_to_recordset(${sql.json(rows)}) as row (workspace_id bigint, token_id bigint, at timestamptz,
        method text, path text, asked text, status integer, detail text, ip text, ms integer, request_id text)
    ), used as (
      update scim_tokens t set last_used_at = greatest(t.last_used_at, u.at)
      from (select token_id, max(at) as at from rows group by token_id) as u
      where t.token_id = u.token_id and t.revoked_at is null
    )
    insert into scim_requests (workspace_id, token_id, at, method, path, asked, status, detail, ip, ms, request_id)
    select workspace_id, token_id, at, method, path, asked, status, detail, ip, ms, request_id from rows`;
}

/** The requests of a workspace's providers, the newest first; `failed` leaves out what was answered as asked. */
export function listRequests(
  sql: Sql,
  options: { workspace_id: number; failed: boolean } & PageOptions<Pick<LoggedRequest, "entry_id">>,
): Promise<LoggedRequest[]> {
  const { workspace_id, failed, after, limit } = options;
  return sql<LoggedRequest[]>`
    select r.entry_id, r.token_id, t.label, r.at, r.method, r.path, r.asked, r.status, r.detail, r.ip, r.ms,
      r.request_id
    from scim_requests r join scim_tokens t using (token_id)
    where r.workspace_id = ${workspace_id} ${failed ? sql`and r.status >= 400` : sql``}
      ${after === null ? sql`` : sql`and r.entry_id < ${after.entry_id}`}
    order by r.entry_id desc limit ${limit}`;
}

/** Forgets requests from before, and of each workspace those beyond the newest `rows_max`; at most `limit` at once. */
export async function dropOldRequests(
  sql: Sql,
  options: { before: Date; rows_max: number; limit: number },
): Promise<number> {
  const { before, rows_max, limit } = options;
  const old = await sql`
    delete from scim_requests where entry_id in (select entry_id from scim_requests where at < ${before} limit ${limit})`;
  const surplus = await sql`
    delete from scim_requests where entry_id in (
      select r.entry_id from (select distinct workspace_id from scim_tokens) w cross join lateral (
        select entry_id from scim_requests where workspace_id = w.workspace_id order by entry_id desc offset ${rows_max} limit ${limit}
      ) r limit ${limit})`;
  return Math.max(old.count, surplus.count);
}

/** Removes every request that names a person whose account is gone. */
export async function forgetRequestsOn({ sql, email }: Pick<PersonEnd, "sql" | "email">): Promise<void> {
  const named = `%${email.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  await sql`
    delete from scim_requests
    where lower(path) like ${named} or lower(coalesce(asked, '')) like ${named} or lower(coalesce(detail, '')) like ${named}`;
}

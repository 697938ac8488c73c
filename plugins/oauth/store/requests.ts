// Authorizations on their way through sign-in and consent: the browser carries a handle, the parameters stay here.
import { randomToken, type Sql, sha256Bytes } from "../../../kernel/plugin.ts";
import type { Authorization } from "../authorization.ts";

export interface KeptRequest {
  request_id: number;
  params: Authorization;
}

/** Keeps a request; the handle is nowhere else. */
export async function keepRequest(
  sql: Sql,
  request: { params: Authorization; workspace_id: number | null; expires_at: Date },
): Promise<{ request_id: number; handle: string }> {
  const handle = randomToken();
  const { params, workspace_id, expires_at } = request;
  const [row] = await sql<{ request_id: number }[]>`
    insert into oauth_requests (workspace_id, handle_sha256, params, expires_at)
    values (${workspace_id}, ${sha256Bytes(handle)}, ${sql.json({ ...params })}, ${expires_at}) returning request_id`;
  if (!row) throw new Error("insert into oauth_requests returned no row");
  return { request_id: row.request_id, handle };
}

export async function findRequest(sql: Sql, handle: string, now: Date): Promise<KeptRequest | null> {
  const [row] = await sql<KeptRequest[]>`
    select request_id, params from oauth_requests
    where handle_sha256 = ${sha256Bytes(handle)} and expires_at > ${now}`;
  return row ?? null;
}

/** Takes a request for good: it is decided once, whoever clicks twice. */
export async function takeRequest(sql: Sql, requestId: number, now: Date): Promise<Authorization | null> {
  const [row] = await sql<{ params: Authorization }[]>`
    delete from oauth_requests where request_id = ${requestId} and expires_at > ${now} returning params`;
  return row?.params ?? null;
}

export async function dropOldRequests(sql: Sql, now: Date): Promise<void> {
  await sql`delete from oauth_requests where expires_at < ${now}`;
}

// Requests for the id of a document that leads nowhere: whoever asks is answered as for one that is closed to them.
import { type Actor, DAY_MS, later, type PersonEnd, type PersonMove, type Sql } from "../../../kernel/plugin.ts";
import { PENDING, plain, REQUEST_DAYS, type Standing } from "./rows.ts";

interface Unmet {
  actor: Actor;
  doc_id: string;
  now: Date;
}

/** How somebody stands who asked for such an id; null where they did not. */
export async function findUnmet(sql: Sql, { actor, doc_id, now }: Unmet): Promise<Standing | null> {
  const [row] = await sql<{ expires_at: Date }[]>`
    select expires_at from unmet_access_requests
    where workspace_id = ${actor.workspace.id} and user_id = ${actor.user_id} and doc_id = ${doc_id}`;
  if (!row) return null;
  return row.expires_at <= now ? plain("expired", true) : { ...PENDING, expires_at: row.expires_at.toISOString() };
}

/** Keeps that somebody asked, who is then to wait for as long as a request stands. */
export async function keepUnmet(sql: Sql, { actor, doc_id, now }: Unmet): Promise<Standing> {
  const expires_at = later(now, REQUEST_DAYS * DAY_MS);
  await sql`
    insert into unmet_access_requests (workspace_id, user_id, doc_id, expires_at)
    values (${actor.workspace.id}, ${actor.user_id}, ${doc_id}, ${expires_at})
    on conflict (user_id, workspace_id, doc_id) do update set expires_at = excluded.expires_at`;
  return { ...PENDING, expires_at: expires_at.toISOString() };
}

/** Of somebody who leaves a workspace. */
export async function dropUnmetOf({ sql, user_id, from_workspace_id }: PersonMove): Promise<void> {
  await sql`delete from unmet_access_requests where workspace_id = ${from_workspace_id} and user_id = ${user_id}`;
}

/** Of somebody whose account ends. */
export async function forgetUnmet({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`delete from unmet_access_requests where user_id = ${user_id}`;
}

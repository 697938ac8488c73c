// Requests for access as rows, and the documents that they are about.
import {
  type Actor,
  DAY_MS,
  type Expression,
  later,
  type PersonEnd,
  type PersonMove,
  type Sql,
} from "../../../kernel/plugin.ts";
import { type LoadedDocument, readLoaded } from "../../documents/port/read.ts";
import { live } from "../../documents/port/sql.ts";
import { andPlaceInReach } from "../../places/port.ts";
import { REQUEST_DAYS, type RequestRow } from "./rows.ts";

/** The live document of a slug in the caller's workspace, whatever they hold on it; null for every other slug. */
export function findBySlug(sql: Sql, by: { actor: Actor; slug: string; now: Date }): Promise<LoadedDocument | null> {
  return findWhere(sql, by, sql`d.slug = ${by.slug}`);
}

/** The same of a document's id. */
export function findById(sql: Sql, by: { actor: Actor; doc_id: string; now: Date }): Promise<LoadedDocument | null> {
  return findWhere(sql, by, sql`d.doc_id = ${by.doc_id}`);
}

/** Ids begin at 1. */
const NO_DOCUMENT = 0;

async function findWhere(
  sql: Sql,
  { actor, now }: { actor: Actor; now: Date },
  isNamed: Expression,
): Promise<LoadedDocument | null> {
  const [row] = await sql<{ document_id: number }[]>`
    select document_id from documents d
    where ${isNamed} and workspace_id is not distinct from ${actor.workspace.id}
      and ${live(sql, now)}${andPlaceInReach(sql, actor)}`;
  // Asked for what leads nowhere too, which is to take as many statements.
  return readLoaded(sql, row?.document_id ?? NO_DOCUMENT, actor);
}

function requestColumns(sql: Sql) {
  return sql`a.request_id, a.workspace_id, a.document_id, a.user_id, a.message, a.status, a.seen_owner_id, a.seen_visibility,
    a.seen_root_id, a.seen_folder, a.created_at, a.expires_at, a.decided_at, a.decided_by, a.grant_id, a.revoked_at`;
}

/** A person's last request for a document, or null. */
export async function findLastRequest(
  sql: Sql,
  by: { workspace_id: number; document_id: number; user_id: number },
): Promise<RequestRow | null> {
  const [row] = await sql<RequestRow[]>`
    select ${requestColumns(sql)} from access_requests a
    where a.document_id = ${by.document_id} and a.user_id = ${by.user_id} and a.workspace_id = ${by.workspace_id}
    order by a.request_id desc limit 1`;
  return row ?? null;
}

/** A request by its id, or null; the pending twin of `lockRequest`. */
export async function findRequest(
  sql: Sql,
  by: { workspace_id: number; request_id: number },
): Promise<RequestRow | null> {
  const [row] = await sql<RequestRow[]>`${requestOf(sql, by)}`;
  return row ?? null;
}

function requestOf(sql: Sql, by: { workspace_id: number; request_id: number }) {
  return sql`
    select ${requestColumns(sql)} from access_requests a
    where a.request_id = ${by.request_id} and a.workspace_id = ${by.workspace_id}`;
}

/** The same, which nobody else decides until the transaction ends. */
export async function lockRequest(
  sql: Sql,
  by: { workspace_id: number; request_id: number },
): Promise<RequestRow | null> {
  const [row] = await sql<RequestRow[]>`${requestOf(sql, by)} for update`;
  return row ?? null;
}

/** Makes a request; null while the person waits already, and when they are leaving the workspace just now. */
export async function insertRequest(
  sql: Sql,
  options: { actor: Actor; document: LoadedDocument; message: string; now: Date },
): Promise<number | null> {
  const { actor, document, message, now } = options;
  // The person's row is held, so that whoever removes them finds the request and takes it along.
  const [row] = await sql<{ request_id: number }[]>`
    with asker as (
      select user_id, workspace_id from users
      where user_id = ${actor.user_id} and workspace_id = ${actor.workspace.id} for key share
    )
    insert into access_requests (workspace_id, document_id, user_id, message, status, seen_owner_id, seen_visibility,
      seen_root_id, seen_folder, created_at, expires_at)
    select workspace_id, ${document.document_id}::bigint, user_id, ${message}, 'pending', ${document.owner_id}::bigint,
      ${document.visibility}, ${document.root_id}::bigint, ${document.folder}, ${now}::timestamptz,
      ${later(now, REQUEST_DAYS * DAY_MS)}::timestamptz
    from asker
    on conflict (document_id, user_id) where status = 'pending' do nothing
    returning request_id`;
  return row?.request_id ?? null;
}

/** Writes off a pending request; one that was decided meanwhile stays as it is. */
export async function voidRequest(sql: Sql, request: Pick<RequestRow, "request_id" | "workspace_id">): Promise<void> {
  await sql`
    update access_requests set status = 'void'
    where request_id = ${request.request_id} and workspace_id = ${request.workspace_id} and status = 'pending'`;
}

/** Writes off what waited for a document before it changed. */
export async function voidRequestsOn(
  sql: Sql,
  changed: { workspace_id: number; doc_id: string; before: Date },
): Promise<void> {
  await sql`
    update access_requests a set status = 'void' from documents d
    where d.doc_id = ${changed.doc_id} and d.document_id = a.document_id and a.workspace_id = ${changed.workspace_id}
      and a.status = 'pending' and a.created_at < ${changed.before}`;
}

/** Keeps what was decided of a locked request. */
export async function keepDecision(
  sql: Sql,
  request: RequestRow,
  decision: { status: "approved" | "denied"; grant_id: number | null; decided_by: number; now: Date },
): Promise<void> {
  await sql`
    update access_requests set status = ${decision.status}, grant_id = ${decision.grant_id},
      decided_by = ${decision.decided_by}, decided_at = ${decision.now}
    where request_id = ${request.request_id} and workspace_id = ${request.workspace_id}`;
}

/** Remembers when the grant of an approval was taken away: its person may ask again a day later. */
export async function noteRevoked(
  sql: Sql,
  gone: { workspace_id: number; grant_id: number; now: Date },
): Promise<void> {
  await sql`
    update access_requests set revoked_at = ${gone.now}
    where grant_id = ${gone.grant_id} and workspace_id = ${gone.workspace_id}`;
}

/** A request with who asked and who decided. */
export type ListedRequest = RequestRow & { email: string; name: string | null; decider_email: string | null };

/** What people asked of a document: what waits comes first, then the newest. */
export function listRequests(
  sql: Sql,
  by: { workspace_id: number; document_id: number; limit: number },
): Promise<ListedRequest[]> {
  return sql<ListedRequest[]>`
    select ${requestColumns(sql)}, u.email, u.name, decider.email as decider_email
    from access_requests a join users u on u.user_id = a.user_id left join users decider on decider.user_id = a.decided_by
    where a.document_id = ${by.document_id} and a.workspace_id = ${by.workspace_id}
    order by a.status = 'pending' desc, a.request_id desc limit ${by.limit}`;
}

/** Takes along what a person asked for, and what was asked of the documents that leave with them. */
export async function dropRequestsOf({ sql, user_id, from_workspace_id }: PersonMove): Promise<void> {
  await sql`
    delete from access_requests
    where workspace_id = ${from_workspace_id} and (user_id = ${user_id}
      or (seen_root_id is null and seen_owner_id = ${user_id}))`;
}

/** Removes what a person asked for, and their name from what they decided. Their documents have gone, or have other owners by now. */
export async function forgetAsker({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`delete from access_requests where user_id = ${user_id}`;
  await sql`update access_requests set decided_by = null where decided_by = ${user_id}`;
  await sql`
    update access_requests a set seen_owner_id = d.owner_id from documents d
    where d.document_id = a.document_id and a.seen_owner_id = ${user_id}`;
}

/** Who may decide on requests for a document: its owner, and in a root those who manage that. At most `limit`. */
export async function listDeciders(
  sql: Sql,
  on: { workspace_id: number; owner_id: number; root_id: number | null; limit: number },
): Promise<number[]> {
  const who =
    on.root_id === null
      ? sql`u.user_id = ${on.owner_id}`
      : sql`(u.role in ('owner', 'admin') or u.user_id = (select created_by from roots where root_id = ${on.root_id}))`;
  const rows = await sql<{ user_id: number }[]>`
    select u.user_id from users u
    where u.workspace_id = ${on.workspace_id} and u.disabled_at is null and ${who}
    order by u.user_id limit ${on.limit}`;
  return rows.map((row) => row.user_id);
}

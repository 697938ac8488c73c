// Respondents as rows: who goes on with which answer, by the hash of what they hold, and the files that they have sent.
import { DAY_MS, later, type Sql } from "../../../kernel/plugin.ts";
import { live } from "../../documents/port/sql.ts";
import type { FormRow } from "./rows.ts";

/** A respondent's session; without a response nothing is saved yet. */
export interface SessionRow {
  session_id: number;
  response_id: number | null;
  record_id: number | null;
  completed_at: Date | null;
  /** Who began or completed it, where the form's gate knew them. */
  user_id: number | null;
  /** Its record is there. */
  is_kept: boolean;
  /** Files were sent with it. */
  has_files: boolean;
  /** A proof of work was given for it. */
  has_proof: boolean;
}

type Held = Pick<FormRow, "document_id" | "workspace_id"> & { resume_sha256: Buffer };

/** The session of a capability; null for one that nothing was saved by. */
export async function findSession(sql: Sql, by: Held): Promise<SessionRow | null> {
  const [row] = await sql<SessionRow[]>`
    select s.session_id, s.response_id, r.record_id, r.completed_at, r.user_id, exists (select from database_records d
      where d.workspace_id = r.workspace_id and d.table_id = r.table_id and d.record_id = r.record_id) as is_kept,
      exists (select from form_uploads u where u.session_id = s.session_id) as has_files,
      exists (select from form_proofs p where p.session_id = s.session_id) as has_proof
    from form_sessions s left join form_responses r using (response_id)
    where s.document_id = ${by.document_id} and s.workspace_id = ${by.workspace_id} and s.resume_sha256 = ${by.resume_sha256}`;
  return row ?? null;
}

/** The same, made where there is none; nobody else writes by this capability until the transaction ends. */
export async function takeSession(sql: Sql, by: Held & { now: Date }): Promise<SessionRow> {
  const { document_id, workspace_id, resume_sha256, now } = by;
  const rows = await sql<{ session_id: number; is_new: boolean }[]>`
    insert into form_sessions ${sql([{ document_id, workspace_id, resume_sha256, created_at: now }])}
    on conflict (document_id, resume_sha256) do update set resume_sha256 = excluded.resume_sha256
    returning session_id, xmax = 0 as is_new`;
  if (rows[0]?.is_new) await pruneEmpty(sql, { document_id, before: later(now, -EMPTY_DAYS * DAY_MS) });
  const found = await findSession(sql, by);
  if (!found) throw new Error("a session that was taken is there");
  return found;
}

/** One of which nothing came is kept for so long. */
const EMPTY_DAYS = 7;
const PRUNED_MAX = 50;

async function pruneEmpty(sql: Sql, by: { document_id: number; before: Date }): Promise<void> {
  await sql`
    delete from form_sessions where ctid = any(array(
      select ctid from form_sessions where document_id = ${by.document_id} and response_id is null and created_at < ${by.before}
        and not exists (
          select from forms f join documents d on d.document_id = f.database_id
          where f.document_id = ${by.document_id} and d.legal_hold)
      limit ${PRUNED_MAX} for update skip locked))`;
}

export async function answerSession(sql: Sql, by: { session_id: number; response_id: number }): Promise<void> {
  await sql`update form_sessions set response_id = ${by.response_id} where session_id = ${by.session_id}`;
}

/** Keeps whose a file is. */
export async function keepSent(
  sql: Sql,
  sent: { session_id: number; document_id: number; field_key: string; path: string },
): Promise<void> {
  await sql`insert into form_uploads ${sql([sent])}`;
}

/** How many files a session has sent whose documents are there. */
export async function countSent(sql: Sql, by: { session_id: number; now: Date }): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from form_uploads u join documents d on d.document_id = u.document_id
    where u.session_id = ${by.session_id} and ${live(sql, by.now)}`;
  return row?.count ?? 0;
}

/** A file that a session has sent, as records name it. */
export interface OwnFile {
  doc_id: string;
  path: string;
  field_key: string;
}

/** The files that a session has sent; a file's version is always its first. */
export function listSent(sql: Sql, by: { session_id: number; now: Date }): Promise<OwnFile[]> {
  return sql<OwnFile[]>`
    select d.doc_id, u.path, u.field_key from form_uploads u join documents d on d.document_id = u.document_id
    where u.session_id = ${by.session_id} and ${live(sql, by.now)}`;
}

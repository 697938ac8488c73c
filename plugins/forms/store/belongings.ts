// What becomes of forms with their documents and people: copies, moves to another workspace, accounts that end.
import type { PersonEnd, PersonMove, Runtime } from "../../../kernel/plugin.ts";
import { findTable } from "../../databases/port.ts";
import type { CopiedDocument, Holding } from "../../documents/port/hooks.ts";
import { holds } from "../../documents/port/read.ts";
import { ownDocuments } from "../../documents/port/sql.ts";
import { holdWith } from "../../documents/port/write.ts";
import { refuseTooMany } from "./count.ts";
import { findForm } from "./forms.ts";

/**
 * The copy of a form asks for the same, and takes no answers until somebody lets it. A copy by somebody who may not write in the
 * database is a page that asks for nothing. Throws 409 where the database has as many forms as there may be.
 */
export async function copyForm(runtime: Runtime, copy: CopiedDocument): Promise<void> {
  const { sql, now, actor, workspace_id, doc_type, version, from_document_id, to_document_id } = copy;
  if (doc_type !== "form") return;
  const form = await findForm(sql, { document_id: from_document_id });
  if (!form) return;
  const { doc_id } = form.database;
  const held = await findTable(sql, { actor, doc_id, table_id: form.table.table_id });
  if (!held?.table || held.deleted_at || !holds(held, "edit")) return;
  await refuseTooMany({ runtime, sql }, { database_id: form.database.document_id });
  await sql`
    insert into forms (document_id, workspace_id, database_id, table_id, fields, creator_id, made_version, active, email_notify, autosave,
      notify_drafts, opens_at, closes_at, max_responses, one_per_user, pow, honeypot, created_at, updated_at)
    select ${to_document_id}, ${workspace_id}, database_id, table_id, fields, ${actor.user_id},
      case when made_version = ${version} then 1 end, false, email_notify, autosave, notify_drafts, opens_at, closes_at,
      max_responses, one_per_user, pow, honeypot, ${now}, ${now}
    from forms where document_id = ${from_document_id} and workspace_id = ${workspace_id}`;
  await holdWith(sql, { holder_id: form.database.document_id, document_ids: [to_document_id], now });
}

/** The pages of a database's forms, and what respondents have sent to them, are held along with it. */
export async function findHeldAlong({ sql, document_id, on }: Holding): Promise<number[]> {
  if (!on) return [];
  const rows = await sql<{ document_id: number }[]>`
    select document_id from forms where database_id = ${document_id}
    union
    select u.document_id from forms f join form_sessions s on s.document_id = f.document_id join form_uploads u using (session_id)
    where f.database_id = ${document_id}`;
  return rows.map((row) => row.document_id);
}

/** The forms among a person's My documents go along; one that is parted from its database so takes no answers any more. */
export async function moveForms({ sql, user_id, from_workspace_id, to_workspace_id }: PersonMove): Promise<void> {
  const moved = await sql<{ document_id: number }[]>`
    update forms set workspace_id = ${to_workspace_id}
    where workspace_id = ${from_workspace_id} and document_id in (${ownDocuments(sql, user_id)}) returning document_id`;
  if (moved.length === 0) return;
  const ids = moved.map((row) => row.document_id);
  for (const name of ["form_responses", "form_sessions"]) {
    await sql`update ${sql(name)} set workspace_id = ${to_workspace_id} where document_id = any(${ids}::bigint[])`;
  }
  await sql`
    update form_proofs p set workspace_id = ${to_workspace_id} from form_sessions s
    where s.session_id = p.session_id and s.document_id = any(${ids}::bigint[])`;
}

/** What somebody answered stays, as nobody's; what they made is closed until somebody else takes it over. */
export async function forgetPerson({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`update forms set creator_id = null where creator_id = ${user_id}`;
  await sql`update form_responses set user_id = null where user_id = ${user_id}`;
}

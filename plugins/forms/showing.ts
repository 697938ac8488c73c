// A form as the wire shows it.
import type { Call, Runtime, Static } from "../../kernel/plugin.ts";
import type { FormsAsked } from "../databases/port.ts";
import { documentAddress } from "../documents/port/read.ts";
import type { Closed } from "./closed.ts";
import type { Form } from "./schemas.ts";
import { findAllClosed, findClosed } from "./standing.ts";
import { type FormRow, isMade } from "./store/rows.ts";
import { listShown } from "./store/shown.ts";

/** Also says whether it takes answers now, which hangs on who made it. */
export async function showForm(
  call: Pick<Call, "runtime" | "sql" | "now">,
  form: FormRow,
): Promise<Static<typeof Form>> {
  return formOf(call.runtime, form, await findClosed(call, form));
}

/** Those of a database that somebody is shown, the oldest first. */
export async function showFormsOf(
  call: Omit<FormsAsked, "sql"> & Pick<Call, "runtime" | "sql">,
): Promise<Static<typeof Form>[]> {
  const forms = await listShown(call.sql, call);
  const closed = await findAllClosed(call, forms);
  return forms.map((form) => formOf(call.runtime, form, closed.get(form.document_id) ?? null));
}

function formOf(
  runtime: Pick<Runtime, "contentHosts">,
  form: FormRow,
  closed_because: Closed | null,
): Static<typeof Form> {
  const { doc_id, title, fields, visibility, active, email_notify, autosave, notify_drafts } = form;
  const { max_responses, accepted, one_per_user, pow, honeypot } = form;
  return {
    doc_id,
    url: documentAddress(runtime, form),
    database_id: form.database.doc_id,
    table_id: form.table.table_id,
    ...{ title, fields, visibility, custom_html: !isMade(form) },
    ...{ active, email_notify, autosave, notify_drafts },
    opens_at: form.opens_at?.toISOString() ?? null,
    closes_at: form.closes_at?.toISOString() ?? null,
    ...{ max_responses, accepted, one_per_user, spam: { pow, honeypot }, closed_because },
    created_at: form.created_at.toISOString(),
    updated_at: form.updated_at.toISOString(),
  };
}

/** How an audit row names a form: its page, the database and the table. */
export function targetOf(form: Pick<FormRow, "doc_id" | "database" | "table">) {
  return {
    target_type: "doc",
    target_id: form.doc_id,
    meta: { database_id: form.database.doc_id, table_id: form.table.table_id },
  };
}

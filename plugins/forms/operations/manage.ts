// Forms that there are: listed, shown, changed and deleted.
import { refuse, t } from "../../../kernel/plugin.ts";
import { database, databaseId, type Field, noteChange } from "../../databases/port.ts";
import { askBeside, opennessOf, trashDocument } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { form, refuseMissingForm } from "../permits.ts";
import { Form, fieldKeys, formId, settingMembers } from "../schemas.ts";
import { type Chosen, changedNames, checkChosen, choose } from "../settings.ts";
import { showForm, showFormsOf, targetOf } from "../showing.ts";
import { demandSources } from "../sources.ts";
import { findWriter } from "../standing.ts";
import { findForm, updateForm } from "../store/forms.ts";
import type { FormRow } from "../store/rows.ts";
import { settle, takeTurn } from "../writing.ts";

const params = t.Object({ database_id: databaseId, form_id: formId });

export const readForms = operation({
  id: "form.list",
  route: "GET /api/databases/{database_id}/forms",
  summary: "List a database's forms, the oldest first",
  description: "Whoever may not edit the database is shown the forms alone whose pages they may open.",
  params: t.Object({ database_id: databaseId }),
  output: t.Object({ forms: t.Array(Form) }),
  permit: database("view"),
  connection_limit: "places",
  run: async (call) => ({ forms: await showFormsOf({ ...call, database: call.subject }) }),
});

export const readForm = operation({
  id: "form.read",
  route: "GET /api/databases/{database_id}/forms/{form_id}",
  summary: "Show a form",
  params,
  output: Form,
  permit: form("view"),
  connection_limit: "places",
  run: (call) => showForm(call, call.subject.form),
});

const OF_PAGE = "it is of the form's page; set it with PATCH /api/docs/{form_id}";

const active = t.Optional(
  t.Boolean({
    description: "Whether it takes answers; true takes over a form whose maker may not write in the database any more.",
  }),
);

export const changeForm = operation({
  id: "form.update",
  route: "PATCH /api/databases/{database_id}/forms/{form_id}",
  tool: {
    name: "update_form",
    wording: "Change what a form asks for, when it takes answers, and who is told.",
    gives: ["doc_id", "accepted", "closed_because"],
  },
  summary: "Change a form",
  description:
    "Pages that are open while it is changed have to be loaded again before they can send. Its title, readers, password and place are those of its document.",
  params,
  body: t.Object({ active, fields: t.Optional(fieldKeys), ...settingMembers }),
  output: Form,
  rules: ({ body }) => {
    if (Object.values(body).every((value) => value === undefined)) {
      const known = ["active", "fields", ...Object.keys(settingMembers)].join(", ");
      throw refuse.invalid(
        `say what changes: send ${known}; title, visibility and password are changed on its document`,
      );
    }
  },
  permit: form("edit"),
  elsewhere: {
    title: { hint: OF_PAGE, holds: ({ page }) => page.title },
    visibility: { hint: OF_PAGE, holds: ({ page }) => page.visibility },
    password: { hint: OF_PAGE },
    html: { hint: OF_PAGE },
    listing: { hint: OF_PAGE, holds: ({ page }) => page.listing },
    retention_days: { hint: OF_PAGE, holds: ({ page }) => page.retention_days },
    expires_at: { hint: OF_PAGE, holds: ({ page }) => page.expires_at?.toISOString() ?? null },
    folder: { hint: OF_PAGE, holds: ({ page }) => page.folder },
    root: { hint: OF_PAGE, holds: ({ page }) => page.root_slug ?? "~" },
    tags: { hint: OF_PAGE, holds: ({ page }) => page.tags },
    alias: { hint: "set it with PUT /api/docs/{doc_id}/alias", holds: ({ page }) => page.alias },
    legal_hold: { hint: "set it with POST /api/docs/{doc_id}/legal-hold", holds: ({ page }) => page.legal_hold },
    table_id: { hint: "a form keeps its table; make another form", holds: (held) => held.form.table.table_id },
    database_id: { hint: "a form keeps its database; make another form", holds: (held) => held.database.doc_id },
    honeypot: { hint: "it is a member of spam", holds: (held) => held.form.honeypot },
    pow: { hint: "it is a member of spam", holds: (held) => held.form.pow },
  },
  connection_limit: "places",
  publishes: (_input, { page }) => opennessOf(page),
  audit: ["form.update"],
  refuses: [409],
  run: async (call, { body }) => {
    const { database: held, form: found } = call.subject;
    await takeTurn(call, held);
    const before = await findForm(call.sql, found);
    if (!before || before.deleted_at) throw refuseMissingForm(found.doc_id);
    const chosen = choose(before, body);
    const { fields } = before.table;
    const { user_id } = call.actor;
    const isTaken = body.active === true && before.creator_id !== user_id && !(await findWriter(call, before));
    // Switching it off is never forbidden, whatever has become of its table, its readers and the policy.
    const isClosing = body.active === false && Object.keys(body).length === 1;
    if (!isClosing) {
      refuseLost(before);
      checkChosen(chosen, { fields, visibility: before.visibility });
      await demandSources(call, fields, isTaken ? chosen.fields : newKeys(before, chosen));
      await askBeside(call, call.subject.page, () => labelsOf(chosen.fields, fields));
    }
    const changed = [...changedNames(before, chosen), ...(isTaken ? ["creator"] : [])];
    if (changed.length === 0) return showForm(call, before);
    const creator_id = isTaken ? user_id : before.creator_id;
    await updateForm(call.sql, found, { chosen, creator_id, now: call.now });
    return settle(call, held, { document_id: found.document_id, action: "form.update", changed });
  },
});

function refuseLost({ table }: FormRow): void {
  if (table.deleted_at === null) return;
  throw refuse.conflict(
    `the table "${table.name}" that its answers go to was deleted; restore the table first, or send active: false alone`,
  );
}

/** What it did not ask for until now. */
function newKeys(before: Pick<Chosen, "fields">, after: Pick<Chosen, "fields">): string[] {
  return after.fields.filter((key) => !before.fields.includes(key));
}

/** What its page says of the fields that it asks for. */
function labelsOf(keys: readonly string[], fields: readonly Field[]) {
  const asked = fields.filter(({ key }) => keys.includes(key));
  return asked.map(({ key, label, options = [] }) => ({ name: `field ${key}`, text: [label, ...options].join("\n") }));
}

export const deleteForm = operation({
  id: "form.delete",
  route: "DELETE /api/databases/{database_id}/forms/{form_id}",
  summary: "Delete a form",
  description:
    "Its page moves to the trash, from where it comes back as the form that it was for 7 days. The answers stay in the table.",
  params,
  output: t.Object({ doc_id: t.String(), deleted: t.Literal(true) }),
  permit: form("edit"),
  connection_limit: "places",
  opens: null,
  audit: ["form.delete", "doc.delete"],
  refuses: [423],
  run: async (call) => {
    const { database: held, form: found, page } = call.subject;
    await trashDocument(call, page);
    await takeTurn(call, held);
    await noteChange(call, held, { op: "form", table_id: found.table.table_id, version: null });
    call.note("form.delete", { ...targetOf(found), meta: { ...targetOf(found).meta, title: found.title } });
    const meta = { title: page.title, ...(page.alias !== null && { alias: page.alias }) };
    call.note("doc.delete", { target_type: "doc", target_id: page.doc_id, meta });
    return { doc_id: page.doc_id, deleted: true as const };
  },
});

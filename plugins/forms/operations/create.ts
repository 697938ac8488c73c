// Making a form: of a new page, the service's own or somebody's HTML, or of an html document that is there.
import { refuse, t, type WriteCall } from "../../../kernel/plugin.ts";
import { databaseId } from "../../databases/port.ts";
import {
  asPlaced,
  type Content,
  createDocument,
  fileContent,
  idempotencyKey,
  keepFile,
  makeReady,
  placement,
  setLater,
  titleText,
  VISIBILITIES,
  wholeContent,
} from "../../documents/port/create.ts";
import type { LoadedDocument } from "../../documents/port/read.ts";
import { giveDocType, opennessOf, type PrepareCall } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { generatedPage } from "../page/generated.ts";
import { checkPlaceholders } from "../page/placeholders.ts";
import { readStoredPage, rememberFillable } from "../page/stored.ts";
import { type FormTarget, formTarget } from "../permits.ts";
import { Form, fieldKeys, type SentSettings, settingMembers } from "../schemas.ts";
import { type Chosen, checkChosen, choose, DEFAULTS } from "../settings.ts";
import { demandSources } from "../sources.ts";
import { refuseTooMany } from "../store/count.ts";
import { insertForm } from "../store/forms.ts";
import { settle, takeTable } from "../writing.ts";

/** Like every document a form begins restricted: whom its link is to let in is for somebody to say (rules: documents/address). */
const VISIBILITY = "restricted";
const PAGE_PATH = "index.html";
const OF_PAGE = "it is of the page; set it with PATCH /api/docs/{doc_id}";

export const createForm = operation({
  id: "form.create",
  route: "POST /api/databases/{database_id}/forms",
  tool: {
    name: "create_form",
    wording:
      "Make a page on which people answer fields of a table, or make an html document such a page; update_form says more of it.",
    // The other settings are those of update_form.
    takes: [
      "database_id",
      "table_id",
      "title",
      "fields",
      "visibility",
      "password",
      "email_notify",
      "html",
      "doc_id",
      "idempotency_key",
    ],
    requires_one: ["title", "doc_id"],
    gives: ["doc_id", "url", "visibility", "closed_because"],
  },
  summary: "Make a form of a table",
  description:
    "Its page is a document in the database's folder: made of the fields, or `html` with a form of your own, or the html document `doc_id`, which stays where and what it is. HTML of your own holds one form with `data-service-form`, `method=post` and `action=__SERVICE_FORM_ACTION__`, and in it a hidden input `_service_token` of the value `__SERVICE_FORM_TOKEN__`; its inputs are named by field keys. Answers are written by your right to edit the database, as long as you hold it.",
  params: t.Object({ database_id: databaseId }),
  body: t.Object({
    table_id: t.Id({ description: "The table that answers go to, as get_database shows it." }),
    title: t.Optional(titleText("Of a new page, which needs one; the document doc_id keeps its own.")),
    fields: fieldKeys,
    visibility: t.Optional(
      t.OneOf(VISIBILITIES, {
        description:
          "Who may answer, to be asked of whoever wants the form: everybody with its link (unlisted), or with the password too, every member (workspace), or as without it (restricted) only people who are given access to its page.",
      }),
    ),
    password: placement.password,
    html: t.Optional(t.LongText({ minLength: 1, description: "The page, instead of the one made of the fields." })),
    doc_id: t.Optional(t.String({ description: "An html document that becomes the page." })),
    active: t.Optional(t.Boolean({ description: "Whether it takes answers; false makes it closed." })),
    ...settingMembers,
    idempotency_key: idempotencyKey,
  }),
  output: Form,
  status: 201,
  rules: ({ body }) => {
    choose(DEFAULTS, body);
    // A page that is there keeps its own: what is sent for a new one beside it is not looked at.
    if (body.doc_id !== undefined) return;
    checkPage(body);
    if (body.html !== undefined) checkPlaceholders(body.html);
  },
  permit: ({ body }) => formTarget(body),
  elsewhere: {
    listing: { hint: OF_PAGE, holds: ({ page }) => page?.listing ?? "private" },
    retention_days: { hint: OF_PAGE, holds: ({ page }) => page?.retention_days ?? 0 },
    folder: { hint: OF_PAGE, holds: ({ page, table }) => (page ?? table).folder },
    root: { hint: OF_PAGE, holds: ({ page, table }) => (page ?? table).root_slug ?? "~" },
    tags: { hint: OF_PAGE, holds: ({ page }) => page?.tags ?? [] },
    ...setLater("expires_at", "description", "alias", "legal_hold"),
    markdown: { hint: "send the page as html" },
  },
  connection_limit: "places",
  publishes: ({ body }, { place, page }) => {
    if (page) return opennessOf(page);
    return asPlaced({ visibility: body.visibility ?? VISIBILITY }, { audience: place?.audience ?? null });
  },
  quota: { name: "publish", when: ({ body }) => body.doc_id === undefined },
  once: "idempotency_key",
  audit: ["form.create", "doc.publish"],
  refuses: [409, 413],
  prepare: async (call, { body }) => {
    const { page } = call.subject;
    if (!page) return makeReady(contentOf(call, madeOf(call.subject, body)), body.password);
    checkPlaceholders(await readStoredPage(call.runtime, page));
    return null;
  },
  run: async (call, { body }, ready) => {
    const { table, page } = call.subject;
    const { visibility = VISIBILITY, title = "", fields } = body;
    const made = await makePage(call, { title, visibility, ready });
    const fresh = await takeTable(call, table);
    const chosen: Chosen = choose({ ...DEFAULTS, fields }, body);
    checkChosen(chosen, { fields: fresh.table.fields, visibility: made.visibility });
    await demandSources(call, fresh.table.fields, fields);
    await refuseTooMany(call, { database_id: table.document_id });
    const ids = { workspace_id: table.workspace_id, database_id: table.document_id, table_id: table.table.table_id };
    const made_version = page || body.html !== undefined ? null : made.version;
    const form = { ...ids, document_id: made.document_id, creator_id: call.actor.user_id, made_version };
    if (!(await insertForm(call.sql, { ...form, chosen, now: call.now }))) {
      throw refuse.conflict(`"${made.doc_id}" is a form already; delete that form, or name another page`);
    }
    const form_made = await settle(call, table, { document_id: made.document_id, action: "form.create" });
    call.reply.warnings.push(...tellReaders(made), ...(page ? tellUnused(body) : []));
    return form_made;
  },
});

/** Whoever made a form that its link opens to nobody is told so before they send the link around. */
function tellReaders({ visibility }: Pick<LoadedDocument, "visibility">): string[] {
  if (visibility !== "restricted") return [];
  return [
    "the form is restricted: only people with access to its page can open it and answer; give them access to the page, or set its visibility to workspace, unlisted or password",
  ];
}

/** What was said of a new page, where the form is made of one that keeps its own. */
function tellUnused({ title, visibility, password, html }: Body): string[] {
  const unused = Object.entries({ title, visibility, password, html }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (unused.length === 0) return [];
  return [`${unused.join(", ")} would be of a new page; the page that doc_id names keeps its own`];
}

type Body = {
  title?: string;
  visibility?: string;
  password?: string;
  html?: string;
  doc_id?: string;
};

/** Throws 400 and 422 for what does not go together about a new page. */
function checkPage({ title, visibility, password }: Body): void {
  if (title === undefined) {
    throw refuse.unprocessable([{ loc: ["body", "title"], msg: "title is required for a new page", type: "missing" }]);
  }
  if (visibility === "password" && password === undefined)
    throw refuse.invalid("visibility password needs a password; send one");
  if (password !== undefined && visibility !== "password") {
    const other = visibility === undefined ? "" : `, and not with ${visibility}`;
    throw refuse.invalid(`a password goes with visibility password${other}; send both, or neither`);
  }
}

/** What the page is made of, unless it is somebody's own. */
function madeOf({ table }: FormTarget, body: Body & SentSettings & { fields: string[] }) {
  const { html, title = "", fields: keys, autosave = DEFAULTS.autosave, spam } = body;
  const fields = keys.flatMap((key) => table.table.fields.find((field) => field.key === key) ?? []);
  return { html, made: { title, fields, autosave, honeypot: spam?.honeypot ?? DEFAULTS.honeypot } };
}

async function contentOf(call: PrepareCall, { html, made }: ReturnType<typeof madeOf>): Promise<Content> {
  const { title } = made;
  if (html !== undefined) {
    const content = wholeContent(new TextEncoder().encode(html));
    const kept = await fileContent(call, { filename: PAGE_PATH, content }, { title, description: "", render: true });
    const page = kept.files.find(({ path }) => path === PAGE_PATH);
    if (page) rememberFillable(page.stored);
    return { ...kept, filename: null, doc_type: "form" };
  }
  const file = await keepFile(call, { path: PAGE_PATH, bytes: await generatedPage(made) });
  return { kind: "html", doc_type: "form", title, title_set: true, source_path: PAGE_PATH, files: [file] };
}

/** The new document, or the one that becomes a form. */
async function makePage(
  call: WriteCall<FormTarget>,
  {
    title,
    visibility,
    ready,
  }: { title: string; visibility: (typeof VISIBILITIES)[number]; ready: Awaited<ReturnType<typeof makeReady>> | null },
): Promise<Pick<LoadedDocument, "document_id" | "doc_id" | "version" | "visibility">> {
  const { page, place } = call.subject;
  if (page) return giveDocType(call, page, "form");
  if (!ready || !place) throw new Error("a new form has a page and a place");
  return createDocument(call, { ...ready, target: place }, { title, visibility });
}

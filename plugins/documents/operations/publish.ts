// Publishing a new document from HTML, markdown, a snippet or a file.
import { refuse, type Static, t } from "../../../kernel/plugin.ts";
import type { Single } from "../../../kernel/ports/operation.ts";
import { operation } from "../../operation.ts";
import type { Level } from "../../places/port.ts";
import { chosenMarkdown, parseAttrs } from "../model/attrs.ts";
import type { NotingCall, WriteCall } from "../model/calls.ts";
import {
  CONTENT_NAMES,
  CONTENT_REFUSALS,
  type ContentBody,
  checkContent,
  contentMembers,
  hasContent,
} from "../model/content_members.ts";
import { setLater } from "../model/elsewhere.ts";
import { snippetPath } from "../model/kinds.ts";
import { asPlaced } from "../model/openness.ts";
import { parseDocumentName, parseTags } from "../model/paths.ts";
import { type DocumentRow, type FileRow, showDocument } from "../model/rows.ts";
import { checkFile, checkPlaced } from "../model/rules.ts";
import { attrs, Document, filename, folder, idempotencyKey, message, placement, tags } from "../model/schemas.ts";
import { PUBLISHED } from "../model/tool_results.ts";
import type { NewDocument } from "../store/writing/begun_document.ts";
import { insertDocument, singleDocument } from "../store/writing/new_documents.ts";
import {
  baseTitle,
  type Content,
  fileContent,
  htmlContent,
  markdownContent,
  snippetContent,
} from "../write/content.ts";
import { tellChoice } from "../write/content_file.ts";
import { hashPassword } from "../write/passwords.ts";
import { readContent, usingUploads, wholeContent } from "../write/sent_content.ts";
import { findStanding, publishTarget, settle, type Target } from "../write/targets.ts";

const PLACING = [
  "title",
  "visibility",
  "password",
  "listing",
  "retention_days",
  "folder",
  "root",
  "tags",
  "attrs",
  "message",
  "idempotency_key",
] as const;

const FORMATS = ["html", "markdown"] as const;

type Placement = Partial<Static<typeof DocumentPlacement>>;

const DocumentPlacement = t.Object({ ...placement, folder, tags, attrs, filename, message });

interface Ready {
  content: Content;
  password_hash: string | null;
}

/** A document that was just made, with its files and what its maker holds on it. */
export type Created = DocumentRow & { files: FileRow[]; level: Level };

type Making = Pick<Ready, "content"> & Partial<Ready> & { target: Target };

type Placed = Placement & { description?: string };

/** Writes the document and its audit row; every way of publishing ends here or in `publishAlone`. */
export async function createDocument(call: WriteCall, making: Making, placed: Placed = {}): Promise<Created> {
  const { content, target } = making;
  const { document: row } = await usingUploads(call, content.files, async () => {
    const wanted = { ...wantedDocument(making, placed), place: await settle(call, target) };
    return { document: await insertDocument(call, wanted, { files: content.files, message: placed.message ?? null }) };
  });
  notePublished(call, row);
  tellChoice(call, content.files);
  return { ...row, level: target.level };
}

/** The same, answered as the wire shows a document. */
export async function publish(...made: Parameters<typeof createDocument>): Promise<Static<typeof Document>> {
  return showDocument(await createDocument(...made), made[0]);
}

/** The same as one statement; null where more belongs to it. */
export async function publishAlone(
  call: NotingCall,
  making: Making,
  placed: Placed = {},
): Promise<Single<Static<typeof Document>> | null> {
  const { content, target } = making;
  const place = findStanding(target);
  if (!place || content.files.some((file) => file.upload_id !== undefined)) return null;
  const sent = { files: content.files, message: placed.message ?? null };
  tellChoice(call, content.files);
  return singleDocument(call, { ...wantedDocument(making, placed), place }, sent, {
    note: (row) => notePublished(call, row),
    answer: (row) => showDocument({ ...row, level: target.level }, call),
  });
}

function wantedDocument({ content, password_hash = null }: Making, placed: Placed): Omit<NewDocument, "place"> {
  return {
    title: content.title,
    title_set: content.title_set,
    kind: content.kind,
    doc_type: content.doc_type ?? "document",
    source_path: content.source_path,
    tags: parseTags(placed.tags ?? []),
    visibility: placed.visibility ?? "restricted",
    listing: placed.listing ?? "private",
    password_hash,
    retention_days: placed.retention_days ?? null,
    description: placed.description ?? "",
    attrs: parseAttrs(placed.attrs ?? {}),
    filename: content.filename ?? parseDocumentName(placed.filename),
  };
}

type Published = Pick<DocumentRow, "doc_id" | "title" | "kind" | "visibility" | "folder" | "root_slug">;

function notePublished(call: NotingCall, { doc_id, title, kind, visibility, folder, root_slug }: Published): void {
  const meta = { title, kind, visibility, folder, root: root_slug ?? "~", version: 1 };
  call.note("doc.publish", { target_type: "doc", target_id: doc_id, meta });
}

/** Hashes the password beside the making of the content. */
export async function makeReady(content: Promise<Content>, password: string | undefined): Promise<Ready> {
  const [made, password_hash] = await Promise.all([content, hashPassword(password)]);
  return { content: made, password_hash };
}

/** What every way of publishing declares alike. */
export const publishing = {
  output: Document,
  connection_limit: "places",
  quota: "publish",
  once: "idempotency_key",
  audit: "doc.publish",
} as const;

export const publishPage = operation({
  ...publishing,
  id: "doc.publish",
  route: "POST /api/docs",
  tools: [
    {
      name: "publish_html",
      wording:
        "Publish an HTML page and get its link. Use it for a finished, self-contained page; for prose prefer publish_markdown.",
      takes: [...CONTENT_NAMES, ...PLACING],
      fixed: { format: "html" },
      gives: PUBLISHED,
    },
    {
      name: "publish_markdown",
      wording: "Publish a markdown document (GitHub flavour) as a well set page and get its link.",
      takes: [...CONTENT_NAMES, ...PLACING],
      fixed: { format: "markdown" },
      gives: PUBLISHED,
    },
  ],
  summary: "Publish an HTML or markdown document",
  description:
    "JSON with `html` or `markdown` (or the same as `content`, `content_base64` or `upload_id` with a `format`), or a multipart form with one UTF-8 HTML `file`.",
  body: t.Object({
    html: t.Optional(t.LongText({ minLength: 1, description: "The page, at most 20 MiB." })),
    markdown: t.Optional(t.LongText({ minLength: 1, description: "GitHub-flavoured markdown, at most 20 MiB." })),
    ...contentMembers,
    format: t.Optional(
      t.OneOf(FORMATS, { description: "What the content is; html and markdown say it by their names." }),
    ),
    ...placement,
    folder,
    tags,
    attrs,
    filename,
    message,
    idempotency_key: idempotencyKey,
  }),
  synonyms: {
    html: { is: "content", with: { format: "html" } },
    markdown: { is: "content", with: { format: "markdown" } },
  },
  elsewhere: setLater("expires_at", "description", "alias", "legal_hold"),
  form: t.Object({ file: t.FilePart({ description: "A UTF-8 HTML file." }), title: placement.title }),
  status: 201,
  rules: async ({ body, form }) => {
    if (form) checkFile({ ...form.file, filename: form.file.filename || "page" });
    if (body) await checkPage(body);
    checkPlaced(body);
  },
  permit: ({ body }) => publishTarget(body),
  publishes: ({ body }, target) => asPlaced(body, target),
  refuses: CONTENT_REFUSALS,
  prepare: async (call, { body, form }) => {
    if (form)
      return makeReady(
        fileContent(
          call,
          { filename: htmlName(form.file.filename), content: wholeContent(form.file.bytes) },
          { title: form.title ?? null, description: "", render: true },
        ),
        undefined,
      );
    const sent = await readContent(call, body ?? {});
    const make = body?.format === "markdown" ? markdownContent : htmlContent;
    const fallback = body?.filename ? baseTitle(body.filename) : null;
    const extensions = chosenMarkdown(body?.attrs ?? {});
    return makeReady(make(call, sent, { title: body?.title ?? null, fallback, extensions }), body?.password);
  },
  single: (call, { body, form }, ready) =>
    publishAlone(call, { ...ready, target: call.subject }, body ?? { title: form?.title }),
  run: (call, { body, form }, ready) =>
    publish(call, { ...ready, target: call.subject }, body ?? { title: form?.title }),
});

/** Throws 422 for no content, and for content of which nothing says what it is. */
async function checkPage(body: ContentBody & { format?: (typeof FORMATS)[number] }): Promise<void> {
  if (body.format === undefined && !hasContent(body))
    throw refuse.unprocessable([{ loc: ["body", "html"], msg: "html or markdown is required", type: "missing" }]);
  await checkContent(body, { filled: true });
  if (body.format !== undefined) return;
  const msg = `format is required beside content; say ${FORMATS.join(" or ")}, or send it as html or markdown`;
  throw refuse.unprocessable([{ loc: ["body", "format"], msg, type: "missing" }]);
}

/** The form of `POST /api/docs` takes HTML whatever its file is called; what names the document is kept. */
function htmlName(filename: string): string {
  return `${baseTitle(filename)}.html`;
}

export const publishSnippet = operation({
  ...publishing,
  id: "doc.publish_snippet",
  route: "POST /api/snippets",
  tool: {
    name: "publish_snippet",
    wording: "Publish a piece of code or plain text, highlighted with line numbers, and get its link.",
    gives: PUBLISHED,
  },
  summary: "Publish a code snippet",
  body: t.Object({
    ...contentMembers,
    language: t.Optional(
      t.String({ maxLength: 40, description: "Such as typescript, python or sql; without it plain text." }),
    ),
    ...placement,
    folder,
    tags,
    attrs,
    message,
    idempotency_key: idempotencyKey,
  }),
  elsewhere: setLater("expires_at", "description", "alias", "legal_hold"),
  status: 201,
  rules: async ({ body }) => {
    snippetPath(body.language ?? null);
    await checkContent(body, { filled: true });
    checkPlaced(body);
  },
  permit: ({ body }) => publishTarget(body),
  publishes: ({ body }, target) => asPlaced(body, target),
  refuses: CONTENT_REFUSALS,
  prepare: async (call, { body }) => {
    const named = { language: body.language ?? null, title: body.title ?? null };
    return makeReady(snippetContent(call, await readContent(call, body), named), body.password);
  },
  single: (call, { body }, ready) => publishAlone(call, { ...ready, target: call.subject }, body),
  run: (call, { body }, ready) => publish(call, { ...ready, target: call.subject }, body),
});

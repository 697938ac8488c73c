// Publishing a new document from HTML, markdown, a snippet or a file.
import { type Static, t } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import { parseAttrs } from "../model/attrs.ts";
import type { WriteCall } from "../model/calls.ts";
import { snippetPath } from "../model/kinds.ts";
import { asPlaced } from "../model/openness.ts";
import { parseDocumentName, parseTags } from "../model/paths.ts";
import { showDocument } from "../model/rows.ts";
import { checkFile, checkPlaced, demandOneOf, readContent } from "../model/rules.ts";
import {
  attrs,
  Document,
  descriptionMember,
  filename,
  folder,
  idempotencyKey,
  message,
  placement,
  tags,
} from "../model/schemas.ts";
import { PUBLISHED } from "../model/tool_results.ts";
import { expiryOf, insertDocument } from "../store/writes.ts";
import {
  baseTitle,
  type Content,
  fileContent,
  htmlContent,
  markdownContent,
  snippetContent,
} from "../write/content.ts";
import { hashPassword } from "../write/passwords.ts";
import { publishTarget, settle, type Target } from "../write/targets.ts";

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

type Placement = Partial<Static<typeof DocumentPlacement>>;

const DocumentPlacement = t.Object({ ...placement, folder, tags, attrs, filename, message });

interface Ready {
  content: Content;
  password_hash: string | null;
}

/** Writes the document and its audit row; every way of publishing ends here. */
export async function publish(
  call: WriteCall,
  ready: Ready & { target: Target },
  placed: Placement & { description?: string },
) {
  const { content, target } = ready;
  const retention = placed.retention_days ?? 0;
  const row = await insertDocument(
    call,
    {
      title: content.title,
      title_set: content.title_set,
      kind: content.kind,
      source_path: content.source_path,
      place: await settle(call, target),
      tags: parseTags(placed.tags ?? []),
      visibility: placed.visibility ?? "restricted",
      listing: placed.listing ?? "private",
      password_hash: ready.password_hash,
      retention_days: retention,
      expires_at: expiryOf(retention, call.now),
      description: placed.description ?? "",
      attrs: parseAttrs(placed.attrs ?? {}),
      filename: content.filename ?? parseDocumentName(placed.filename),
    },
    { files: content.files, message: placed.message ?? null },
  );
  call.note("doc.publish", {
    target_type: "doc",
    target_id: row.doc_id,
    meta: {
      title: row.title,
      kind: row.kind,
      visibility: row.visibility,
      folder: row.folder,
      root: row.root_slug ?? "~",
      version: 1,
    },
  });
  return showDocument(row, { content_url: call.house.config.content_url, level: target.level, now: call.now });
}

async function makeReady(content: Promise<Content>, password: string | undefined): Promise<Ready> {
  const [made, password_hash] = await Promise.all([content, hashPassword(password)]);
  return { content: made, password_hash };
}

export const publishPage = operation({
  id: "doc.publish",
  route: "POST /api/docs",
  tools: [
    {
      name: "publish_html",
      wording:
        "Publish an HTML page and get its link. Use it for a finished, self-contained page; for prose prefer publish_markdown.",
      takes: ["html", ...PLACING],
      requires: ["html"],
      gives: PUBLISHED,
    },
    {
      name: "publish_markdown",
      wording: "Publish a markdown document (GitHub flavour) as a well set page and get its link.",
      takes: ["markdown", ...PLACING],
      requires: ["markdown"],
      gives: PUBLISHED,
    },
  ],
  summary: "Publish an HTML or markdown document",
  description: "JSON with `html` or `markdown`, or a multipart form with one UTF-8 HTML `file`.",
  body: t.Object({
    html: t.Optional(t.LongText({ minLength: 1, description: "The page, at most 20 MiB." })),
    markdown: t.Optional(t.LongText({ minLength: 1, description: "GitHub-flavoured markdown, at most 20 MiB." })),
    ...placement,
    folder,
    tags,
    attrs,
    filename,
    message,
    idempotency_key: idempotencyKey,
  }),
  form: t.Object({ file: t.FilePart({ description: "A UTF-8 HTML file." }), title: placement.title }),
  output: Document,
  status: 201,
  rules: ({ body, form }) => {
    if (form) checkFile({ ...form.file, filename: form.file.filename || "page" });
    if (body) demandOneOf(body, ["html", "markdown"]);
    checkPlaced(body);
  },
  permit: ({ body }) => publishTarget(body),
  reach: "places",
  publishes: ({ body }, target) => asPlaced(body, target),
  quota: "publish",
  once: "idempotency_key",
  audit: "doc.publish",
  refuses: [404],
  prepare: (call, { body, form }) => {
    if (form)
      return makeReady(
        fileContent(
          call,
          { filename: htmlName(form.file.filename), bytes: form.file.bytes },
          { title: form.title ?? null, description: "", render: true },
        ),
        undefined,
      );
    const fallback = body?.filename ? baseTitle(body.filename) : null;
    const naming = { title: body?.title ?? null, fallback };
    const content =
      body?.markdown === undefined
        ? htmlContent(call, body?.html ?? "", naming)
        : markdownContent(call, body.markdown, naming);
    return makeReady(content, body?.password);
  },
  run: (call, { body, form }, ready) =>
    publish(call, { ...ready, target: call.subject }, body ?? { title: form?.title }),
});

/** The form of `POST /api/docs` takes HTML whatever its file is called; what names the document is kept. */
function htmlName(filename: string): string {
  return `${baseTitle(filename)}.html`;
}

export const publishSnippet = operation({
  id: "doc.publish_snippet",
  route: "POST /api/snippets",
  tool: {
    name: "publish_snippet",
    wording: "Publish a piece of code or plain text, highlighted with line numbers, and get its link.",
    gives: PUBLISHED,
  },
  summary: "Publish a code snippet",
  body: t.Object({
    content: t.LongText({ minLength: 1, description: "The code, at most 20 MiB." }),
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
  output: Document,
  status: 201,
  rules: ({ body }) => {
    snippetPath(body.language ?? null);
    checkPlaced(body);
  },
  permit: ({ body }) => publishTarget(body),
  reach: "places",
  publishes: ({ body }, target) => asPlaced(body, target),
  quota: "publish",
  once: "idempotency_key",
  audit: "doc.publish",
  refuses: [404],
  prepare: (call, { body }) =>
    makeReady(
      snippetContent(call, body.content, { language: body.language ?? null, title: body.title ?? null }),
      body.password,
    ),
  run: (call, { body }, ready) => publish(call, { ...ready, target: call.subject }, body),
});

export const publishFile = operation({
  id: "doc.publish_file",
  route: "POST /api/files",
  summary: "Publish a file",
  description:
    "HTML and markdown become pages; pictures, PDF, audio and video get a viewer page; anything else a download page.",
  form: t.Object({
    file: t.FilePart(),
    filename: t.Optional(
      t.Name({ minLength: 1, maxLength: 255, description: "Stands in for the part's own file name." }),
    ),
    ...placement,
    folder,
    tags,
    description: descriptionMember("Says what the file is, below its preview."),
    render: t.Optional(t.Boolean({ default: true, description: "False shares a markdown file as a download." })),
    message,
    idempotency_key: idempotencyKey,
  }),
  output: Document,
  status: 201,
  rules: ({ form }) => {
    checkFile({ filename: form.filename ?? form.file.filename, bytes: form.file.bytes });
    checkPlaced(form);
  },
  permit: ({ form }) => publishTarget(form),
  reach: "places",
  publishes: ({ form }, target) => asPlaced(form, target),
  quota: "publish",
  once: "idempotency_key",
  audit: "doc.publish",
  refuses: [404],
  prepare: (call, { form }) => {
    const filename = form.filename ?? form.file.filename;
    const named = { title: form.title ?? null, description: form.description ?? "", render: form.render ?? true };
    return makeReady(fileContent(call, { filename, bytes: form.file.bytes }, named), form.password);
  },
  run: (call, { form }, ready) => publish(call, { ...ready, target: call.subject }, form),
});

export const publishFileContent = operation({
  id: "doc.publish_file_content",
  tool: {
    name: "publish_file",
    wording:
      "Publish a small file (picture, PDF, data) from text or base64 and get its link. Above about 100 KB use create_upload, which takes the bytes over HTTP.",
    gives: PUBLISHED,
  },
  summary: "Publish a file from text or base64",
  body: t.Object({
    filename: t.Name({
      minLength: 1,
      maxLength: 255,
      description: "Decides what kind of document it becomes, such as chart.png.",
    }),
    content: t.Optional(t.LongText({ description: "The file as text." })),
    content_base64: t.Optional(
      t.LongText({ description: "The file as base64; exactly one of content and content_base64." }),
    ),
    ...placement,
    folder,
    tags,
    description: descriptionMember("Says what the file is, below its preview."),
    render: t.Optional(t.Boolean({ default: true, description: "False shares a markdown file as a download." })),
    message,
    idempotency_key: idempotencyKey,
  }),
  output: Document,
  rules: async ({ body }) => {
    checkFile({ filename: body.filename, bytes: await readContent(body) });
    checkPlaced(body);
  },
  permit: ({ body }) => publishTarget(body),
  reach: "places",
  publishes: ({ body }, target) => asPlaced(body, target),
  quota: "publish",
  once: "idempotency_key",
  audit: "doc.publish",
  refuses: [404],
  prepare: async (call, { body }) => {
    const bytes = await readContent(body);
    const named = { title: body.title ?? null, description: body.description ?? "", render: body.render ?? true };
    return makeReady(fileContent(call, { filename: body.filename, bytes }, named), body.password);
  },
  run: (call, { body }, ready) => publish(call, { ...ready, target: call.subject }, body),
});

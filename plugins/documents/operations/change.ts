// Changing one document: its fields, its files, its life.
import { refuse, t } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import type { WriteCall } from "../calls.ts";
import { type ContentFile, htmlContent } from "../content.ts";
import { SHARE_KINDS } from "../kinds.ts";
import { hashPassword } from "../passwords.ts";
import { baseName, parseFilePath } from "../paths.ts";
import { document, publishPlace, refuseMissing } from "../permits.ts";
import { filesOfWrite, readSource, refuseGenerated, renderPage, revise } from "../revise.ts";
import { type LoadedDocument, showDocument } from "../rows.ts";
import { checkPlaced, decodeBase64 } from "../rules.ts";
import {
  attrs,
  baseVersion,
  Document,
  DocumentRestored,
  FilePut,
  FilesAdded,
  folder,
  LISTING_WORDS,
  LISTINGS,
  message,
  placement,
  tags,
  VISIBILITIES,
  VISIBILITY_WORDS,
} from "../schemas.ts";
import { applyFields, noteFields } from "../settings.ts";
import { findVersionFiles } from "../store/documents.ts";
import { restoreVersion, trashDocument } from "../store/lifecycle.ts";
import { replacePage } from "../store/pages.ts";

const WRITTEN = ["doc_id", "url", "version", "changed", "path"] as const;
/** Fields that an editor who is not the owner may change in someone's My documents. */
const EDITOR_FIELDS: readonly string[] = ["html", "title", "tags", "attrs", "message", "base_version"];

const Patch = t.Object({
  html: t.Optional(t.String({ description: "Replaces index.html; HTML documents only." })),
  title: placement.title,
  description: t.Optional(t.String({ maxLength: 16_384, description: "Shown on the page of a file share." })),
  visibility: t.Optional(t.OneOf(VISIBILITIES, { description: VISIBILITY_WORDS })),
  password: placement.password,
  listing: t.Optional(t.OneOf(LISTINGS, { description: LISTING_WORDS })),
  retention_days: t.Optional(t.Integer({ minimum: 0, maximum: 36_500, description: "0 keeps forever." })),
  tags,
  attrs,
  folder,
  root: placement.root,
  base_version: baseVersion,
  message,
});

export const patchDoc = operation({
  id: "doc.update",
  route: "PATCH /api/docs/{doc_id}",
  tools: [
    {
      name: "update_html",
      wording: "Replace the page of an HTML document; its link stays.",
      takes: ["doc_id", "html", "title", "base_version", "message"],
      requires: ["html"],
      gives: ["doc_id", "url", "version"],
      idempotent: true,
    },
    {
      name: "set_visibility",
      wording: "Choose who may open a document: restricted, unlisted, password or workspace.",
      takes: ["doc_id", "visibility", "password"],
      requires: ["visibility"],
      gives: ["doc_id", "url", "visibility"],
      idempotent: true,
    },
    {
      name: "set_tags",
      wording: "Replace a document's tags; an empty list clears them.",
      takes: ["doc_id", "tags"],
      requires: ["tags"],
      gives: ["doc_id", "tags"],
      idempotent: true,
    },
    {
      name: "set_retention",
      wording: "Let a document expire so many days after its last change; 0 keeps it forever.",
      takes: ["doc_id", "retention_days"],
      requires: ["retention_days"],
      gives: ["doc_id", "retention_days", "expires_at"],
      idempotent: true,
    },
    {
      name: "set_listing",
      wording: "List a document to the team, or keep it private.",
      takes: ["doc_id", "listing"],
      requires: ["listing"],
      gives: ["doc_id", "listing"],
      idempotent: true,
    },
    {
      name: "set_description",
      wording: "Set the description on the page of a file share.",
      takes: ["doc_id", "description"],
      requires: ["description"],
      gives: ["doc_id", "url", "description"],
      idempotent: true,
    },
  ],
  summary: "Change a document's content or settings",
  description: "In My documents editors may send html, title, tags and attrs; everything else is the owner's.",
  body: Patch,
  output: Document,
  rules: ({ body }) => {
    // A password document keeps its password when only other fields are sent; whether one is set is known under the lock.
    checkPlaced({
      ...body,
      visibility: body.visibility === "password" && body.password === undefined ? undefined : body.visibility,
    });
  },
  permit: ({ body }) => {
    const ownerOnly = Object.keys(body).some((name) => !EDITOR_FIELDS.includes(name));
    return [document(ownerOnly ? "own" : "edit"), publishPlace(body.root)];
  },
  quota: { name: "publish", when: ({ body }) => body.html !== undefined || body.description !== undefined },
  audit: ["doc.update", "doc.visibility", "doc.tags", "doc.move", "doc.retention"],
  refuses: [409, 423],
  prepare: async (call, { body }) => {
    const { subject } = call;
    refuseWrongKind(subject, body);
    const [content, password_hash, page] = await Promise.all([
      body.html === undefined ? null : htmlContent(call, body.html, null),
      hashPassword(body.password),
      renamedPage(call, subject, body),
    ]);
    return { content, password_hash, page };
  },
  run: async (call, { body }, { content, password_hash, page }) => {
    const { subject, house, now } = call;
    const revised = await revise(call, subject, {
      put: content?.files ?? [],
      base_version: body.base_version,
      message: body.message,
    });
    const fields = await applyFields(call, revised.document, { ...body, password_hash });
    const files = page ? await replacePage(call, fields.document, page) : revised.document.files;
    noteFields(call, {
      before: subject,
      after: fields.document,
      content_changed: revised.changed,
      changed: fields.changed,
    });
    const row = { ...fields.document, files };
    return showDocument(row, { content_url: house.config.content_url, level: subject.level, now });
  },
});

function refuseWrongKind(subject: LoadedDocument, body: { html?: string; description?: string }): void {
  if (body.html !== undefined && subject.kind !== "html") {
    throw refuse.invalid(
      `html goes with HTML documents; this one is ${subject.kind}, so change its file "${subject.source_path}" instead`,
    );
  }
  if (body.description !== undefined && !SHARE_KINDS.includes(subject.kind)) {
    throw refuse.invalid(`a description goes with file shares; this document is ${subject.kind}`);
  }
}

/** A page that shows the title or the description is made anew with them; that is no new version (part 5, 5.4). */
async function renamedPage(
  call: WriteCall,
  subject: LoadedDocument,
  body: { title?: string; description?: string },
): Promise<ContentFile | null> {
  const { title = subject.title, description = subject.description } = body;
  if (subject.kind === "html" || (title === subject.title && description === subject.description)) return null;
  return renderPage(call, { ...subject, title, description }, await readSource(call, subject));
}

export const deleteDoc = operation({
  id: "doc.delete",
  route: "DELETE /api/docs/{doc_id}",
  tool: {
    name: "delete_doc",
    wording:
      "Move a document to the trash, from where it can be brought back for 7 days. Its link stops working at once.",
    takes: ["doc_id"],
    destructive: true,
    idempotent: true,
  },
  summary: "Delete a document",
  query: t.Object({ purge: t.Optional(t.Boolean({ description: "True removes it for good, at once." })) }),
  output: t.Object({ doc_id: t.String(), deleted: t.Boolean() }),
  permit: document("own"),
  audit: ["doc.delete", "doc.purge"],
  refuses: [423],
  run: async (call, { query }) => {
    const { subject } = call;
    const trashed = await trashDocument(call, subject, { purge: query.purge ?? false });
    if (!trashed) throw refuseMissing();
    call.note(query.purge ? "doc.purge" : "doc.delete", {
      target_type: "doc",
      target_id: subject.doc_id,
      meta: { title: subject.title },
    });
    return { doc_id: subject.doc_id, deleted: true };
  },
});

export const addFiles = operation({
  id: "doc.files.add",
  route: "POST /api/docs/{doc_id}/files",
  summary: "Add files to a document",
  description:
    "One `file` with an optional `path`, or several `files` parts whose file names become their paths. One version.",
  form: t.Object({
    file: t.Optional(t.FilePart()),
    path: t.Optional(t.String({ description: "Where the one file goes; without it, its file name." })),
    files: t.Optional(t.Array(t.FilePart(), { maxItems: 2000 })),
    base_version: baseVersion,
    message,
  }),
  output: FilesAdded,
  status: 201,
  rules: ({ form }) => void sentFiles(form),
  permit: document("edit"),
  quota: "publish",
  audit: "doc.edit",
  refuses: [409, 423],
  prepare: async (call, { form }) => {
    const sent = sentFiles(form);
    for (const { path } of sent) refuseGenerated(call.subject, path);
    return (await Promise.all(sent.map((file) => filesOfWrite(call, call.subject, file)))).flat();
  },
  run: async (call, { form }, put) => {
    const { subject, house, now } = call;
    const { document: row, changed } = await revise(call, subject, {
      put,
      base_version: form.base_version,
      message: form.message,
    });
    const added = put.filter((file) => file.renderer === null).map((file) => file.path);
    if (changed) noteEdit(call, row.version, { added });
    const shown = showDocument(row, { content_url: house.config.content_url, level: subject.level, now });
    return { ...shown, added, files: row.files.map((file) => file.path) };
  },
});

/** Files and their paths, every path checked and no two alike; throws 422 or 400. */
function sentFiles(form: {
  file?: { filename: string; bytes: Uint8Array };
  path?: string;
  files?: { filename: string; bytes: Uint8Array }[];
}) {
  if ((form.file === undefined) === (form.files === undefined)) {
    throw refuse.unprocessable([
      { loc: ["body", "file"], msg: "send one file, or several files parts", type: "missing" },
    ]);
  }
  const sent = form.file ? [{ path: form.path ?? baseName(form.file.filename), bytes: form.file.bytes }] : [];
  for (const part of form.files ?? []) sent.push({ path: part.filename, bytes: part.bytes });
  const seen = new Set<string>();
  for (const { path } of sent) {
    parseFilePath(path);
    if (seen.has(path)) throw refuse.invalid(`path "${path}" is sent twice; send each file once`);
    seen.add(path);
  }
  return sent;
}

export const removeFile = operation({
  id: "doc.files.remove",
  route: "DELETE /api/docs/{doc_id}/files",
  summary: "Remove a file from a document",
  query: t.Object({
    path: t.String({ minLength: 1 }),
    base_version: baseVersion,
    message,
  }),
  output: Document,
  rules: ({ query }) => void parseFilePath(query.path),
  permit: document("edit"),
  quota: "publish",
  audit: "doc.edit",
  refuses: [409, 423],
  run: async (call, { query }) => {
    const { subject, house, now } = call;
    if (!subject.files.some((file) => file.path === query.path)) throw refuse.notFound(`no file at "${query.path}"`);
    if (query.path === subject.source_path || query.path === "index.html") {
      throw refuse.invalid(
        `"${query.path}" is what this document shows; delete the document instead, or replace the file`,
      );
    }
    const { document: row, changed } = await revise(call, subject, {
      put: [],
      remove: [query.path],
      base_version: query.base_version,
      message: query.message,
    });
    if (changed) noteEdit(call, row.version, { removed: [query.path] });
    return showDocument(row, { content_url: house.config.content_url, level: subject.level, now });
  },
});

export const putFile = operation({
  id: "doc.file.put",
  route: "PUT /api/docs/{doc_id}/files/{path...}",
  tools: [
    {
      name: "put_file",
      wording:
        "Write one file of a document, new or replaced. Identical content writes nothing. Pass base_version to refuse when somebody was faster.",
      gives: [...WRITTEN, "sha256", "size"],
      idempotent: true,
    },
    {
      name: "update_markdown",
      wording: "Replace the source of a markdown document; its page is made anew and its link stays.",
      takes: ["doc_id", "content", "base_version", "message"],
      fixed: { path: "source.md" },
      gives: WRITTEN,
      idempotent: true,
    },
  ],
  summary: "Write one file of a document",
  body: t.Object({
    content: t.String({ description: "At most 20 MiB decoded." }),
    encoding: t.Optional(t.OneOf(["utf8", "base64"], { default: "utf8", description: "How content is written." })),
    base_version: baseVersion,
    message,
  }),
  output: FilePut,
  rules: ({ params }) => void parseFilePath(params.path),
  permit: document("edit"),
  quota: "publish",
  audit: "doc.edit",
  refuses: [409, 423],
  prepare: (call, { params, body }) => writeOf(call, params.path, contentOf(body)),
  run: (call, { params, body }, put) =>
    putOne(call, { path: params.path, put, base_version: body.base_version, message: body.message }),
});

function contentOf(body: { content: string; encoding?: "utf8" | "base64" }): Uint8Array {
  return body.encoding === "base64" ? decodeBase64(body.content, "content") : new TextEncoder().encode(body.content);
}

/** Checks and stores what a write to one path needs. */
export async function writeOf(
  call: WriteCall & { subject: LoadedDocument },
  path: string,
  bytes: Uint8Array,
): Promise<ContentFile[]> {
  const most = call.house.caps["json_file_bytes"] ?? 0;
  if (bytes.byteLength > most)
    throw refuse.tooLarge(`"${path}" has ${bytes.byteLength} bytes, over the ${most}-byte file cap`);
  return filesOfWrite(call, call.subject, { path, bytes });
}

/** Writes one file as a version and answers what `PUT .../files/{path}` does. */
export async function putOne(
  call: WriteCall & { subject: LoadedDocument },
  write: { path: string; put: ContentFile[]; base_version?: number; message?: string },
) {
  const { subject, house, now } = call;
  const { document: row, changed } = await revise(call, subject, write);
  if (changed) noteEdit(call, row.version, { path: write.path });
  const stored = write.put[0]?.stored;
  return {
    ...showDocument(row, { content_url: house.config.content_url, level: subject.level, now }),
    path: write.path,
    changed,
    sha256: stored?.sha256 ?? "",
    size: stored?.size_bytes ?? 0,
  };
}

function noteEdit(call: WriteCall & { subject: LoadedDocument }, version: number, meta: Record<string, unknown>): void {
  call.note("doc.edit", { target_type: "doc", target_id: call.subject.doc_id, meta: { version, ...meta } });
}

export const restore = operation({
  id: "doc.restore",
  route: "POST /api/docs/{doc_id}/versions/{version}/restore",
  tool: {
    name: "restore_version",
    wording: "Make an earlier version's content the newest version again.",
    gives: ["doc_id", "url", "version", "changed", "restored_from"],
    idempotent: true,
  },
  summary: "Restore a version",
  params: t.Object({
    doc_id: t.String(),
    version: t.Integer({ minimum: 1, description: "The number of the version to bring back." }),
  }),
  output: DocumentRestored,
  permit: document("edit"),
  quota: "publish",
  audit: "doc.restore",
  refuses: [409, 423],
  run: async (call, { params }) => {
    const { subject, house, now, sql } = call;
    const files = await findVersionFiles(sql, { document_id: subject.document_id, version: params.version });
    if (!files) throw refuse.notFound(`no such version: ${params.version}`);
    const { document: row, changed } = await restoreVersion(call, subject, { version: params.version, files });
    if (changed) {
      call.note("doc.restore", {
        target_type: "doc",
        target_id: subject.doc_id,
        meta: { restored_from: params.version, version: row.version },
      });
    }
    const shown = showDocument(row, { content_url: house.config.content_url, level: subject.level, now });
    return { ...shown, restored_from: params.version, changed };
  },
});

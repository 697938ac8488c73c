// Writing and removing single files of a document.
import { refuse, t } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import type { WriteCall } from "../calls.ts";
import { refuseStale } from "../conflict.ts";
import { type ContentFile, PAGE_PATH } from "../content.ts";
import { parseFileName, parseFilePath } from "../paths.ts";
import { document } from "../permits.ts";
import { filesOfWrite, refuseGenerated, revise } from "../revise.ts";
import { type LoadedDocument, showDocument } from "../rows.ts";
import { decodeBase64, refuseLargeFile } from "../rules.ts";
import { baseVersion, Document, FilePut, FilesAdded, message } from "../schemas.ts";
import { WRITTEN } from "../tool_results.ts";

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
    const paths = sent.map((file) => file.path);
    for (const path of paths) refuseGenerated(call.subject, path);
    await refuseStale(call, call.subject, { base_version: form.base_version, paths });
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
  const sent = form.file ? [{ path: form.path ?? parseFileName(form.file.filename), bytes: form.file.bytes }] : [];
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
  prepare: async (call, { query: { path, base_version } }) => {
    const { subject } = call;
    if (path === subject.source_path || path === PAGE_PATH) {
      throw refuse.invalid(`"${path}" is what this document shows; delete the document instead, or replace the file`);
    }
    await refuseStale(call, subject, { base_version, paths: [path] });
  },
  run: async (call, { query }) => {
    const { subject, house, now } = call;
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
  rules: ({ params, body }) => {
    parseFilePath(params.path);
    contentOf(body);
  },
  permit: document("edit"),
  quota: "publish",
  audit: "doc.edit",
  refuses: [409, 423],
  prepare: (call, { params, body }) =>
    writeOf(call, { path: params.path, bytes: contentOf(body), base_version: body.base_version }),
  run: (call, { params, body }, put) =>
    putOne(call, { path: params.path, put, base_version: body.base_version, message: body.message }),
});

function contentOf(body: { content: string; encoding?: "utf8" | "base64" }): Uint8Array {
  return body.encoding === "base64" ? decodeBase64(body.content, "content") : new TextEncoder().encode(body.content);
}

/** Checks and stores what a write to one path needs. */
export async function writeOf(
  call: WriteCall & { subject: LoadedDocument },
  write: { path: string; bytes: Uint8Array; base_version: number | undefined },
): Promise<ContentFile[]> {
  const { path, bytes, base_version } = write;
  refuseLargeFile(bytes, { what: `"${path}"`, bytes_max: call.house.caps["json_file_bytes"] ?? 0 });
  refuseGenerated(call.subject, path);
  await refuseStale(call, call.subject, { base_version, paths: [path] });
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

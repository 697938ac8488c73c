// Writing and removing single files of a document.
import { refuse, t } from "../../../kernel/plugin.ts";
import { capOf, operation } from "../../operation.ts";
import type { NotingCall, PrepareCall, WriteCall } from "../model/calls.ts";
import { conditionsOf, type SentConditions } from "../model/conditions.ts";
import { CONTENT_REFUSALS, checkContent, contentMembers } from "../model/content_members.ts";
import { forItsReaders } from "../model/openness.ts";
import { parseFileName, parseFilePath, parseFilePaths } from "../model/paths.ts";
import { type LoadedDocument, showDocument } from "../model/rows.ts";
import { refuseLargeFile } from "../model/rules.ts";
import {
  activate,
  baseSha256,
  baseVersion,
  Document,
  FilePut,
  FilesAdded,
  lockToken,
  message,
} from "../model/schemas.ts";
import { WRITTEN } from "../model/tool_results.ts";
import { document } from "../permits.ts";
import { type Conditions, refuseConflict } from "../write/conflict.ts";
import { PAGE_PATH } from "../write/content.ts";
import type { ContentFile } from "../write/content_file.ts";
import { refuseGenerated } from "../write/page.ts";
import { type Finish, filesOfWrite, type Revision, reviseAlone, reviseHere } from "../write/revise.ts";
import { readContent, type SentContent } from "../write/sent_content.ts";

export const addFiles = operation({
  id: "doc.files.add",
  route: "POST /api/docs/{doc_id}/files",
  summary: "Add files to a document",
  description:
    "One `file` with an optional `path`, or several `files` parts whose file names become their paths. One version.",
  form: t.Object({
    file: t.Optional(t.FilePart()),
    path: t.Optional(t.Name({ description: "Where the one file goes; without it, its file name." })),
    files: t.Optional(t.Array(t.FilePart(), { maxItems: 2000 })),
    base_version: baseVersion,
    lock_token: lockToken,
    message,
    activate,
  }),
  output: FilesAdded,
  status: 201,
  rules: ({ form }) => void sentFiles(form),
  permit: document("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  quota: "publish",
  audit: "doc.edit",
  refuses: [409, 423],
  prepare: async (call, { form }) => {
    const sent = sentFiles(form);
    const paths = sent.map((file) => file.path);
    for (const path of paths) refuseGenerated(call.subject, path);
    await refuseConflict(call, call.subject, { ...conditionsOf(call, form), paths });
    return (await Promise.all(sent.map((file) => filesOfWrite(call, call.subject, file)))).flat();
  },
  single: (call, { form }, put) => reviseAlone(call, call.subject, ...addition(call, form, put)),
  run: (call, { form }, put) => reviseHere(call, call.subject, ...addition(call, form, put)),
});

/** What adding files writes, and what is told of it. */
function addition(
  call: NotingCall & { subject: LoadedDocument },
  form: SentConditions & { message?: string; activate?: boolean },
  put: ContentFile[],
) {
  const { message: words, activate: shown } = form;
  const added = put.filter((file) => file.renderer === null).map((file) => file.path);
  const revision: Revision = { put, ...conditionsOf(call, form), message: words, activate: shown };
  return [
    revision,
    {
      note: ({ document: row, candidate }) => noteEdit(call, row.version, { added, ...(candidate && { candidate }) }),
      answer: ({ document: row, candidate }) => {
        const files = row.files.map((file) => file.path);
        return { ...showDocument(row, call), ...(candidate && { candidate }), added, files };
      },
    } satisfies Finish<unknown>,
  ] as const;
}

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
  parseFilePaths(sent.map(({ path }) => path));
  return sent;
}

export const removeFile = operation({
  id: "doc.files.remove",
  route: "DELETE /api/docs/{doc_id}/files",
  tool: {
    name: "delete_file",
    wording: "Remove a supporting file from a document; earlier versions keep it.",
    gives: ["doc_id", "url", "version"],
    destructive: true,
  },
  summary: "Remove a file from a document",
  query: t.Object({
    path: t.Name({ minLength: 1, description: "The file to remove." }),
    base_version: baseVersion,
    base_sha256: baseSha256,
    lock_token: lockToken,
    message,
  }),
  output: Document,
  rules: ({ query }) => void parseFilePath(query.path),
  permit: document("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  quota: "publish",
  audit: "doc.edit",
  refuses: [409, 423],
  prepare: async (call, { query }) => {
    const { subject } = call;
    const { path } = query;
    refuseGenerated(subject, path);
    if (path === subject.source_path || path === PAGE_PATH) {
      const wayOut = subject.doc_type === "database" ? "" : `, or replace the file with PUT on its path`;
      throw refuse.invalid(`"${path}" is what this document shows; delete the document instead${wayOut}`);
    }
    await refuseConflict(call, subject, { ...conditionsOf(call, query), paths: [path] });
  },
  single: (call, { query }) => reviseAlone(call, call.subject, ...removal(call, query)),
  run: (call, { query }) => reviseHere(call, call.subject, ...removal(call, query)),
});

/** The same for removing one. */
function removal(
  call: NotingCall & { subject: LoadedDocument },
  query: SentConditions & { path: string; message?: string },
) {
  const { path } = query;
  const revision: Revision = { put: [], remove: [path], ...conditionsOf(call, query), message: query.message };
  return [
    revision,
    {
      note: ({ document: row }) => noteEdit(call, row.version, { removed: [path] }),
      answer: ({ document: row }) => showDocument(row, call),
    } satisfies Finish<unknown>,
  ] as const;
}

export const putFile = operation({
  id: "doc.file.put",
  route: "PUT /api/docs/{doc_id}/files/{path...}",
  tools: [
    {
      name: "put_file",
      wording:
        "Write one file of a document, new or replaced. Identical content writes nothing. Pass base_version to refuse when somebody was faster.",
      gives: [...WRITTEN, "candidate", "sha256", "size"],
      idempotent: true,
    },
    {
      name: "write_file",
      wording:
        "Replace one file of a document that you have read: pass base_version or base_sha256 from that reading, and lock_token while you hold its lease.",
      gives: [...WRITTEN, "candidate", "sha256", "size"],
      idempotent: true,
    },
  ],
  summary: "Write one file of a document",
  body: t.Object({
    ...contentMembers,
    encoding: t.Optional(t.OneOf(["utf8", "base64"], { default: "utf8", description: "How content is written." })),
    base_version: baseVersion,
    base_sha256: baseSha256,
    lock_token: lockToken,
    message,
    activate,
  }),
  synonyms: { markdown: { is: "content" } },
  output: FilePut,
  rules: async ({ params, body }) => {
    await checkContent(body);
    parseFilePath(params.path);
  },
  permit: document("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  quota: "publish",
  audit: "doc.edit",
  refuses: [...CONTENT_REFUSALS, 423],
  prepare: async (call, { params, body }) =>
    writeOf(call, { path: params.path, content: await readContent(call, body), conditions: conditionsOf(call, body) }),
  single: (call, { params, body }, put) =>
    putAlone(call, { ...body, path: params.path, put, conditions: conditionsOf(call, body) }),
  run: (call, { params, body }, put) =>
    putOne(call, { ...body, path: params.path, put, conditions: conditionsOf(call, body) }),
});

/** Checks and stores what a write to one path needs. */
export async function writeOf(
  call: PrepareCall & { subject: LoadedDocument },
  write: { path: string; content: SentContent; conditions: Conditions },
): Promise<ContentFile[]> {
  const { path, content, conditions } = write;
  refuseLargeFile(content.size_bytes, { what: `"${path}"`, bytes_max: capOf(call.runtime, "json_file_bytes") });
  refuseGenerated(call.subject, path);
  await refuseConflict(call, call.subject, { ...conditions, paths: [path] });
  return filesOfWrite(call, call.subject, { path, bytes: await content.read(), staged: content.staged });
}

interface OneFile {
  path: string;
  put: ContentFile[];
  conditions: Conditions;
  message?: string;
  activate?: boolean;
}

/** Writes one file as a version and answers what `PUT .../files/{path}` does. */
export function putOne(call: WriteCall & { subject: LoadedDocument }, write: OneFile) {
  return reviseHere(call, call.subject, ...replacement(call, write));
}

/** The same as one statement; null where more belongs to it. */
export function putAlone(call: NotingCall & { subject: LoadedDocument }, write: OneFile) {
  return reviseAlone(call, call.subject, ...replacement(call, write));
}

function replacement(call: NotingCall & { subject: LoadedDocument }, write: OneFile) {
  const { path, put, conditions, message: words, activate: shown } = write;
  const stored = put[0]?.stored;
  const revision: Revision = { put, ...conditions, message: words, activate: shown };
  return [
    revision,
    {
      note: ({ document: row, candidate }) => noteEdit(call, row.version, { path, ...(candidate && { candidate }) }),
      answer: ({ document: row, changed, candidate }) => ({
        ...showDocument(row, call),
        ...{ path, changed },
        ...(candidate && { candidate }),
        ...{ sha256: stored?.sha256 ?? "", size: stored?.size_bytes ?? 0 },
      }),
    } satisfies Finish<unknown>,
  ] as const;
}

function noteEdit(
  call: NotingCall & { subject: LoadedDocument },
  version: number,
  meta: Record<string, unknown>,
): void {
  call.note("doc.edit", { target_type: "doc", target_id: call.subject.doc_id, meta: { version, ...meta } });
}

// What agents need of files beyond the routes:
// reading one as text, and replacing what a document of one kind is made of.

import { refuse, t } from "../../../kernel/plugin.ts";
import { BUDGET_CHARS } from "../../../kernel/ports/tools.ts";
import { operation } from "../../operation.ts";
import { decodeText } from "../../texts/port.ts";
import { conditionsOf } from "../model/conditions.ts";
import { CONTENT_REFUSALS, checkContent, contentMembers } from "../model/content_members.ts";
import { SHARE_KINDS } from "../model/kinds.ts";
import { forItsReaders } from "../model/openness.ts";
import { parseFilePath } from "../model/paths.ts";
import type { LoadedDocument } from "../model/rows.ts";
import { activate, baseSha256, baseVersion, FilePut, lockToken, message } from "../model/schemas.ts";
import { WRITTEN } from "../model/tool_results.ts";
import { document, refuseMissingFile } from "../permits.ts";
import { tellRead } from "../reading.ts";
import { readFile } from "../store/reading/blobs.ts";
import { filesOfVersion } from "../store/reading/version_files.ts";
import { readContent } from "../write/sent_content.ts";
import { putAlone, putOne, writeOf } from "./files.ts";

const BYTES_MAX = 1024 * 1024;
const INT_MAX = 2 ** 31 - 1;

export const readFileContent = operation({
  id: "doc.file.read",
  tool: {
    name: "get_file",
    wording:
      "Read one file of a document: text as it is, anything else as base64. Long files come in parts of whole lines; go on with next.",
    idempotent: true,
  },
  summary: "Read a file's content in parts",
  effect: "read",
  params: t.Object({ doc_id: t.String({ description: "The document." }) }),
  query: t.Object({
    path: t.Name({ minLength: 1, description: "The file, such as source.md or index.html." }),
    version: t.Optional(t.Version({ description: "Without it, the current one." })),
    next: t.Optional(
      t.String({
        pattern: "^[0-9]{1,10}[.][0-9]{1,10}$",
        description: "Where to go on: the next that the part before has, as it came.",
      }),
    ),
    max_chars: t.Limit({
      default: BUDGET_CHARS.default,
      maximum: BUDGET_CHARS.maximum,
      description: `Length of the part, ${BUDGET_CHARS.default} by default.`,
    }),
  }),
  output: t.Object({
    doc_id: t.String(),
    path: t.String(),
    version: t.Integer(),
    encoding: t.OneOf(["utf8", "base64"]),
    content: t.String(),
    size: t.Integer({ description: "Bytes of the whole file." }),
    sha256: t.String(),
    next: t.Nullable(t.String(), { description: "Where the next part begins, in this version; null at the end." }),
  }),
  rules: ({ query }) => {
    parseFilePath(query.path);
    const from = readNext(query.next);
    if (from && query.version !== undefined && query.version !== from.version) {
      throw refuse.invalid(
        `next goes on in version ${from.version}; leave version out, or next to read ${query.version}`,
      );
    }
  },
  permit: document("view"),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { subject, sql, runtime } = call;
    const from = readNext(query.next);
    // A part belongs to the version that was read first, whatever is published meanwhile.
    const version = from?.version ?? query.version ?? subject.version;
    const files = await filesOfVersion(sql, subject, version);
    const file = files.find((one) => one.path === query.path);
    if (!file) throw refuseMissingFile(query.path, version);
    if (file.size_bytes > 20 * BYTES_MAX) {
      throw refuse.invalid(
        `"${query.path}" has ${file.size_bytes} bytes, too many for a tool; fetch it with create_download`,
      );
    }
    const bytes = await readFile({ sql, runtime }, file);
    const common = { doc_id: subject.doc_id, path: file.path, version, size: file.size_bytes, sha256: file.sha256 };
    const options = { start: from?.start ?? 0, max_chars: query.max_chars ?? BUDGET_CHARS.default };
    const { end, ...part } = partOf(bytes, options);
    // What goes on was begun before.
    if (!from) tellRead(call, subject, "view");
    return { ...common, ...part, next: end === null ? null : `${version}.${end}` };
  },
});

/** The version and the character (of text) or byte (of base64) at which the part before ended. */
function readNext(next: string | undefined): { version: number; start: number } | null {
  if (next === undefined) return null;
  const [version, start] = next.split(".").map(Number);
  if (version === undefined || start === undefined || version < 1 || version > INT_MAX) {
    throw refuse.invalid("next is no text that get_file gave; leave it out to begin anew");
  }
  return { version, start };
}

function partOf(bytes: Uint8Array, options: { start: number; max_chars: number }) {
  const text = decodeText(bytes);
  if (text !== null) {
    const end = endOfPart(text, options);
    const content = text.slice(options.start, end);
    return { encoding: "utf8" as const, content, end: end < text.length ? end : null };
  }
  const count = Math.max(1, Math.floor(options.max_chars / 4)) * 3;
  const end = Math.min(bytes.byteLength, options.start + count);
  const content = Buffer.from(bytes.subarray(options.start, end)).toString("base64");
  return { encoding: "base64" as const, content, end: end < bytes.byteLength ? end : null };
}

/** After the last line that fits, or within one that is longer than the part, though not between the halves of a surrogate pair. */
function endOfPart(text: string, { start, max_chars }: { start: number; max_chars: number }): number {
  const end = start + max_chars;
  if (end >= text.length) return text.length;
  const line = text.lastIndexOf("\n", end - 1) + 1;
  if (line > start) return line;
  const isHalf = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  if (!isHalf) return end;
  return max_chars > 1 ? end - 1 : end + 1;
}

export const updateMarkdown = replacingSource({
  id: "doc.update_markdown",
  tool: "update_markdown",
  wording: "Replace the source of a markdown document; its page is made anew and its link stays.",
  summary: "Replace a markdown document's source",
  kinds: ["markdown"],
  called: "markdown",
  synonyms: { markdown: { is: "content" } },
});

export const updateSnippet = replacingSource({
  id: "doc.update_snippet",
  tool: "update_snippet",
  wording: "Replace the code of a snippet; its link stays.",
  summary: "Replace a snippet's code",
  kinds: ["snippet"],
  called: "a snippet",
});

export const updateFile = replacingSource({
  id: "doc.update_file",
  tool: "update_file",
  wording: "Replace the file of a file share (picture, PDF, data); its link stays.",
  summary: "Replace a share's file",
  kinds: SHARE_KINDS,
  called: "a file share",
});

/** A tool that replaces the one file that documents of some kinds are made of. */
function replacingSource(of: {
  id: string;
  tool: string;
  wording: string;
  summary: string;
  kinds: readonly string[];
  /** The kinds in a refusal's words. */
  called: string;
  synonyms?: Readonly<Record<string, { is: "content" }>>;
}) {
  return operation({
    id: of.id,
    tool: { name: of.tool, wording: of.wording, gives: WRITTEN, idempotent: true },
    summary: of.summary,
    params: t.Object({ doc_id: t.String({ description: "The document." }) }),
    body: t.Object({
      ...contentMembers,
      base_version: baseVersion,
      base_sha256: baseSha256,
      lock_token: lockToken,
      message,
      activate,
    }),
    ...(of.synonyms && { synonyms: of.synonyms }),
    output: FilePut,
    rules: ({ body }) => checkContent(body),
    permit: document("edit"),
    connection_limit: "places",
    publishes: forItsReaders,
    quota: "publish",
    audit: "doc.edit",
    refuses: [...CONTENT_REFUSALS, 423],
    prepare: async (call, { body }) => {
      if (!of.kinds.includes(call.subject.kind))
        throw refuse.invalid(`this document is ${call.subject.kind}, not ${of.called}; ${wayOutFor(call.subject)}`);
      const content = await readContent(call, body);
      return writeOf(call, { path: call.subject.source_path, content, conditions: conditionsOf(call, body) });
    },
    single: (call, { body }, put) =>
      putAlone(call, { ...body, path: call.subject.source_path, put, conditions: conditionsOf(call, body) }),
    run: (call, { body }, put) =>
      putOne(call, { ...body, path: call.subject.source_path, put, conditions: conditionsOf(call, body) }),
  });
}

/** What replaces the content of the document in question. */
function wayOutFor(document: Pick<LoadedDocument, "kind" | "doc_type">): string {
  if (document.doc_type === "database")
    return "change its records with update_record, and its tables with update_table";
  return `use ${toolFor(document)}`;
}

function toolFor({ kind }: Pick<LoadedDocument, "kind">): string {
  if (kind === "html" || kind === "markdown" || kind === "snippet") return `update_${kind}`;
  return SHARE_KINDS.includes(kind) ? "update_file" : "put_file";
}

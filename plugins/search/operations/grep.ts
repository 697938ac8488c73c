// Grep in one document's current version, straight from its files.
import { type Call, pageCursor, type Runtime, refuse, type Sql, t } from "../../../kernel/plugin.ts";
import { findContents } from "../../../kernel/ports/blobs.ts";
import {
  documentAddress,
  documentWith,
  type FileRow,
  findVersionFiles,
  type LoadedDocument,
  parseFilePath,
  refuseMissingFile,
} from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { readAnyText } from "../../texts/port/encoding.ts";
import { batchesOf, TEXT_BYTES_MAX } from "../../texts/port.ts";
import { LINES, type LinePlace } from "../find/cursor.ts";
import { ANSWER_CHARS_MAX } from "../find/grep.ts";
import { BUDGET_MS, OVERDUE, scanInTime } from "../find/in_time.ts";
import { type LineMatch, type PlacedTexts, type Scan, shareText } from "../find/scan.ts";
import type { Pattern } from "../regex/pattern.ts";
import { GrepAnswer, PATTERN_CHARS_MAX } from "../schemas.ts";
import { inSearchTurn } from "../workers.ts";

/** Of an answer. */
const LINES_MAX = 1000;
/** Read at once. */
const PORTION_BYTES = 1024 * 1024;

export const grepDoc = operation({
  id: "doc.grep",
  route: "GET /api/docs/{doc_id}/grep",
  planned_each_time: true,
  tool: {
    name: "grep_doc",
    wording: "Search the files of one document, line by line, for a string or a regular expression (RE2).",
    idempotent: true,
  },
  summary: "Search one document's files line by line",
  description:
    "Files that are no text are passed over, unless `path` names one, and larger ones than 1 MiB are named in `too_large`. A regex is RE2, held against one line at a time.",
  params: t.Object({ doc_id: t.String({ description: "The document's id." }) }),
  query: t.Object({
    pattern: t.String({ minLength: 1, maxLength: PATTERN_CHARS_MAX, description: "What to look for." }),
    path: t.Optional(t.Name({ minLength: 1, description: "Only this file." })),
    regex: t.Optional(t.Boolean({ default: false, description: "pattern is a regular expression in RE2 syntax." })),
    case_sensitive: t.Optional(t.Boolean({ default: false, description: "Tell capitals from small letters." })),
    context: t.Optional(t.Integer({ minimum: 0, maximum: 10, default: 2, description: "Lines around each match." })),
    cursor: pageCursor,
  }),
  output: GrepAnswer,
  rules: ({ query }) => {
    if (query.path !== undefined) parseFilePath(query.path);
    if (query.cursor) LINES.read(query.cursor);
  },
  permit: documentWith("view"),
  connection_limit: "places",
  quota: "grep",
  refuses: [503],
  run: async (call, { query }) => {
    const { subject, sql, runtime } = call;
    const from = query.cursor ? LINES.read(query.cursor) : null;
    // All pages are of the version that the first one was, whatever is published meanwhile.
    const version = from?.version ?? subject.version;
    const all = version === subject.version ? subject.files : await filesOfVersion(sql, subject, version);
    const files = filesOf(all, query.path).filter((file) => !from || comparePaths(file.path, from.path) >= 0);
    const { found, paths } = await scanFiles(call, {
      files,
      isNamed: query.path !== undefined,
      pattern: { text: query.pattern, regex: query.regex ?? false, case_sensitive: query.case_sensitive ?? false },
      context: query.context ?? 2,
      passed: from,
    });
    const { hits, truncated } = found === OVERDUE ? NOTHING : found;
    const shown = hits.flatMap(({ key, matches }) => {
      const path = paths[key];
      return path === undefined || matches.length === 0 ? [] : [{ path, matches }];
    });
    const last = paths[found === OVERDUE ? 0 : found.looked - 1] ?? "";
    const isFirst = last === paths[0];
    const tooLarge =
      query.path === undefined
        ? sentFiles(all)
            .filter(isTooLarge)
            .map((file) => file.path)
        : [];
    const more = truncated && { next_cursor: LINES.write({ version, ...endOf(hits, { shown, last, isFirst }) }) };
    const { doc_id, title } = subject;
    return {
      doc_id,
      title,
      url: documentAddress(runtime, subject),
      version,
      files: shown,
      total_matches: hits.reduce((sum, hit) => sum + hit.total, 0),
      truncated,
      ...(tooLarge.length > 0 && { too_large: tooLarge }),
      ...more,
    };
  },
});

const NOTHING: Pick<Scan, "hits" | "truncated"> = { hits: [], truncated: true };
const LINE_MAX = 2 ** 31 - 1;

/** Behind which line a page ends: of the last file that is shown, or of the `last` one that was looked at. */
function endOf(
  hits: Scan["hits"],
  { shown, last, isFirst }: { shown: { path: string; matches: LineMatch[] }[]; last: string; isFirst: boolean },
): Omit<LinePlace, "version"> {
  const end = shown.at(-1);
  const isCut = hits.some((hit) => hit.total > hit.matches.length);
  if (end && (isCut || end.path === last)) return { path: end.path, line: end.matches.at(-1)?.line ?? 0 };
  // The time was over within the file. One that takes all of it alone must not keep the next page from those behind it.
  return { path: last, line: isFirst ? LINE_MAX : 0 };
}

async function filesOfVersion(sql: Sql, document: LoadedDocument, version: number): Promise<FileRow[]> {
  const files = await findVersionFiles(sql, { document_id: document.document_id, version });
  if (!files) throw refuse.invalid(`cursor is of version ${version}, which is not there; leave it out to begin anew`);
  return files;
}

/** As the files of a document are sorted. */
function comparePaths(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** The named file, or what people sent and may be text. Throws 404 and 400 for a named file that is not there or too large. */
function filesOf(files: readonly FileRow[], path: string | undefined): FileRow[] {
  if (path === undefined) return sentFiles(files).filter((file) => !isTooLarge(file));
  const file = files.find((one) => one.path === path);
  if (!file) throw refuseMissingFile(path);
  if (isTooLarge(file)) {
    throw refuse.invalid(`"${path}" has ${file.size_bytes} bytes; files of at most 1 MiB are read as text`);
  }
  return [file];
}

function sentFiles(files: readonly FileRow[]): FileRow[] {
  return files.filter((file) => file.renderer === null);
}

function isTooLarge(file: FileRow): boolean {
  return file.size_bytes > TEXT_BYTES_MAX;
}

interface FilesOptions {
  files: readonly FileRow[];
  isNamed: boolean;
  pattern: Pattern;
  context: number;
  /** Where the page before ended. */
  passed: LinePlace | null;
}

/** Reads the files and looks at their lines, once it is the caller's turn. */
function scanFiles({ sql, runtime, actor, request }: Call<unknown, false>, options: FilesOptions) {
  const asker = { owner: `user:${actor.user_id}`, signal: request.signal };
  return inSearchTurn(asker, async () => {
    const ends = performance.now() + BUDGET_MS;
    const { texts, paths } = await readTexts({ sql, runtime }, options);
    const { pattern, context, passed } = options;
    const found = await scanInTime(
      { ...asker, ends },
      {
        texts,
        pattern,
        context,
        files_max: Number.POSITIVE_INFINITY,
        lines_max: Number.POSITIVE_INFINITY,
        lines_all_max: LINES_MAX,
        lines_passed: passed && paths[0] === passed.path ? passed.line : 0,
        chars_max: ANSWER_CHARS_MAX,
        counts_all: true,
      },
    );
    return { found, paths };
  });
}

/** Texts in memory that threads share, read a few at a time: a document may hold twenty times what one text may. */
async function readTexts(
  { sql, runtime }: { sql: Sql; runtime: Runtime },
  { files, isNamed }: Pick<FilesOptions, "files" | "isNamed">,
): Promise<{ texts: PlacedTexts; paths: string[] }> {
  const placed: SharedArrayBuffer[] = [];
  const paths: string[] = [];
  for (const portion of batchesOf(files, { bytes: PORTION_BYTES, sizeOf: (file) => file.size_bytes })) {
    const blobIds = portion.map(({ blob_id }) => blob_id);
    const contents = await findContents(sql, blobIds);
    for (const { path, blob_id } of portion) {
      const content = contents.get(blob_id);
      if (!content) continue;
      const text = readAnyText(content.bytes ?? (await runtime.blobs.bytes(content.storage_key)));
      if (text === null && isNamed) throw refuse.invalid(`"${path}" is not valid UTF-8 text; download it instead`);
      if (text === null) continue;
      placed.push(shareText(text));
      paths.push(path);
    }
  }
  const places = placed.flatMap((buffer, index) => [index, 0, buffer.byteLength]);
  return { texts: { buffers: placed, places: Int32Array.from(places) }, paths };
}

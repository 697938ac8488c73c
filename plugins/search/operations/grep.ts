// Grep in one document's current version, straight from its files.
import { findContents, type House, refuse, type Sql, t } from "../../../kernel/mod.ts";
import {
  decodeText,
  documentWith,
  type FileRow,
  type LoadedDocument,
  parseFilePath,
  refuseMissingFile,
  TEXT_BYTES_MAX,
} from "../../documents/port.ts";
import { operation } from "../../operation.ts";
import { ANSWER_CHARS_MAX, BUDGET_MS, OVERDUE, scanInTime } from "../grep.ts";
import { placeTexts } from "../scan.ts";
import { GrepAnswer, PATTERN_CHARS_MAX } from "../schemas.ts";

const LINES_OF_FILE_MAX = 1000;

export const grepDoc = operation({
  id: "doc.grep",
  route: "GET /api/docs/{doc_id}/grep",
  tool: {
    name: "grep_doc",
    wording: "Search the files of one document, line by line, for a string or a regular expression (RE2).",
    idempotent: true,
  },
  summary: "Search one document's files line by line",
  description:
    "Files that are no text are passed over, unless `path` names one. A regex is RE2, held against one line at a time.",
  params: t.Object({ doc_id: t.String({ description: "The document's id." }) }),
  query: t.Object({
    pattern: t.String({ minLength: 1, maxLength: PATTERN_CHARS_MAX, description: "What to look for." }),
    path: t.Optional(t.String({ minLength: 1, description: "Only this file." })),
    regex: t.Optional(t.Boolean({ default: false, description: "pattern is a regular expression in RE2 syntax." })),
    case_sensitive: t.Optional(t.Boolean({ default: false, description: "Tell capitals from small letters." })),
    context: t.Optional(t.Integer({ minimum: 0, maximum: 10, default: 2, description: "Lines around each match." })),
  }),
  output: GrepAnswer,
  rules: ({ query }) => {
    if (query.path !== undefined) parseFilePath(query.path);
  },
  permit: documentWith("view"),
  refuses: [404, 503],
  run: async ({ subject, sql, house, actor, request }, { query }) => {
    const ends = performance.now() + BUDGET_MS;
    const texts = await readTexts({ sql, house }, filesOf(subject, query.path), query.path !== undefined);
    const { doc_id, title, slug, version } = subject;
    const answer = { doc_id, title, url: `${house.config.content_url}/d/${slug}/`, version };
    const found = await scanInTime({ owner: `user:${actor.user_id}`, signal: request.signal }, ends, {
      texts: placeTexts(texts.map(({ text }) => text)),
      pattern: { text: query.pattern, regex: query.regex ?? false, case_sensitive: query.case_sensitive ?? false },
      context: query.context ?? 2,
      files_max: Number.POSITIVE_INFINITY,
      lines_max: LINES_OF_FILE_MAX,
      chars_max: ANSWER_CHARS_MAX,
      counts_all: true,
    });
    if (found === OVERDUE) return { ...answer, files: [], total_matches: 0, truncated: true };
    const files = found.hits.map(({ key, matches }) => ({ path: texts[key]?.path ?? "", matches }));
    const total = found.hits.reduce((sum, hit) => sum + hit.total, 0);
    return { ...answer, files, total_matches: total, truncated: found.truncated };
  },
});

/** The named file, or what people sent and may be text. Throws 404 and 400 for a named file that is not there or too large. */
function filesOf(document: LoadedDocument, path: string | undefined): FileRow[] {
  if (path === undefined) {
    return document.files.filter((file) => file.renderer === null && file.size_bytes <= TEXT_BYTES_MAX);
  }
  const file = document.files.find((one) => one.path === path);
  if (!file) throw refuseMissingFile(path);
  if (file.size_bytes > TEXT_BYTES_MAX) {
    throw refuse.invalid(`"${path}" has ${file.size_bytes} bytes; files of at most 1 MiB are read as text`);
  }
  return [file];
}

async function readTexts(
  { sql, house }: { sql: Sql; house: House },
  files: readonly FileRow[],
  isNamed: boolean,
): Promise<{ path: string; text: string }[]> {
  const contents = await findContents(
    sql,
    files.map((file) => file.blob_id),
  );
  const read = await Promise.all(
    files.map(async ({ path, blob_id }) => {
      const content = contents.get(blob_id);
      if (!content) return [];
      const text = decodeText(content.bytes ?? (await house.blobs.bytes(content.storage_key)));
      if (text === null && isNamed) throw refuse.invalid(`"${path}" is not valid UTF-8 text; download it instead`);
      return text === null ? [] : [{ path, text }];
    }),
  );
  return read.flat();
}

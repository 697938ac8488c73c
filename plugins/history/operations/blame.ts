// Which version each line of a file came with.
import { t } from "../../../kernel/plugin.ts";
import {
  documentWith,
  filesOfVersion,
  listPathHistory,
  type PathChange,
  parseFilePath,
  refuseMissingFile,
  tellRead,
} from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { blameFile } from "../blaming.ts";

/** Lines in one answer. */
const LINES_MAX = 10_000;
/** Versions that are followed back. */
const VERSIONS_MAX = 20_000;
const INT_MAX = 2 ** 31 - 1;

const written = {
  version: t.Integer(),
  actor: t.Nullable(t.String({ description: "E-mail address." })),
  created_at: t.Instant(),
  message: t.Nullable(t.String()),
};

export const readBlame = operation({
  id: "doc.blame",
  route: "GET /api/docs/{doc_id}/blame",
  tool: {
    name: "blame_file",
    wording: "See which version, and whose, each line of a text file of a document came with.",
    idempotent: true,
  },
  summary: "Which version each line of a file came with",
  query: t.Object({
    path: t.Name({ minLength: 1, description: "The file, such as source.md." }),
    version: t.Optional(t.Version({ description: "Without it, the current one." })),
    start: t.Optional(t.Integer({ minimum: 1, maximum: INT_MAX, default: 1, description: "The first line wanted." })),
    limit: t.Limit({ maximum: LINES_MAX, default: LINES_MAX }),
  }),
  output: t.Object(
    {
      doc_id: t.String(),
      path: t.String(),
      version: t.Integer(),
      current_version: t.Integer(),
      lines: t.Array(t.Object({ line_no: t.Integer(), text: t.String(), ...written })),
      versions: t.Array(
        t.Object({ ...written, lines: t.Integer({ description: "How many lines of the file came with it." }) }),
      ),
      total_lines: t.Integer(),
      next_start: t.Optional(t.Integer({ description: "Present when there are more lines." })),
      truncated: t.Boolean({
        description:
          "True: the history is longer than is followed; what is older counts as of the oldest version named.",
      }),
    },
    { $id: "Blame" },
  ),
  rules: ({ query }) => void parseFilePath(query.path),
  permit: documentWith("view"),
  connection_limit: "places",
  quota: "blame",
  run: async (call, { query }) => {
    const { sql, subject } = call;
    const { path, start = 1, limit = LINES_MAX } = query;
    const version = query.version ?? subject.version;
    const files = await filesOfVersion(sql, subject, version);
    if (!files.some((file) => file.path === path)) throw refuseMissingFile(path, query.version);
    const changes = await listPathHistory(sql, {
      document_id: subject.document_id,
      path,
      candidate: version,
      after: { version: version + 1 },
      limit: VERSIONS_MAX,
    });
    if (!changes[0] || changes[0].blob_id === null) throw refuseMissingFile(path, query.version);
    const { text, versions, truncated } = await blameFile(call, changes);
    tellRead(call, subject, "view");
    const by = new Map(changes.map((change) => [change.version, change]));
    const lines = linesFrom(text, { start, limit });
    const end = start - 1 + lines.length;
    return {
      doc_id: subject.doc_id,
      path,
      version,
      current_version: subject.version,
      lines: lines.map((line, index) => {
        const at = start - 1 + index;
        return { line_no: at + 1, text: line, ...showChange(by, versions[at] ?? 0) };
      }),
      versions: countByVersion(versions).map(([number, count]) => ({ ...showChange(by, number), lines: count })),
      total_lines: versions.length,
      ...(end < versions.length && { next_start: end + 1 }),
      truncated,
    };
  },
});

const LF = 10;

/** Lines without their ends. A text may be a million of them, so none is made but those. */
function linesFrom(text: string, { start, limit }: { start: number; limit: number }): string[] {
  let line = 1;
  let at = 0;
  for (let next = 0; line < start && next < text.length; next += 1) {
    if (text.charCodeAt(next) !== LF) continue;
    line += 1;
    at = next + 1;
  }
  const lines: string[] = [];
  if (line < start) return lines;
  while (lines.length < limit && at < text.length) {
    const end = text.indexOf("\n", at);
    const stop = end < 0 ? text.length : end;
    lines.push(text.slice(at, stop).replace(/\r$/, ""));
    at = stop + 1;
  }
  return lines;
}

/** Newest first. */
function countByVersion(versions: Int32Array): [number, number][] {
  // By their places: a million of them, asked for through an iterator, would hold up the loop.
  let newest = 0;
  for (let at = 0; at < versions.length; at += 1) newest = Math.max(newest, versions[at] ?? 0);
  const counts = new Uint32Array(newest + 1);
  for (let at = 0; at < versions.length; at += 1) {
    const version = versions[at] ?? 0;
    counts[version] = (counts[version] ?? 0) + 1;
  }
  const found: [number, number][] = [];
  for (let version = newest; version > 0; version -= 1) {
    const count = counts[version] ?? 0;
    if (count > 0) found.push([version, count]);
  }
  return found;
}

function showChange(changes: ReadonlyMap<number, PathChange>, version: number) {
  const change = changes.get(version);
  if (!change) throw new Error(`a line came with version ${version}, in which its file did not change`);
  return { version, actor: change.actor, created_at: change.created_at.toISOString(), message: change.message };
}

// The versions in which a file changed.
import { nextCursor, pagesOf, paging, t } from "../../../kernel/plugin.ts";
import {
  documentWith,
  listPathHistory,
  type PathChange,
  parseFilePath,
  refuseMissingFile,
} from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { countLines } from "../counts.ts";

const HISTORY = pagesOf("history", (at) => ({ version: at.id("version") }));

const PathVersion = t.Object(
  {
    version: t.Integer(),
    created_at: t.Instant(),
    actor: t.Nullable(t.String(), { description: "E-mail address of the author; null when they are gone." }),
    created_by_user_id: t.Nullable(t.Integer()),
    via: t.String(),
    message: t.Nullable(t.String()),
    label: t.Nullable(t.String()),
    change: t.OneOf(["added", "changed", "removed"]),
    size: t.Nullable(t.Integer({ description: "Bytes." })),
    sha256: t.Nullable(t.String()),
    added: t.Optional(t.Integer({ description: "Lines that came; of text files alone." })),
    removed: t.Optional(t.Integer({ description: "Lines that went; of text files alone." })),
  },
  { $id: "PathVersion" },
);

export const readHistory = operation({
  id: "doc.history",
  route: "GET /api/docs/{doc_id}/history",
  tool: {
    name: "get_history",
    wording: "List the versions in which a file of a document changed, newest first, with authors and messages.",
    idempotent: true,
  },
  summary: "The versions in which a file changed, newest first",
  query: t.Object({
    path: t.Name({ minLength: 1, description: "The file, such as source.md." }),
    ...paging({ maximum: 500, default: 100 }),
  }),
  output: t.Object(
    {
      doc_id: t.String(),
      path: t.String(),
      history: t.Array(PathVersion),
      ...nextCursor,
    },
    { $id: "PathHistory" },
  ),
  rules: ({ query }) => void parseFilePath(query.path),
  permit: documentWith("view"),
  connection_limit: "places",
  refuses: [429],
  run: async (call, { query }) => {
    const { sql, subject } = call;
    const options = { document_id: subject.document_id, path: query.path, ...HISTORY.options(query) };
    const found = await listPathHistory(sql, options);
    if (found.length === 0 && query.cursor === undefined) throw refuseMissingFile(query.path);
    const { rows, next } = HISTORY.page(found, query);
    const counts = await countLines(call, rows);
    return {
      doc_id: subject.doc_id,
      path: query.path,
      history: rows.map((row) => ({ ...showChange(row), ...counts.get(row.version) })),
      ...next,
    };
  },
});

function showChange(row: PathChange) {
  return {
    version: row.version,
    created_at: row.created_at.toISOString(),
    actor: row.actor,
    created_by_user_id: row.created_by,
    via: row.created_via,
    message: row.message,
    label: row.label,
    change: changeOf(row),
    size: row.size_bytes,
    sha256: row.sha256,
  };
}

function changeOf({ blob_id, before_blob_id }: PathChange): "added" | "changed" | "removed" {
  if (blob_id === null) return "removed";
  return before_blob_id === null ? "added" : "changed";
}

// Grep over everything that the caller may find.

import { paging, t } from "../../../kernel/plugin.ts";
import { findOwnedDocuments } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { rootNamed } from "../../places/port.ts";
import { WALKED } from "../find/cursor.ts";
import { compileGlob } from "../find/glob.ts";
import { grepDocuments } from "../find/grep.ts";
import { readScope, wantedOf } from "../find/scope.ts";
import { PATTERN_CHARS_MAX, rootMember, SearchAnswer, scopeQuery } from "../schemas.ts";

const DEFAULT_FILES = 50;
const FILES_MAX = 200;

export const searchDocs = operation({
  id: "search.grep",
  route: "GET /api/search",
  planned_each_time: true,
  tool: {
    name: "search_docs",
    wording:
      "Search the text of all documents that you may find, line by line, for a string or a regular expression (RE2). Answers files with the lines that match.",
    idempotent: true,
  },
  summary: "Search the text of documents line by line",
  description:
    "Searches the current text of your documents, of shared roots that you can open, and of what is listed to you, the last changed first. " +
    "A regex is RE2 and is held against one line at a time. After a few seconds the answer is what was found so far, and next_cursor goes on. " +
    "A document that changes between two pages comes again at the end.",
  query: t.Object({
    q: t.String({ minLength: 1, maxLength: PATTERN_CHARS_MAX, description: "What to look for." }),
    regex: t.Optional(t.Boolean({ default: false, description: "q is a regular expression in RE2 syntax." })),
    case_sensitive: t.Optional(t.Boolean({ default: false, description: "Tell capitals from small letters." })),
    ...scopeQuery,
    root: rootMember,
    path_glob: t.Optional(
      t.Name({
        minLength: 1,
        maxLength: 256,
        description: "Only files whose path, or name when it has no slash, matches: *.md, docs/**/*.{ts,js}.",
      }),
    ),
    ...paging({ default: DEFAULT_FILES, maximum: FILES_MAX }),
    context: t.Optional(t.Integer({ minimum: 0, maximum: 10, default: 1, description: "Lines around each match." })),
  }),
  output: SearchAnswer,
  rules: ({ query }) => {
    readScope(query);
    if (query.path_glob !== undefined) compileGlob(query.path_glob);
    if (query.cursor) WALKED.read(query.cursor);
  },
  permit: ({ query }) => rootNamed(query.root),
  connection_limit: "places",
  quota: "search",
  refuses: [503],
  run: async (call, { query }) => {
    const { sql, runtime, actor, request, subject: root } = call;
    const { hits, truncated, next } = await grepDocuments({
      runtime,
      sql,
      pattern: { text: query.q, regex: query.regex ?? false, case_sensitive: query.case_sensitive ?? false },
      context: query.context ?? 1,
      files_max: query.limit ?? DEFAULT_FILES,
      wanted: wantedOf(call, { query, root }),
      path_glob: query.path_glob ?? null,
      from: query.cursor ? WALKED.read(query.cursor) : null,
      owner: `user:${actor.user_id}`,
      signal: request.signal,
    });
    const ids = [...new Set(hits.map((hit) => hit.doc_id))];
    const documents = await findOwnedDocuments(call, ids);
    const results = hits.flatMap(({ doc_id, path, matches }) => {
      const shown = documents.get(doc_id);
      if (!shown) return [];
      const { title, url, folder, kind, mine, owner_email } = shown;
      return [{ doc_id, title, url, folder, kind, mine, owner_email, path, matches }];
    });
    const more = next && { next_cursor: WALKED.write(next) };
    return { query: query.q, count: results.length, results, truncated, ...more };
  },
});

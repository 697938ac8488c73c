// Ranked search over documents that the caller may find, with a snippet of each (rules: search 3).

import { paging, signedIn, t } from "../../../kernel/mod.ts";
import { showOwned } from "../../documents/port/read.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { RANKED } from "../cursor.ts";
import { rankDocuments } from "../ranked.ts";
import { RankedAnswer, scopeQuery } from "../schemas.ts";
import { readScope, wantedOf } from "../scope.ts";

const QUERY_CHARS_MAX = manifest.caps.ranked_query_chars;
const DEFAULT_DOCUMENTS = 20;
const DOCUMENTS_MAX = 100;
const ENGINE = "postgres";

export const searchRanked = operation({
  id: "search.ranked",
  route: "GET /api/search/ranked",
  tool: {
    name: "search_ranked",
    wording:
      "Find documents by words, best match first, each with a snippet. Every word has to occur; the last one may be the beginning of a word.",
    idempotent: true,
  },
  summary: "Find documents by words, best first",
  description:
    "Every word has to occur, in any order; the last one may be the beginning of a word. Case and accents do not count. " +
    "Words in a title weigh more than words in the text. One result a document, with its best file.",
  query: t.Object({
    q: t.String({ minLength: 1, maxLength: QUERY_CHARS_MAX, description: "The words to find." }),
    ...scopeQuery,
    ...paging({ default: DEFAULT_DOCUMENTS, maximum: DOCUMENTS_MAX }),
  }),
  output: RankedAnswer,
  rules: ({ query }) => {
    readScope(query);
    if (query.cursor) RANKED.read(query.cursor);
  },
  permit: signedIn(),
  reach: "places",
  quota: "search",
  discardable: true,
  refuses: [503],
  run: async (call, { query }) => {
    const { sql, house, actor, request } = call;
    const { results, truncated, next } = await rankDocuments({
      house,
      sql,
      wanted: wantedOf(call, { query, root: null }),
      query: query.q,
      limit: query.limit ?? DEFAULT_DOCUMENTS,
      after: query.cursor ? RANKED.read(query.cursor) : null,
      owner: `user:${actor.user_id}`,
      signal: request.signal,
    });
    const found = results.flatMap(({ file, snippet }) => {
      if (!file.document) return [];
      const { doc_id, title, url, folder, kind, tags, icon, alias, visibility, mine, owner_email, updated_at } =
        showOwned(file.document, call);
      const named = { doc_id, title, url, folder, kind, tags, icon, alias, visibility, mine, owner_email, updated_at };
      return [{ ...named, path: file.path, ...snippet, score: file.score }];
    });
    const more = next && { next_cursor: RANKED.write(next) };
    return { query: query.q, engine: ENGINE, count: found.length, results: found, truncated, ...more };
  },
});

// Ranked search over documents that the caller may find, with a snippet of each (rules: search/ranking).

import { paging, t } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { rootNamed } from "../../places/port.ts";
import { RANKED } from "../find/cursor.ts";
import { searchListed } from "../find/listed.ts";
import { readScope } from "../find/scope.ts";
import { RankedAnswer, rootMember, scopeQuery } from "../schemas.ts";

const QUERY_CHARS_MAX = manifest.caps.ranked_query_chars;
const DEFAULT_DOCUMENTS = 20;
const DOCUMENTS_MAX = 100;
const ENGINE = "postgres";

export const searchRanked = operation({
  id: "search.ranked",
  route: "GET /api/search/ranked",
  planned_each_time: true,
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
    root: rootMember,
    ...paging({ default: DEFAULT_DOCUMENTS, maximum: DOCUMENTS_MAX }),
  }),
  output: RankedAnswer,
  rules: ({ query }) => {
    readScope(query);
    if (query.cursor) RANKED.read(query.cursor);
  },
  permit: ({ query }) => rootNamed(query.root),
  connection_limit: "places",
  quota: "search",
  discardable: true,
  refuses: [503],
  run: async (call, { query }) => {
    const { limit = DEFAULT_DOCUMENTS, ...asked } = query;
    const { hits, truncated, next_cursor } = await searchListed(call, { ...asked, limit, place: call.subject });
    const results = hits.map(({ document, path, snippet, score }) => {
      const { doc_id, title, url, root, folder, kind, tags, icon, alias, visibility } = document;
      const { mine, owner_email, updated_at } = document;
      const named = { doc_id, title, url, root, folder, kind, tags, icon, alias, visibility };
      return { ...named, mine, owner_email, updated_at, path, ...snippet, score };
    });
    const more = next_cursor !== null && { next_cursor };
    return { query: query.q, engine: ENGINE, count: results.length, results, truncated, ...more };
  },
});

// Ranked search over documents that the caller may find, with a snippet of each.
import { signedIn, t } from "../../../kernel/mod.ts";
import { documentsPort } from "../../documents/port.ts";
import { operation } from "../../operation.ts";
import { RankedAnswer, scopeQuery } from "../schemas.ts";
import { readScope, wantedOf } from "../scope.ts";
import type { Snippet } from "../snippet.ts";
import { findRanked, readVisible } from "../store/ranked.ts";
import { markOf, readQuery } from "../words.ts";
import { searchWorkers } from "../workers.ts";

const QUERY_CHARS_MAX = 200;
const DEFAULT_DOCUMENTS = 20;
const DOCUMENTS_MAX = 100;
const ENGINE = "postgres";
/** What a snippet may be taken from. */
const SNIPPET_SOURCE_CHARS = 65_536;
const SNIPPETS_MS = 5000;

export const searchRanked = operation({
  id: "search.ranked",
  route: "GET /api/search/ranked",
  summary: "Find documents by words, best first",
  description:
    "Every word has to occur, in any order; the last one may be the beginning of a word. Case and accents do not count. " +
    "Words in a title weigh more than words in the text. One result a document, with its best file.",
  query: t.Object({
    q: t.String({ minLength: 1, maxLength: QUERY_CHARS_MAX, description: "The words to find." }),
    ...scopeQuery,
    limit: t.Limit({ default: DEFAULT_DOCUMENTS, maximum: DOCUMENTS_MAX }),
  }),
  output: RankedAnswer,
  rules: ({ query }) => void readScope(query),
  permit: signedIn(),
  refuses: [503],
  run: async (call, { query }) => {
    const { sql, actor, request, use } = call;
    const workspace_id = actor.workspace.id;
    const { runs, tsquery, in_title } = readQuery(query.q, markOf(workspace_id));
    if (tsquery === null || in_title === null) return { query: query.q, engine: ENGINE, count: 0, results: [] };
    const wanted = wantedOf(call, { query, root: null });
    const limit = query.limit ?? DEFAULT_DOCUMENTS;
    const ranked = await findRanked(sql, { wanted, tsquery, in_title, limit });
    const blob_ids = ranked.flatMap(({ blob_id }) => blob_id ?? []);
    const [documents, texts] = await Promise.all([
      use(documentsPort).findManyOwned(
        sql,
        actor,
        ranked.map((row) => row.doc_id),
      ),
      readVisible(sql, { workspace_id, blob_ids, chars_max: SNIPPET_SOURCE_CHARS }),
    ]);
    const sources = ranked.map(({ blob_id }) => (blob_id === null ? "" : (texts.get(blob_id) ?? "")));
    const limits = { owner: `user:${actor.user_id}`, signal: request.signal, timeout_ms: SNIPPETS_MS };
    const snippets: Snippet[] =
      ranked.length === 0 ? [] : await searchWorkers()("snippets", { texts: sources, runs }, limits);
    const results = ranked.flatMap(({ doc_id, path, score }, index) => {
      const shown = documents.get(doc_id);
      const snippet = snippets[index];
      if (!shown || !snippet) return [];
      const { title, url, folder, kind, tags, icon, alias, visibility, mine, owner_email, updated_at } = shown;
      const named = { doc_id, title, url, folder, kind, tags, icon, alias, visibility, mine, owner_email, updated_at };
      return [{ ...named, path, ...snippet, score }];
    });
    return { query: query.q, engine: ENGINE, count: results.length, results };
  },
});

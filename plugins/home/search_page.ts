// The page on which a person finds documents by words, among all that are listed to them.
import { answerPage, type Html, html, rendered, signedIn, t } from "../../kernel/plugin.ts";
import { readingAddress } from "../documents/port/read.ts";
import { manifest } from "../manifest.ts";
import { operation } from "../operation.ts";
import { signedInPage } from "../pages.ts";
import { type ListedHit, searchListed } from "../search/port.ts";
import { pageAround } from "./around.ts";
import { instant, older, pagesOfList, SEARCH_PATH, waysAround } from "./ways.ts";

const SHOWN_MAX = 20;

export const showSearch = operation({
  id: "home.search",
  route: "GET /app/search",
  planned_each_time: true,
  summary: "Documents that hold some words, as a page",
  query: t.Object({
    q: t.Optional(t.String({ maxLength: manifest.caps.ranked_query_chars, description: "The words to find." })),
    older,
  }),
  ...signedInPage,
  permit: signedIn(),
  quota: { name: "search", when: ({ query }) => wordsOf(query.q) !== "" },
  refuses: [503],
  run: async (call, { query }) => {
    const q = wordsOf(query.q);
    const found = q === "" ? NOTHING : await searchListed(call, { q, limit: SHOWN_MAX, cursor: query.older });
    const page = { title: q === "" ? "Search" : `Search: ${q}`, body: searchBody({ q, ...found, older: query.older }) };
    return answerPage({ ...pageAround(call.actor), ...page }, { holds_no_secret: true });
  },
});

function wordsOf(q = ""): string {
  return q.trim();
}

interface Found {
  hits: readonly ListedHit[];
  truncated: boolean;
  next_cursor: string | null;
}

const NOTHING: Found = { hits: [], truncated: false, next_cursor: null };

function searchBody({
  q,
  hits,
  truncated,
  next_cursor,
  older,
}: Found & { q: string; older: string | undefined }): Html {
  return html`
    <section aria-labelledby="found">
      <div class="head"><h1 id="found">${q === "" ? "Search" : html`Documents with <q dir="auto">${q}</q>`}</h1></div>
      ${waysAround("found", q)}
      ${q !== "" && (hits.length > 0 ? hitList(hits) : html`<div class="card"><p class="soft">No document that is listed to you has all of these words.</p></div>`)}
      ${pagesOfList({
        path: SEARCH_PATH,
        query: { q },
        next: { cursor: next_cursor, label: "More documents" },
        is_later: older ? { label: "The best ones" } : null,
      })}
      ${truncated && next_cursor === null && html`<p class="soft">There are more documents with these words: add another one to find fewer.</p>`}
    </section>`;
}

function hitList(hits: readonly ListedHit[]): Html {
  return html`
      <ol class="card flush hits">${hits.map(
        ({ document, path, snippet }) => html`
        <li>
          <a href="${readingAddress(document)}" dir="auto">${document.title}</a>
          <p class="soft"><span dir="auto">${placeOf(document)}</span>${document.kind === "html" && path !== "index.html" && html` · <span dir="auto">${path}</span>`} · ${instant(document.updated_at)}</p>
          <p dir="auto">${rendered(snippet.snippet_html)}</p>
        </li>`,
      )}
      </ol>`;
}

function placeOf({ root, folder, mine, owner_email }: ListedHit["document"]): string {
  const top = root?.name ?? (mine ? "My documents" : owner_email);
  return folder === "" ? top : `${top} / ${folder.replaceAll("/", " / ")}`;
}

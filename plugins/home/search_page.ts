// The page on which a person finds documents by words, among all that are listed to them.
import { type Html, html, rendered, signedIn, t } from "../../kernel/plugin.ts";
import { type Asking, ask } from "../app/port/ask.ts";
import { icon } from "../app/port/icons.ts";
import { documentPath } from "../app/port/paths.ts";
import { answerScreen, screen } from "../app/port/screen.ts";
import { when } from "../app/port/when.ts";
import { manifest } from "../manifest.ts";
import { operation } from "../operation.ts";
import { readRoots } from "../roots/port/operations.ts";
import { searchRanked } from "../search/port/operations.ts";
import { older, pagesOfList, SEARCH_PATH } from "./ways.ts";
import { homeWords } from "./words.ts";

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
  ...screen,
  permit: signedIn(),
  refuses: [429, 503],
  run: async (call, { query }) => {
    const q = (query.q ?? "").trim();
    const words = homeWords(call);
    const [found, { roots }] = await Promise.all([
      q === "" ? null : ask(call, searchRanked, { query: { q, limit: SHOWN_MAX, cursor: query.older } }),
      ask(call, readRoots, { query: {} }),
    ]);
    return answerScreen(call, {
      title: q === "" ? words.search : words.search_for(q),
      here: words.search,
      width: "slim",
      body: html`<h1>${q === "" ? words.search : html`${words.found_with} <q dir="auto">${q}</q>`}</h1>
${searchForm(call, q)}
${found && foundList(call, { q, ...found, roots, older: query.older })}`,
    });
  },
});

type Found = typeof searchRanked extends Parameters<typeof ask<infer _I, infer O>>[1] ? O : never;

function searchForm(call: Asking, q: string): Html {
  const words = homeWords(call);
  return html`<form class="line one part" role="search" action="${SEARCH_PATH}"><label class="only" for="q">${words.words_to_find}</label><input type="search" id="q" name="q" value="${q}" maxlength="${manifest.caps.ranked_query_chars}" autocomplete="off" required><button class="btn">${words.search}</button></form>`;
}

interface Listed extends Pick<Found, "results" | "truncated"> {
  next_cursor?: string | undefined;
  q: string;
  roots: readonly { slug: string; name: string }[];
  older: string | undefined;
}

function foundList(call: Asking, { q, results, truncated, next_cursor, roots, older }: Listed): Html {
  const words = homeWords(call);
  if (results.length === 0) return html`<div class="empty"><p>${words.found_none}</p></div>`;
  const names = new Map(roots.map(({ slug, name }) => [slug, name]));
  return html`<ol class="rows roomy found">${results.map((hit) => foundRow(call, hit, names))}</ol>
${pagesOfList({
  path: SEARCH_PATH,
  query: { q },
  next: { cursor: next_cursor ?? null, label: words.found_more },
  is_later: older ? { label: words.found_best } : null,
})}
${truncated && next_cursor === undefined && html`<p class="fine">${words.found_many}</p>`}`;
}

function foundRow(call: Asking, hit: Found["results"][number], names: ReadonlyMap<string, string>): Html {
  const { doc_id, title, kind, path, snippet_html, updated_at } = hit;
  const file = kind === "html" && path !== "index.html" ? html` · <bdi>${path}</bdi>` : null;
  return html`<li>${icon(kind === "markdown" ? "doc" : kind === "html" ? "web" : "file")}<div class="main"><a class="name" href="${documentPath(doc_id)}" dir="auto">${title}</a>
<span class="what"><bdi>${placeOf(call, hit, names)}</bdi>${file} · ${when(call, updated_at)}</span>
<p dir="auto">${rendered(snippet_html)}</p></div></li>`;
}

/** A space is named to whoever sees it; what lies in another was shared with them. */
function placeOf(
  call: Asking,
  { root, folder, mine, owner_email }: Found["results"][number],
  names: ReadonlyMap<string, string>,
): string {
  const words = homeWords(call);
  const top = root ? names.get(root.slug) : mine ? words.mine : owner_email;
  if (top === undefined) return words.shared;
  return folder === "" ? top : `${top} / ${folder.replaceAll("/", " / ")}`;
}

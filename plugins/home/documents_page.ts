// Lists of documents as pages: one's own, what is shared, all that one may open, and those of a tag.
import { type Html, html } from "../../kernel/plugin.ts";
import { type Asking, ask } from "../app/port/ask.ts";
import { icon } from "../app/port/icons.ts";
import { answerScreen } from "../app/port/screen.ts";
import { listDocs } from "../documents/port/operations.ts";
import { readRoots } from "../roots/port/operations.ts";
import { documentRows, type Listed } from "./rows.ts";
import { HOME_PATH, pagesOfList } from "./ways.ts";
import { publishing } from "./ways_to_publish.ts";
import { homeWords } from "./words.ts";

export interface Wanted {
  tag: string | null;
  view: "mine" | "team" | "all";
  older: string | undefined;
}

interface List extends Wanted {
  docs: readonly Listed[];
  next_cursor: string | null;
  seen: ReadonlyMap<string, string>;
}

const SHOWN_MAX = 100;

export async function answerList(call: Asking, wanted: Wanted): Promise<Response> {
  const { tag, view, older } = wanted;
  const query = { view, ...(tag !== null && { tag }), limit: SHOWN_MAX, ...(older !== undefined && { cursor: older }) };
  const [{ docs, next_cursor = null }, { roots }] = await Promise.all([
    ask(call, listDocs, { query }),
    ask(call, readRoots, { query: {} }),
  ]);
  const seen = new Map(roots.map(({ slug, name }) => [slug, name]));
  // What one wrote oneself is shared with others.
  const shown = view === "team" ? docs.filter(({ mine }) => !mine) : docs;
  const list = { ...wanted, docs: shown, next_cursor, seen };
  return answerScreen(call, { title: headingOf(call, wanted), place: HOME_PATH, body: listBody(call, list) });
}

function headingOf(call: Asking, { tag, view }: Pick<Wanted, "tag" | "view">): string {
  const words = homeWords(call);
  if (tag !== null) return words.tagged(tag);
  return { mine: words.your_documents, team: words.shared, all: words.all_documents }[view];
}

function listBody(call: Asking, list: List): Html {
  const words = homeWords(call);
  const { tag, view, docs, next_cursor, older } = list;
  const query: Record<string, string> = tag !== null ? { tag } : { view };
  const views = [
    { of: "mine", label: words.yours },
    { of: "team", label: words.shared },
    { of: "all", label: words.all_documents },
  ] as const;
  return html`<div class="head"><div><h1 dir="auto">${headingOf(call, list)}</h1>${docs.length > 0 && html`<p><span class="fine">${countOf(call, list)}</span></p>`}</div></div>
<nav class="tabs" aria-label="${words.which}">${views.map(({ of, label }) => html`<a href="${HOME_PATH}?view=${of}"${of === view && tag === null && html` aria-current="page"`}>${label}</a>`)}</nav>
${docs.length > 0 ? documentRows(call, list.seen, docs) : nothing(call, list)}
${pagesOfList({ path: HOME_PATH, query, next: { cursor: next_cursor, label: words.older }, is_later: older ? { label: words.latest } : null })}`;
}

function countOf(call: Asking, { docs, next_cursor, older }: List): string {
  const words = homeWords(call);
  if (older !== undefined) return words.count_older(docs.length);
  return next_cursor === null ? words.count(docs.length) : words.count_last(docs.length);
}

function nothing(call: Asking, { tag, view, older }: List): Html {
  const words = homeWords(call);
  if (older !== undefined) return html`<div class="empty"><p>${words.nothing_older}</p></div>`;
  if (tag !== null) return html`<div class="empty"><p>${words.nothing_tagged}</p></div>`;
  if (view === "all") return html`<div class="empty"><p>${words.nothing_listed}</p></div>`;
  if (view === "team") return html`<div class="empty"><p>${words.shared_none}</p></div>`;
  return html`<div class="empty">${icon("doc", "big")}<h3>${words.nothing_yet}</h3></div>${publishing(call)}`;
}

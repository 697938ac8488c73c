// The page a signed-in person lands on: what waits for them, what is shared with them, and their documents.
import { type Html, html } from "../../kernel/plugin.ts";
import { type Asking, ask } from "../app/port/ask.ts";
import { buttonFor } from "../app/port/form.ts";
import { icon } from "../app/port/icons.ts";
import { settingsPath } from "../app/port/paths.ts";
import { answerScreen } from "../app/port/screen.ts";
import { type HomePart, homeHook } from "../app/port/slots.ts";
import { when } from "../app/port/when.ts";
import { deleteDoc, listDocs, undelete } from "../documents/port/operations.ts";
import { addressOf, iconOf, whoMayOpen } from "../documents/port/rows.ts";
import { manifest } from "../manifest.ts";
import { readRoots } from "../roots/port/operations.ts";
import { HOME_PATH, pagesOfList, SEARCH_PATH } from "./ways.ts";
import { waysToPublish } from "./ways_to_publish.ts";
import { homeWords } from "./words.ts";

interface Wanted {
  /** What became of an invite's link, in a sentence. */
  invite: string | null;
  tag: string | null;
  view: "mine" | "all";
  older: string | undefined;
}

type Answer = typeof listDocs extends Parameters<typeof ask<infer _I, infer O>>[1] ? O : never;
type Listed = Answer["docs"][number];

const SHOWN_MAX = 100;
const SHARED_MAX = 6;

export async function answerHome(call: Asking, wanted: Wanted): Promise<Response> {
  const { tag, view, older } = wanted;
  const isHome = tag === null && view === "mine" && older === undefined;
  const query = { view, ...(tag !== null && { tag }), limit: SHOWN_MAX, ...(older !== undefined && { cursor: older }) };
  const [listed, shared, { roots }, parts] = await Promise.all([
    ask(call, listDocs, { query }),
    isHome ? ask(call, listDocs, { query: { view: "team", limit: SHARED_MAX } }) : null,
    ask(call, readRoots, { query: {} }),
    isHome ? call.callHook(homeHook, call) : [],
  ]);
  const words = homeWords(call);
  const seen = new Map(roots.map(({ slug, name }) => [slug, name]));
  const page = { ...wanted, docs: listed.docs, next_cursor: listed.next_cursor ?? null, seen };
  const others = shared?.docs.filter(({ mine }) => !mine) ?? [];
  return answerScreen(call, {
    title: isHome ? words.home : headingOf(call, wanted),
    place: HOME_PATH,
    body: homeBody(call, { ...page, others, parts: parts.flatMap((part) => part ?? []) }),
  });
}

interface Home extends Wanted {
  docs: readonly Listed[];
  next_cursor: string | null;
  /** Names of the spaces that this person sees, by slug. */
  seen: ReadonlyMap<string, string>;
  others: readonly Listed[];
  parts: readonly HomePart[];
}

function headingOf(call: Asking, { tag, view }: Pick<Home, "tag" | "view">): string {
  const words = homeWords(call);
  if (tag !== null) return words.tagged(tag);
  return view === "mine" ? words.your_documents : words.all_documents;
}

function homeBody(call: Asking, home: Home): Html {
  const words = homeWords(call);
  const { invite, tag, view, docs, next_cursor, older, others, parts } = home;
  const query: Record<string, string> = tag !== null ? { tag } : view === "all" ? { view } : {};
  const caps = manifest.caps.ranked_query_chars;
  return html`<div class="head"><div><h1>${words.home}</h1></div><form class="line one" role="search" action="${SEARCH_PATH}"><label class="only" for="find">${words.find}</label><input type="search" id="find" name="q" maxlength="${caps}" placeholder="${words.find_here}" autocomplete="off" required><button class="btn">${words.search}</button></form></div>
${invite && html`<p class="note" role="status">${icon("users")}<span>${invite}</span></p>`}
${parts.toSorted((one, other) => one.order - other.order).map((part) => section(part))}
${others.length > 0 && section({ order: 0, id: "shared", heading: words.shared, all: { href: `${HOME_PATH}?view=all`, label: words.all_documents }, body: rows(call, home, others) })}
<section class="part" aria-labelledby="documents"><div class="line far"><h2 id="documents">${headingOf(call, home)}</h2>${docs.length > 0 && html`<span class="fine">${countOf(call, home)}</span>`}</div>
<nav class="tabs" aria-label="${words.which}"><a href="${HOME_PATH}"${view === "mine" && html` aria-current="page"`}>${words.yours}</a><a href="${HOME_PATH}?view=all"${view === "all" && tag === null && html` aria-current="page"`}>${words.all_documents}</a></nav>
${docs.length > 0 ? rows(call, home, docs) : nothing(call, home)}
${pagesOfList({ path: HOME_PATH, query, next: { cursor: next_cursor, label: words.older }, is_later: older ? { label: words.latest } : null })}</section>
${(docs.length > 0 || view === "all") && html`<details class="fold boxed part"><summary>${icon("right", "turn")}${words.how}</summary>${publishing(call)}</details>`}`;
}

function countOf(call: Asking, { docs, next_cursor, older }: Home): string {
  const words = homeWords(call);
  if (older !== undefined) return words.count_older(docs.length);
  return next_cursor === null ? words.count(docs.length) : words.count_last(docs.length);
}

function section({ id, heading, all, body }: HomePart): Html {
  return html`<section class="part" aria-labelledby="${id}"><div class="line far"><h2 id="${id}">${heading}</h2>${all && html`<a class="fine" href="${all.href}">${all.label}</a>`}</div>${body}</section>`;
}

function nothing(call: Asking, { tag, view, older }: Home): Html {
  const words = homeWords(call);
  if (older !== undefined) return html`<div class="empty"><p>${words.nothing_older}</p></div>`;
  if (tag !== null) return html`<div class="empty"><p>${words.nothing_tagged}</p></div>`;
  if (view === "all") return html`<div class="empty"><p>${words.nothing_listed}</p></div>`;
  return html`<div class="empty">${icon("doc", "big")}<h3>${words.nothing_yet}</h3></div>${publishing(call)}`;
}

function publishing(call: Asking): Html {
  const words = homeWords(call);
  const agents = call.runtime.pathOf("mcp.page.connect");
  return html`<p class="soft">${words.how_told} <a href="${settingsPath("me/tokens")}">${words.make_token}</a></p>${waysToPublish(call.runtime.config.base_url)}${agents && html`<p><a href="${agents}">${words.how_agents}</a></p>`}`;
}

function rows(call: Asking, home: Home, docs: readonly Listed[]): Html {
  return html`<ul class="rows">${docs.map((document) => row(call, home, document))}</ul>`;
}

function row(call: Asking, { seen }: Home, document: Listed): Html {
  const words = homeWords(call);
  const { doc_id, title, root, my_level, tags, updated_at, owner_email, created_by } = document;
  const owner = owner_email ?? created_by;
  // The name of a space is told to nobody who does not see it.
  const name = root && seen.get(root.slug);
  const place = name ?? (my_level === "own" || !owner ? null : words.of(owner));
  const who = whoMayOpen(call, { ...document, root: root && name ? { ...root, name } : null });
  return html`<li>${icon(iconOf(document))}<div class="main"><a class="name cut" href="${addressOf(document)}" dir="auto" title="${title}">${title}</a><span class="what">${place && html`<bdi>${place}</bdi> · `}${who.label}${tags.map((tag) => html` <a class="tag" href="${HOME_PATH}?tag=${encodeURIComponent(tag)}">#<bdi>${tag}</bdi></a>`)}</span></div><span class="fine nowrap">${when(call, updated_at)}</span>${
    my_level === "own" &&
    html`<div class="acts"><details class="fold"><summary class="btn small quiet icon-only">${icon("more")}<span class="only">${words.more_for(title)}</span></summary>${buttonFor(call, deleteDoc, { fixed: { doc_id }, button: words.delete, kind: "btn small danger", name: words.delete_named(title), done: words.deleted(title), undo: { operation: undelete.id, fixed: { doc_id } } })}</details></div>`
  }</li>`;
}

// The page a signed-in person lands on: what waits for them, what they go on with, what is shared, and what changed.
import { type Html, html } from "../../kernel/plugin.ts";
import { type Asking, ask } from "../app/port/ask.ts";
import { type Decision, decisionsHook } from "../app/port/decisions.ts";
import { face } from "../app/port/face.ts";
import { icon } from "../app/port/icons.ts";
import { newPath } from "../app/port/paths.ts";
import { answerScreen } from "../app/port/screen.ts";
import { type HomePart, homeHook } from "../app/port/slots.ts";
import { when } from "../app/port/when.ts";
import { listDocs } from "../documents/port/operations.ts";
import { manifest } from "../manifest.ts";
import { listRecent } from "../recent/port/operations.ts";
import { readRoots } from "../roots/port/operations.ts";
import { goOn } from "./go_on.ts";
import { documentRows, type Listed, placeIn, plainRow } from "./rows.ts";
import { HOME_PATH, SEARCH_PATH } from "./ways.ts";
import { publishing } from "./ways_to_publish.ts";
import { homeWords } from "./words.ts";

const OWN_MAX = 10;
const SHARED_MAX = 6;
/** Of what changed anywhere, one's own and what is shared stand in parts of their own. */
const CHANGED_ASKED = 25;
const CHANGED_MAX = 6;
const RECENT_MAX = 8;

/** `invite` says what became of an invite's link, in a sentence. */
export async function answerHome(call: Asking, invite: string | null): Promise<Response> {
  const [mine, team, all, { recent }, { roots }, parts, decisions] = await Promise.all([
    listed(call, { view: "mine", limit: OWN_MAX }),
    listed(call, { view: "team", limit: SHARED_MAX }),
    listed(call, { view: "all", limit: CHANGED_ASKED }),
    ask(call, listRecent, { query: { limit: RECENT_MAX } }),
    ask(call, readRoots, { query: {} }),
    call.callHook(homeHook, call),
    call.callHook(decisionsHook, call),
  ]);
  const seen = new Map(roots.map(({ slug, name }) => [slug, name]));
  const shared = team.docs.filter((one) => !one.mine);
  const known = new Set([...mine.docs, ...shared].map(({ doc_id }) => doc_id));
  const changed = all.docs.filter(({ doc_id, mine }) => !mine && !known.has(doc_id)).slice(0, CHANGED_MAX);
  const waiting = decisions.flat().toSorted((one, other) => other.at.localeCompare(one.at));
  const words = homeWords(call);
  return answerScreen(call, {
    title: words.home,
    place: HOME_PATH,
    into: { root: null, folder: "" },
    body: html`${head(call, waiting.length)}
${invite && html`<p class="note" role="status">${icon("users")}<span>${invite}</span></p>`}
${waiting.length > 0 && toDecide(call, waiting)}
${goOn(call, { recent, mine: mine.docs, seen })}
${besides(call, { seen, shared, changed, more_shared: team.next_cursor !== undefined })}
${parts
  .flatMap((part) => part ?? [])
  .toSorted((one, other) => one.order - other.order)
  .map((part) => section(part))}
${own(call, { seen, docs: mine.docs, has_more: mine.next_cursor !== undefined })}`,
  });
}

/** Pages before the pictures that they show; whoever has nothing but files sees those. */
async function listed(call: Asking, query: { view: "mine" | "team" | "all"; limit: number }) {
  const pages = await ask(call, listDocs, { query: { ...query, pages: true } });
  return query.view !== "mine" || pages.docs.length > 0 ? pages : ask(call, listDocs, { query });
}

function head(call: Asking, waiting: number): Html {
  const words = homeWords(call);
  const caps = manifest.caps.ranked_query_chars;
  return html`<div class="head"><div><h1>${words.home}</h1>${waiting > 0 && html`<p>${words.waits(waiting)}</p>`}</div><form class="line one" role="search" action="${SEARCH_PATH}"><label class="only" for="find">${words.find}</label><input type="search" id="find" name="q" maxlength="${caps}" placeholder="${words.find_here}" autocomplete="off" required><button class="btn">${words.search}</button></form></div>`;
}

function toDecide(call: Asking, waiting: readonly Decision[]): Html {
  return html`<section aria-labelledby="decide"><h2 id="decide" class="only">${homeWords(call).to_decide}</h2>
<ul class="rows roomy card">${waiting.map(({ who, title, href, said, at, acts }) => html`<li>${face(who)}<div class="main"><a class="name" href="${href}" dir="auto">${title}</a><span class="what">${said !== null && html`<q dir="auto">${said}</q> `}${when(call, at)}</span></div><div class="acts">${acts}</div></li>`)}</ul></section>`;
}

interface Besides {
  seen: ReadonlyMap<string, string>;
  shared: readonly Listed[];
  changed: readonly Listed[];
  more_shared: boolean;
}

function besides(call: Asking, { seen, shared, changed, more_shared }: Besides): Html | null {
  if (shared.length + changed.length === 0) return null;
  const words = homeWords(call);
  const list = (docs: readonly Listed[]) =>
    html`<ul class="rows">${docs.map((document) => plainRow(call, { document, what: placeIn(call, seen, document), at: document.updated_at }))}</ul>`;
  const all = (view: string, label: string) => html`<a class="fine" href="${HOME_PATH}?view=${view}">${label}</a>`;
  return html`<div class="cols part">
<section aria-labelledby="shared"><div class="line far"><h2 id="shared">${words.shared}</h2>${more_shared && all("team", words.all_shared)}</div>${shared.length > 0 ? list(shared) : html`<p class="soft">${words.shared_none}</p>`}</section>
<section aria-labelledby="changed"><div class="line far"><h2 id="changed">${words.changed_lately}</h2>${all("all", words.all_documents)}</div>${changed.length > 0 ? list(changed) : html`<p class="soft">${words.changed_none}</p>`}</section></div>`;
}

function section({ id, heading, all, body }: HomePart): Html {
  return html`<section class="part" aria-labelledby="${id}"><div class="line far"><h2 id="${id}">${heading}</h2>${all && html`<a class="fine" href="${all.href}">${all.label}</a>`}</div>${body}</section>`;
}

function own(
  call: Asking,
  { seen, docs, has_more }: { seen: ReadonlyMap<string, string>; docs: readonly Listed[]; has_more: boolean },
): Html {
  const words = homeWords(call);
  const isEmpty = docs.length === 0;
  return html`<section class="part" aria-labelledby="documents"><div class="line far"><h2 id="documents">${words.your_documents}</h2>${has_more ? html`<a class="fine" href="${HOME_PATH}?view=mine">${words.all_of_mine}</a>` : html`<a class="fine" href="${HOME_PATH}?view=all">${words.all_documents}</a>`}</div>
${isEmpty ? html`<div class="empty">${icon("doc", "big")}<h3>${words.nothing_yet}</h3><p>${words.write_told}</p><p class="line"><a class="btn primary" href="${newPath()}">${words.write_first}</a></p></div><details class="fold boxed part"><summary>${icon("right", "turn")}${words.how}</summary>${publishing(call)}</details>` : documentRows(call, seen, docs)}</section>
${!isEmpty && html`<details class="fold boxed part"><summary>${icon("right", "turn")}${words.how}</summary>${publishing(call)}</details>`}`;
}

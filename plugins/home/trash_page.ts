// The page of the trash: what can be brought back, until when, and the buttons that do it.
import { type Html, html, t } from "../../kernel/plugin.ts";
import { type Asking, ask } from "../app/port/ask.ts";
import { buttonFor } from "../app/port/form.ts";
import { icon } from "../app/port/icons.ts";
import { answerScreen, screen } from "../app/port/screen.ts";
import { when } from "../app/port/when.ts";
import { deleteDoc, emptyTrash, getTrash, undelete } from "../documents/port/operations.ts";
import type { TrashedDocument } from "../documents/port/read.ts";
import { operation } from "../operation.ts";
import { rootNamed } from "../places/port.ts";
import { readRoots } from "../roots/port/operations.ts";
import { older, pagesOfList, TRASH_PATH } from "./ways.ts";
import { homeWords } from "./words.ts";

const SHOWN_MAX = 100;

export const showTrash = operation({
  id: "home.trash",
  route: "GET /app/trash",
  summary: "Deleted and expired documents that can be brought back, as a page",
  query: t.Object({
    root: t.Optional(t.String({ maxLength: 200, description: "Slug or id of a root; your own trash when absent." })),
    older,
  }),
  ...screen,
  permit: ({ query }) => rootNamed(query.root),
  refuses: [404],
  run: async (call, { query }) => {
    const page = { root: query.root, limit: SHOWN_MAX, cursor: query.older };
    const [{ docs, next_cursor = null }, { roots }] = await Promise.all([
      ask(call, getTrash, { query: page }),
      ask(call, readRoots, { query: {} }),
    ]);
    const root = call.subject;
    const words = homeWords(call);
    const body = trashBody(call, { docs, root, roots, next_cursor, older: query.older });
    return answerScreen(call, { title: root ? words.trash_of(root.name) : words.trash, body, place: TRASH_PATH });
  },
});

interface Trash {
  docs: readonly TrashedDocument[];
  root: { slug: string; name: string } | null;
  roots: readonly { slug: string; name: string }[];
  next_cursor: string | null;
  older: string | undefined;
}

function trashBody(call: Asking, { docs, root, roots, next_cursor, older }: Trash): Html {
  const words = homeWords(call);
  const empty = root
    ? html`<div class="empty"><p>${words.trash_empty_root}</p></div>`
    : html`<div class="empty"><p>${words.trash_empty}</p></div>`;
  return html`
<div class="head"><div><h1>${root ? html`${words.trash_in} <bdi>${root.name}</bdi>` : words.trash_yours}</h1><p>${words.trash_told}</p></div>
${docs.length > 0 && buttonFor(call, emptyTrash, { fixed: root ? { root: root.slug } : {}, button: words.trash_empty_it, kind: "btn danger", done: words.trash_emptied })}</div>
${roots.length > 0 && rootWays(words.mine, root, roots)}
${docs.length > 0 ? html`<ul class="rows roomy">${docs.map((document) => trashed(call, document, root === null))}</ul>` : empty}
${pagesOfList({
  path: TRASH_PATH,
  query: root ? { root: root.slug } : {},
  next: { cursor: next_cursor, label: words.trash_older },
  is_later: older ? { label: words.trash_latest } : null,
})}`;
}

function rootWays(mine: string, current: Trash["root"], roots: Trash["roots"]): Html {
  const way = (href: string, label: string, isCurrent: boolean) =>
    html`<a href="${href}" aria-current="${isCurrent ? "page" : "false"}"><bdi>${label}</bdi></a>`;
  return html`<nav class="tabs" aria-label="${mine}">${way(TRASH_PATH, mine, current === null)}${roots.map(
    ({ slug, name }) => way(`${TRASH_PATH}?root=${encodeURIComponent(slug)}`, name, slug === current?.slug),
  )}</nav>`;
}

/** `is_own` is the caller's own trash, of which they may remove anything for good. */
function trashed(call: Asking, document: TrashedDocument, is_own: boolean): Html {
  const words = homeWords(call);
  const { doc_id, title, purge_at, deleted_from, reason, deleted_by } = document;
  const by = reason === "expired" ? words.expired : deleted_by && html`${words.by} <bdi>${deleted_by}</bdi>`;
  return html`<li>${icon("doc")}<div class="main"><span class="name" dir="auto">${title}</span>
<span class="what"><bdi>${deleted_from.folder || words.at_the_top}</bdi> · ${when(call, document.deleted_at)}${by && html` · ${by}`} · ${purge_at ? html`${words.gone_on} ${when(call, purge_at)}` : words.held}</span></div>
<div class="acts">${buttonFor(call, undelete, { fixed: { doc_id }, button: words.restore, name: words.restore_named(title), done: words.restored(title) })}${
    is_own &&
    purge_at &&
    html`<details class="fold"><summary class="btn small quiet">${icon("more")}<span class="only">${words.more_for(title)}</span></summary>${buttonFor(call, deleteDoc, { fixed: { doc_id, purge: "true" }, button: words.purge, name: words.purge_named(title), kind: "btn small danger", done: words.purged(title) })}</details>`
  }</div></li>`;
}

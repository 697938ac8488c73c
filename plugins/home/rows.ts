// Documents as rows of home and of its lists: where each lies, who may open it, and what is done with it.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking, ask } from "../app/port/ask.ts";
import { buttonFor } from "../app/port/form.ts";
import { icon } from "../app/port/icons.ts";
import { when } from "../app/port/when.ts";
import { deleteDoc, type listDocs, undelete } from "../documents/port/operations.ts";
import { addressOf, iconOf, whoMayOpen } from "../documents/port/rows.ts";
import { HOME_PATH } from "./ways.ts";
import { homeWords } from "./words.ts";

type Answer = typeof listDocs extends Parameters<typeof ask<infer _I, infer O>>[1] ? O : never;
export type Listed = Answer["docs"][number];

/** `seen` holds the names of the spaces that this person sees, by slug: others are told to nobody. */
export function documentRows(call: Asking, seen: ReadonlyMap<string, string>, docs: readonly Listed[]): Html {
  return html`<ul class="rows">${docs.map((document) => row(call, seen, document))}</ul>`;
}

function row(call: Asking, seen: ReadonlyMap<string, string>, document: Listed): Html {
  const words = homeWords(call);
  const { doc_id, title, root, my_level, tags, updated_at, owner_email, created_by } = document;
  const owner = owner_email ?? created_by;
  const name = root && seen.get(root.slug);
  const place = name ?? (my_level === "own" || !owner ? null : words.of(owner));
  const who = whoMayOpen(call, { ...document, root: root && name ? { ...root, name } : null });
  return html`<li>${icon(iconOf(document))}<div class="main"><a class="name cut" href="${addressOf(document)}" dir="auto" title="${title}">${title}</a><span class="what">${place && html`<bdi>${place}</bdi> · `}${who.label}${tags.map((tag) => html` <a class="tag" href="${HOME_PATH}?tag=${encodeURIComponent(tag)}">#<bdi>${tag}</bdi></a>`)}</span></div><span class="fine nowrap">${when(call, updated_at)}</span>${
    my_level === "own" &&
    html`<div class="acts"><details class="fold"><summary class="btn small quiet icon-only">${icon("more")}<span class="only">${words.more_for(title)}</span></summary>${buttonFor(call, deleteDoc, { fixed: { doc_id }, button: words.delete, kind: "btn small danger", name: words.delete_named(title), done: words.deleted(title), undo: { operation: undelete.id, fixed: { doc_id } } })}</details></div>`
  }</li>`;
}

/** A row that only leads there, for lists beside each other. */
export function plainRow(
  call: Asking,
  of: { document: Omit<Listed, "owner_email" | "mine">; what: string | null; at: string },
): Html {
  const { document, what, at } = of;
  return html`<li>${icon(iconOf(document))}<div class="main"><a class="name cut" href="${addressOf(document)}" dir="auto" title="${document.title}">${document.title}</a>${what !== null && html`<span class="what cut"><bdi>${what}</bdi></span>`}</div><span class="fine nowrap">${when(call, at)}</span></li>`;
}

/** Where a document lies, for whoever sees that place: the space and its folders, or who shares it. */
export function placeIn(call: Asking, seen: ReadonlyMap<string, string>, document: Listed): string {
  const words = homeWords(call);
  const { root, folder, my_level, owner_email, created_by } = document;
  const isMine = root === null && my_level === "own";
  const name = root ? seen.get(root.slug) : isMine ? words.mine : null;
  if (name === undefined || name === null) return owner_email ?? created_by ?? words.shared;
  return folder === "" ? name : `${name} / ${folder.replaceAll("/", " / ")}`;
}

// What lies in a folder: as a list whose rows can be chosen, or as tiles.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { doorOf } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { pathBack, placePath } from "../../app/port/paths.ts";
import { when } from "../../app/port/when.ts";
import { deleteDoc, patchDoc, undelete } from "../../documents/port/operations.ts";
import { addressOf, iconOf, whoMayOpen } from "../../documents/port/rows.ts";
import { nameOf } from "../visible.ts";
import type { FolderView } from "./place.ts";
import { folderWords } from "./words.ts";

export type Look = "list" | "grid";

export interface ShownFolder {
  folder: FolderView;
  /** The space's; null for My documents. */
  slug: string | null;
  look: Look;
  isLater: boolean;
  /** All folders of the space, where a panel needs them. */
  all: readonly { path: string }[] | null;
}

type Child = FolderView["children"][number];

interface Row {
  key: string;
  href: string | null;
  icon: Html;
  name: string;
  more: string | null;
  who: { icon: string; label: string } | null;
  updated_at: string | null;
  doc_id: string | null;
}

export function contents(call: Asking, page: ShownFolder): Html {
  const rows = page.folder.children.flatMap((child) => rowOf(call, page, child) ?? []);
  return page.look === "grid" ? tiles(call, rows) : list(call, page, rows);
}

function rowOf(call: Asking, { folder: { root }, slug }: ShownFolder, child: Child): Row | null {
  const words = folderWords(call);
  const { key, folder, doc, shortcut } = child;
  if (folder) {
    const who = folder.restricted ? { icon: "lock", label: words.closed_folder } : null;
    const more = folder.doc_count > 0 ? words.documents(folder.doc_count) : null;
    const href = placePath(slug, folder.path);
    const row = { key, href, icon: ownIcon(folder.icon, "folder"), name: folder.name, more, who };
    return { ...row, updated_at: null, doc_id: null };
  }
  if (doc) {
    const { doc_id, title, updated_at } = doc;
    const who = whoMayOpen(call, { ...doc, root: doc.root ?? root });
    const row = { key, href: addressOf(doc), icon: ownIcon(doc.icon, iconOf(doc)), name: title, more: null };
    return { ...row, who, updated_at, doc_id };
  }
  if (!shortcut) return null;
  const { target, label } = shortcut;
  const isFolder = target?.folder !== undefined && target.doc_id === undefined;
  const there = target?.root ?? null;
  const href = target?.doc_id
    ? (target.url ?? null)
    : isFolder
      ? placePath(there === "~" ? null : there, target.folder ?? "")
      : null;
  const name = label ?? target?.title ?? (nameOf(target?.folder ?? "") || words.nothing_open);
  return {
    key,
    href,
    icon: ownIcon(shortcut.icon, "next"),
    name,
    more: null,
    who: null,
    updated_at: null,
    doc_id: null,
  };
}

/** What somebody chose for it, where that is a character; else the drawing of its kind. */
export function ownIcon(own: string | null | undefined, kind: string): Html {
  return own && !own.includes(":") ? html`<span class="own-icon" aria-hidden="true">${own}</span>` : icon(kind);
}

function tiles(call: Asking, rows: readonly Row[]): Html {
  return html`<ul class="cards">${rows.map((row) => {
    const inside = html`<span class="big">${row.icon}</span><strong dir="auto">${row.name}</strong>${row.who && html`<span class="what line one">${icon(row.who.icon)}<span class="cut">${row.who.label}</span></span>`}${row.more && html`<span class="what">${row.more}</span>`}${row.updated_at && html`<span class="what">${when(call, row.updated_at)}</span>`}`;
    return html`<li>${row.href ? html`<a class="card tile" href="${row.href}">${inside}</a>` : html`<div class="card tile">${inside}</div>`}</li>`;
  })}</ul>`;
}

function list(call: Asking, page: ShownFolder, rows: readonly Row[]): Html {
  const words = folderWords(call);
  const { can_edit, name } = page.folder;
  const picks = can_edit && rows.some(({ doc_id }) => doc_id !== null);
  const table = html`<table class="data fold-down"><thead><tr>${picks && html`<th class="pick"><span class="only">${words.chosen}</span></th>`}<th>${words.name}</th><th>${words.who}</th><th>${words.changed}</th></tr></thead><tbody>${rows.map((row) => line(call, row, picks))}</tbody></table>`;
  if (!picks) return table;
  const back = pathBack(call.request.url);
  const root = page.slug ?? "~";
  const moveBack = `${patchDoc.id}?${new URLSearchParams({ root, folder: page.folder.path })}`;
  return html`<form method="post" action="${doorOf(deleteDoc.id)}" aria-label="${name}">
<input type="hidden" name="~back" value="${back}"><input type="hidden" name="~each" value="doc_id"><input type="hidden" name="root" value="${root}">
<input type="hidden" name="~done.${deleteDoc.id}" value="${words.deleted}"><input type="hidden" name="~undo.${deleteDoc.id}" value="${undelete.id}">
<input type="hidden" name="~done.${patchDoc.id}" value="${words.moved}"><input type="hidden" name="~undo.${patchDoc.id}" value="${moveBack}">
${table}
<div class="bulk" role="group" aria-label="${words.chosen}"><strong>${words.chosen}</strong>${destinations(call, page)}<button class="btn quiet" formaction="${doorOf(patchDoc.id)}">${icon("move")}<span>${words.move}</span></button><button class="btn quiet danger">${icon("trash")}<span>${words.delete}</span></button><button type="reset" class="btn quiet icon-only" aria-label="${words.none}" title="${words.none}">${icon("x")}</button></div>
</form>`;
}

/** The folders that are near, or all of the space where those were asked for. */
function destinations(call: Asking, { folder, all }: ShownFolder): Html {
  const words = folderWords(call);
  const above = folder.breadcrumb.filter(({ path }) => path !== folder.path).toReversed();
  const near = [
    ...folder.children.flatMap((child) =>
      child.folder ? [{ path: child.folder.path, label: child.folder.name }] : [],
    ),
    ...above.map(({ path, name }) => ({ path, label: words.up(name) })),
  ];
  const far = all && [
    ...(folder.path === "" ? [] : [{ path: "", label: words.top }]),
    ...all.flatMap(({ path }) => (path === folder.path ? [] : [{ path, label: path.replaceAll("/", " / ") }])),
  ];
  const places = far ?? near;
  return html`<label class="only" for="move-to">${words.move_to}</label><select id="move-to" name="folder">${places.map(({ path, label }) => html`<option value="${path}">${label}</option>`)}</select>${!far && html`<a class="fine" href="?panel=move">${words.all_places}</a>`}`;
}

function line(call: Asking, row: Row, picks: boolean): Html {
  const words = folderWords(call);
  const { doc_id, href, name, more, who, updated_at } = row;
  const shown = html`${row.icon}<span class="cut" dir="auto">${name}</span>`;
  return html`<tr>${picks && html`<td class="pick">${doc_id && html`<input type="checkbox" name="doc_id" value="${doc_id}" aria-label="${words.choose(name)}">`}</td>`}<td class="of-name"><span class="line one">${href ? html`<a class="line one quiet-link" href="${href}" title="${name}">${shown}</a>` : html`<span class="line one soft">${shown}</span>`}${more && html`<span class="fine nowrap">${more}</span>`}</span></td><td>${who && html`<span class="line one soft nowrap">${icon(who.icon)}<span class="cut">${who.label}</span></span>`}</td><td class="soft nowrap">${updated_at && when(call, updated_at)}</td></tr>`;
}

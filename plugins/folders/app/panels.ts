// The panels of a folder's page: a new folder in it, and what is changed of it.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { placePath } from "../../app/port/paths.ts";
import { parentOf } from "../../places/port.ts";
import { makeFolder, removeFolder, renameFolder } from "../operations/folders.ts";
import { changeFolderSettings } from "../operations/settings.ts";
import type { ShownFolder } from "./contents.ts";
import { folderWords } from "./words.ts";

/** What a path below this folder begins with. */
function before(path: string): string {
  return path === "" ? "" : `${path}/`;
}

function panel(call: Asking, { folder, slug }: ShownFolder, heading: string, body: Html): Html {
  const words = folderWords(call);
  return html`<section class="card stack panel" aria-labelledby="panel"><div class="line far"><h2 id="panel">${heading}</h2><a class="btn quiet small" href="${placePath(slug, folder.path)}">${words.close}</a></div>${body}</section>`;
}

export function newFolderPanel(call: Asking, page: ShownFolder): Html {
  const words = folderWords(call);
  const { folder, slug } = page;
  const root = slug ?? "~";
  const form = formFor(
    call,
    makeFolder,
    {
      fixed: { root },
      before: { path: before(folder.path) },
      then: `${placePath(slug, "")}/{path...}`,
      done: words.made,
      look: "line",
    },
    (fields) =>
      html`${fields.text("path", { label: words.new_folder_name, required: true, maxlength: 200, autocomplete: "off" })}<button class="btn primary">${words.make}</button>`,
  );
  return panel(call, page, words.new_folder, form);
}

export function changePanel(call: Asking, page: ShownFolder): Html {
  const words = folderWords(call);
  const isTop = page.folder.path === "";
  const parts = html`${described(call, page)}${!isTop && html`<div class="cols">${renaming(call, page)}${moving(call, page)}</div>${removing(call, page)}`}`;
  return panel(call, page, words.change, parts);
}

function described(call: Asking, { folder, slug }: ShownFolder): Html {
  const words = folderWords(call);
  const { settings, path } = folder;
  const titles = new Map(folder.children.flatMap(({ doc }) => (doc ? [[doc.doc_id, doc.title] as const] : [])));
  if (folder.index) titles.set(folder.index.doc_id, folder.index.title);
  const pages = [...titles].map(([value, label]) => ({ value, label }));
  return formFor(
    call,
    changeFolderSettings,
    { fixed: { root: slug ?? "~", path }, done: words.saved, then: placePath(slug, path) },
    (fields) => html`<h3>${words.described}</h3>
${fields.lines("description", { label: words.description, value: settings.description, maxlength: 2000, rows: 2 })}
<div class="pair">${fields.choice("index_doc_id", { label: words.first_page, hint: words.first_page_told, value: settings.index_doc_id, options: [{ value: "", label: words.no_first_page }, ...pages] })}
${fields.text("icon", { label: words.icon, hint: words.icon_told, value: settings.icon, maxlength: 100, autocomplete: "off" })}
${fields.choice("view_mode", {
  label: words.view_mode,
  value: settings.view_mode === "grid" ? "grid" : "list",
  options: [
    { value: "list", label: words.list },
    { value: "grid", label: words.grid },
  ],
})}</div>
<p class="line"><button class="btn primary">${words.save}</button></p>`,
  );
}

function renaming(call: Asking, { folder, slug }: ShownFolder): Html {
  const words = folderWords(call);
  const { path, name } = folder;
  return formFor(
    call,
    renameFolder,
    {
      fixed: { root: slug ?? "~", path, "~of": "name" },
      before: { new_path: before(parentOf(path)) },
      then: `${placePath(slug, "")}/{path...}`,
      done: words.renamed,
    },
    (fields) =>
      html`${fields.text("new_path", { label: words.rename, hint: words.rename_told, value: name, required: true, maxlength: 200, autocomplete: "off" })}<p><button class="btn">${words.rename}</button></p>`,
  );
}

function moving(call: Asking, { folder, slug, all }: ShownFolder): Html | null {
  const words = folderWords(call);
  const { path, name } = folder;
  const places = ["", ...(all ?? []).map((one) => one.path)].filter(
    (into) => into !== parentOf(path) && into !== path && !into.startsWith(`${path}/`),
  );
  if (places.length === 0) return null;
  const options = places.map((into) => ({
    value: before(into) + name,
    label: into === "" ? words.top : into.replaceAll("/", " / "),
  }));
  return formFor(
    call,
    renameFolder,
    {
      fixed: { root: slug ?? "~", path, "~of": "place" },
      then: `${placePath(slug, "")}/{path...}`,
      done: words.folder_moved,
    },
    (fields) =>
      html`${fields.choice("new_path", { label: words.move_folder_to, hint: words.move_folder_told, options })}<p><button class="btn">${words.move_folder}</button></p>`,
  );
}

function removing(call: Asking, { folder, slug }: ShownFolder): Html {
  const words = folderWords(call);
  const { path, stats, breadcrumb } = folder;
  const docs = stats.docs + stats.skipped;
  const isEmpty = docs === 0 && stats.folders === 0 && folder.shortcuts.length === 0;
  const inside = [docs > 0 ? words.documents(docs) : "", stats.folders > 0 ? words.folders(stats.folders) : ""];
  const above = breadcrumb.at(-2)?.name ?? words.top;
  const root = slug ?? "~";
  return html`<div class="stack tight"><h3>${words.remove}</h3><p class="soft">${isEmpty ? words.remove_empty : words.remove_told(inside.filter(Boolean).join(words.and), above)}</p>${buttonFor(
    call,
    removeFolder,
    {
      fixed: { root, path, force: "true" },
      then: placePath(slug, parentOf(path)),
      done: words.removed,
      ...(isEmpty && { undo: { operation: makeFolder.id, fixed: { root, path } } }),
      button: words.remove,
      kind: "btn danger",
    },
  )}</div>`;
}

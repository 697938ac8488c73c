// Values of records as people read them: short in a table, whole on a record's own page.
// Everything that was sent is text here.
import { type Html, html, type JsonValue } from "../../../kernel/plugin.ts";
import { baseName } from "../../documents/port/read.ts";
import { checkFileRef, type Field, type FileRef, isUnfinished } from "../fields/mod.ts";
import type { ShownFile } from "../store/shown.ts";

/** How a value is shown. */
export interface CellView {
  /** Whole, instead of as much as a table's cell holds. */
  is_whole: boolean;
  /** Where a choice leads: to the records that have it. */
  choose(field: Field, choice: string): string;
  /** A file of the value: what is known of it where the reader may open it, and its address. */
  file(field: Field, index: number): { shown: ShownFile; href: string } | null;
}

const CELL_CHARS_MAX = 280;
const JSON_CHARS_MAX = 160;
const CELL_FILES_MAX = 3;
const CHIP_COLOURS = 8;
/** A browser shows them in a page, and they hold no script. */
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];
/** Larger pictures are led to. */
const PICTURE_BYTES_MAX = 4 * 1024 * 1024;

/** Null for what is empty. */
export function showValue(field: Field, value: JsonValue | undefined, view: CellView): Html | null {
  if (value === undefined || value === null) return null;
  // What a draft left unfinished is a text of no type.
  if (isUnfinished(field, value)) return showText(String(value), view);
  switch (field.type) {
    case "checkbox":
      return value === true
        ? html`<span class="check yes" role="img" aria-label="Yes">✓</span>`
        : html`<span class="check" role="img" aria-label="No">✗</span>`;
    case "number":
      return html`${String(value)}`;
    case "date":
      return html`<time datetime="${String(value)}">${String(value)}</time>`;
    case "datetime":
      return html`<time datetime="${String(value)}">${instantOf(String(value))}</time>`;
    case "email":
      return html`<a href="mailto:${encodeURIComponent(String(value)).replaceAll("%40", "@")}">${cut(String(value), view)}</a>`;
    case "url":
      return showLink(String(value), view);
    case "select":
      return showChoice(field, String(value), view);
    case "multi_select":
      return html`<span class="choices">${listOf(value).map((choice) => html`${showChoice(field, String(choice), view)} `)}</span>`;
    case "json":
      return view.is_whole
        ? html`<pre dir="ltr" tabindex="0">${JSON.stringify(value, null, 2)}</pre>`
        : html`<code dir="ltr">${cutTo(JSON.stringify(value), JSON_CHARS_MAX)}</code>`;
    case "attachment":
      return showFiles(field, listOf(value), view);
    case "review":
      return view.is_whole ? showComments(listOf(value)) : html`${countComments(listOf(value))}`;
    default:
      return showText(String(value), view);
  }
}

/** Whether a column stands at its end, as numbers do. */
export function isNumber({ type }: Field): boolean {
  return type === "number";
}

/** `2026-03-01 11:00 UTC`, with seconds and their parts where there are any. */
export function instantOf(value: string): string {
  const [day = "", rest = ""] = value.replace(/Z$/, "").split("T");
  const [clock = "", parts = ""] = rest.split(".");
  const fraction = parts.replace(/0+$/, "");
  const time = fraction === "" ? clock.replace(/:00$/, "") : `${clock}.${fraction}`;
  return `${day} ${time} UTC`;
}

/** Cut where a cell ends. */
export function cutTo(text: string, charsMax: number): string {
  return text.length > charsMax ? `${text.slice(0, charsMax).toWellFormed().trimEnd()}…` : text;
}

function cut(text: string, { is_whole }: CellView): string {
  return is_whole ? text : cutTo(text, CELL_CHARS_MAX);
}

function showText(text: string, view: CellView): Html {
  return view.is_whole
    ? html`<div class="text" dir="auto">${text}</div>`
    : html`<span dir="auto">${cut(text, view)}</span>`;
}

/** Web addresses alone lead anywhere, and tell nobody where from. */
function showLink(address: string, view: CellView): Html {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return showText(address, view);
  const shown = view.is_whole ? address : cutTo(address.replace(/^https?:\/\/(www\.)?/i, ""), 60);
  return html`<a href="${url.href}" rel="noopener noreferrer nofollow ugc" dir="ltr">${shown}</a>`;
}

function showChoice(field: Field, choice: string, view: CellView): Html {
  const place = field.options?.indexOf(choice) ?? -1;
  const colour = place < 0 ? "none" : String(place % CHIP_COLOURS);
  return html`<a class="chip c${colour}" dir="auto" href="${view.choose(field, choice)}">${choice}</a>`;
}

function showFiles(field: Field, value: readonly JsonValue[], view: CellView): Html {
  const refs = value.flatMap((one) => {
    const checked = checkFileRef(one);
    return "ref" in checked ? [checked.ref] : [];
  });
  const most = view.is_whole ? refs.length : CELL_FILES_MAX;
  const more = refs.length - most;
  return html`<span class="files">${refs.slice(0, most).map((ref, index) => showFile(ref, view.file(field, index)))}${more > 0 && html`<span class="more">+${more}</span>`}</span>`;
}

function showFile({ path }: FileRef, file: ReturnType<CellView["file"]>): Html {
  const name = baseName(path);
  if (!file) return html`<span class="file closed" title="Not open to you">${name}</span>`;
  const { content_type, size_bytes } = file.shown;
  const type = content_type.split(";")[0] ?? "";
  const isPicture = PICTURES.includes(type) && size_bytes <= PICTURE_BYTES_MAX;
  return isPicture
    ? html`<a class="file picture" href="${file.href}"><img src="${file.href}" alt="${name}" loading="lazy"></a>`
    : html`<a class="file" href="${file.href}" dir="auto">${name}</a>`;
}

function listOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function member(value: JsonValue, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function countComments(comments: readonly JsonValue[]): string {
  const open = comments.filter((one) => member(one, "resolved") !== true).length;
  const count = `${comments.length} comment${comments.length === 1 ? "" : "s"}`;
  return open === 0 ? `${count}, all resolved` : `${count}, ${open} open`;
}

function showComments(comments: readonly JsonValue[]): Html {
  return html`<ol class="comments">${comments.map((comment) => {
    const source = member(comment, "source");
    const path = typeof source === "object" && source !== null ? String(Reflect.get(source, "path")) : "";
    const replies = member(comment, "replies");
    const state = member(comment, "resolved") === true ? "resolved" : "open";
    return html`<li><p class="fine"><span dir="auto">${baseName(path)}</span> · ${state}</p><div class="text" dir="auto">${String(member(comment, "body") ?? "")}</div>${Array.isArray(replies) && replies.length > 0 && html`<ul>${replies.map((reply) => html`<li class="text" dir="auto">${String(reply)}</li>`)}</ul>`}</li>`;
  })}</ol>`;
}

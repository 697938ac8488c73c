// What a document shows on its page: the HTML of its text, or a frame of the content host.
import { type Html, html, rendered } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { icon } from "../app/port/icons.ts";
import { documentPath } from "../app/port/paths.ts";
import { readingAddress } from "../documents/port/read.ts";
import type { Rendered } from "./asked.ts";
import { readerWords } from "./words.ts";

/** As the content host gives out what people sent. */
const SANDBOX = "allow-scripts allow-forms allow-modals allow-popups allow-downloads";

/** A first heading that says the title once more. */
const LEAD = /^\s*<h([1-3])\b[^>]*>((?:(?!<\/h\1>)[\s\S])*)<\/h\1>/;
const MEDIA = /\s(src|srcset|poster)="([^"]*)"/g;

/** Whether the text shows pictures, sound or film of its own document, which only who may read it gets. */
export function showsOwnMedia({ html: text, url, visibility }: Pick<Rendered, "html" | "url" | "visibility">): boolean {
  if (text === null || visibility === "unlisted") return false;
  return [...text.matchAll(MEDIA)].some(([, , value = ""]) => value.includes(url));
}

/** The text as HTML; `frame` is an address of the document by its reader's capability, for what it shows of its own. */
export function proseOf(shown: Rendered, frame: string | null): Html {
  const { html: text, url, references } = shown;
  const lead = LEAD.exec(text ?? "");
  const body = lead && isTitle(textOf(lead[2] ?? ""), shown) ? (text ?? "").slice(lead[0].length) : (text ?? "");
  const withMedia = withOwnMedia(body, url, frame);
  const inApp = new Map(references.map(({ href, doc_id }) => [escaped(href), doc_id]));
  const linked = withMedia.replaceAll(/\shref="([^"#]*)(#[^"]*)?"/g, (attribute, address, fragment = "") => {
    const doc_id = inApp.get(address + fragment) ?? inApp.get(address);
    return doc_id === undefined ? attribute : ` href="${documentPath(doc_id)}${fragment}"`;
  });
  return html`<div class="prose" dir="auto">${rendered(linked)}</div>`;
}

/** What a text shows of the document at `url` comes by the reader's capability, where `frame` is an address by that. */
export function withOwnMedia(text: string, url: string, frame: string | null): string {
  const own = frame?.split("?")[0] ?? url;
  return text.replaceAll(MEDIA, (attribute, name, value) =>
    value.includes(url) ? ` ${name}="${value.replaceAll(url, own)}"` : attribute,
  );
}

/** Whether words are the document's title. */
export function isTitle(text: string, { title }: Pick<Rendered, "title">): boolean {
  return text.trim().replaceAll(/\s+/g, " ") === title.trim().replaceAll(/\s+/g, " ");
}

/** A frame in which the content host shows the document, or a way to it where this browser's session gives none. */
export function framedBody(call: Asking, { title, url, kind, visibility }: Rendered, frame: string | null): Html {
  const words = readerWords(call);
  const alone = html`<p class="line"><a class="btn" href="${readingAddress({ url, visibility })}" target="_blank" rel="noopener">${icon("external")}<span>${words.open_alone}</span></a></p>`;
  if (frame === null) return alone;
  const sandbox = kind === "html" ? html` sandbox="${SANDBOX}"` : null;
  return html`<iframe class="shown" src="${frame}" title="${words.framed(title)}" referrerpolicy="no-referrer" allow="fullscreen"${sandbox}></iframe>${alone}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function textOf(markup: string): string {
  const text = markup.replaceAll(/<a\b[^>]*\bclass="anchor"[^>]*>[\s\S]*?<\/a>/g, "").replaceAll(/<[^>]*>/g, "");
  return text
    .replaceAll(/&#x([0-9a-f]{1,6});/gi, (_, code) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    )
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

function escaped(address: string): string {
  return address.replaceAll("&", "&#x26;");
}

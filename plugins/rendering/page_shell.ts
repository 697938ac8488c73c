// The document around every generated page: one embedded stylesheet, no script, and a policy that allows exactly that.
import { createHash } from "node:crypto";
import type { Element, ElementContent, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { element } from "./element.ts";
import type { TocEntry } from "./finish.ts";
import { PAGE_CSS } from "./page_style.ts";

/**
 * The `Content-Security-Policy` of every generated page: no script at all, our stylesheet by its hash, pictures and media of the
 * document itself or over https, and frames of the document itself for the PDF viewer.
 */
export const GENERATED_PAGE_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(PAGE_CSS).digest("base64")}'`,
  "img-src 'self' data: https:",
  "media-src 'self' https:",
  "font-src 'self'",
  "object-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

export interface PageParts {
  title: string;
  /** BCP 47; English when null. */
  lang: string | null;
  toc: TocEntry[];
  kind: "markdown" | "snippet" | "viewer";
  content: ElementContent[];
}

/** Headings below the title; a table of contents of fewer is noise. */
const TOC_ENTRIES_MIN = 2;
const TOC_ENTRIES_MAX = 300;

/** Builds the whole document. `content` must be safe already; everything else is text. */
export function pageShell({ title, lang, toc, kind, content }: PageParts): Root {
  const lead = leadOf(content);
  const entries = tocEntries(toc.filter((entry) => entry.id !== lead?.properties["id"]));
  if (lead) lead.properties["className"] = ["lead"];
  const head = element(
    "head",
    {},
    element("meta", { charSet: "utf-8" }),
    element("title", {}, title),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("meta", { name: "color-scheme", content: "light dark" }),
    element("style", {}, PAGE_CSS),
  );
  const body = element(
    "body",
    { className: entries.length > 0 ? [kind, "with-toc"] : [kind] },
    ...(entries.length > 0 ? [sideToc(entries)] : []),
    element("main", { dir: kind === "snippet" ? undefined : "auto" }, ...withFoldedToc(content, { entries, lead })),
  );
  return { type: "root", children: [{ type: "doctype" }, element("html", { lang: lang ?? "en" }, head, body)] };
}

/** The whole document as UTF-8. Texts in `content` are escaped, as trees made by `element` hold nothing but text. */
export function renderShell(parts: Pick<PageParts, "title" | "content"> & Partial<PageParts>): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(toHtml(pageShell({ lang: null, toc: [], kind: "viewer", ...parts })));
}

/** The heading that a page begins with is its title, whatever its level: chapters of books often begin at the second. */
function leadOf(content: ElementContent[]): Element | undefined {
  const first = content.find((node) => node.type === "element");
  return first && /^h[1-3]$/.test(first.tagName) ? first : undefined;
}

function tocEntries(parts: TocEntry[]): TocEntry[] {
  if (parts.length < TOC_ENTRIES_MIN) return [];
  const top = parts.reduce((least, entry) => Math.min(least, entry.level), 6);
  const shown = parts
    .filter((entry) => entry.level <= top + 1)
    .map((entry) => ({ ...entry, level: entry.level - top }));
  return shown.slice(0, TOC_ENTRIES_MAX);
}

function tocList(entries: TocEntry[]): Element {
  const items = entries.map(({ id, text, level }) =>
    element("li", level > 0 ? { className: ["sub"] } : {}, element("a", { href: `#${encodeURI(id)}` }, text)),
  );
  return element("ul", {}, ...items);
}

/** Beside the text on a wide screen; without script one list cannot both stand open there and be folded on a phone. */
function sideToc(entries: TocEntry[]): Element {
  return element(
    "nav",
    { className: ["toc"], ariaLabel: "On this page" },
    element("p", { className: ["toc-name"] }, "On this page"),
    tocList(entries),
  );
}

function withFoldedToc(
  content: ElementContent[],
  { entries, lead }: { entries: TocEntry[]; lead: Element | undefined },
): ElementContent[] {
  if (entries.length === 0) return content;
  const fold = element("details", { className: ["toc"] }, element("summary", {}, "On this page"), tocList(entries));
  const after = lead ? content.indexOf(lead) + 1 : 0;
  return [...content.slice(0, after), fold, ...content.slice(after)];
}

// The document around every generated page: one embedded stylesheet, no script, and a policy that allows exactly that.
import { createHash } from "node:crypto";
import type { ElementContent, Root } from "hast";
import { element, hasClass } from "./element.ts";
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

/** A table of contents helps from here on; below it is noise. */
const TOC_ENTRIES_MIN = 3;
const TOC_ENTRIES_MAX = 300;

/** Builds the whole document. `content` must be safe already; everything else is text. */
export function pageShell({ title, lang, toc, kind, content }: PageParts): Root {
  const entries = tocEntries(toc);
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
    element("main", { dir: kind === "snippet" ? undefined : "auto" }, ...withFoldedToc(content, entries)),
  );
  return { type: "root", children: [{ type: "doctype" }, element("html", { lang: lang ?? "en" }, head, body)] };
}

function tocEntries(toc: TocEntry[]): TocEntry[] {
  if (toc.length < TOC_ENTRIES_MIN) return [];
  // A lone main heading is the title of the page, not a part of it.
  const parts = toc.filter((entry) => entry.level === 1).length === 1 ? toc.filter((entry) => entry.level > 1) : toc;
  const top = parts.reduce((least, entry) => Math.min(least, entry.level), 6);
  const shown = parts
    .filter((entry) => entry.level <= top + 1)
    .map((entry) => ({ ...entry, level: entry.level - top }));
  return shown.length < 2 ? [] : shown.slice(0, TOC_ENTRIES_MAX);
}

function tocList(entries: TocEntry[]) {
  const items = entries.map(({ id, text, level }) =>
    element("li", level > 0 ? { className: ["sub"] } : {}, element("a", { href: `#${encodeURI(id)}` }, text)),
  );
  return element("ul", {}, ...items);
}

/** Beside the text on a wide screen; without script one list cannot both stand open there and be folded on a phone. */
function sideToc(entries: TocEntry[]) {
  return element(
    "nav",
    { className: ["toc"], ariaLabel: "On this page" },
    element("p", { className: ["toc-name"] }, "On this page"),
    tocList(entries),
  );
}

function withFoldedToc(content: ElementContent[], entries: TocEntry[]): ElementContent[] {
  if (entries.length === 0) return content;
  const fold = element("details", { className: ["toc"] }, element("summary", {}, "On this page"), tocList(entries));
  const heading = content.findIndex((node) => node.type === "element");
  const first = content[heading];
  const after = first?.type === "element" && first.tagName === "h1" && !hasClass(first, "sr-only") ? heading + 1 : 0;
  return [...content.slice(0, after), fold, ...content.slice(after)];
}

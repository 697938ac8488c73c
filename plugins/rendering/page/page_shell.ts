// The document around every generated page:
// one embedded stylesheet, one script where there is code, and a policy that allows exactly that.
import type { Element, ElementContent, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { element } from "../html/element.ts";
import { FONTS_PATH, MATH_STYLESHEET, PAGE_SCRIPT } from "./assets.ts";
import type { TocEntry } from "./finish.ts";
import { PAGE_CSS, STYLE_HASH } from "./page_style.ts";
import { plainName } from "./plain_name.ts";
import { withPreview } from "./preview.ts";

/**
 * The `Content-Security-Policy` of every generated page: our script by its whole address on the host that sends the page and no other, which
 * reaches no address by itself; our stylesheet by its hash and that of formulas by its address, pictures and media of the document
 * itself or over https, and frames of the document itself for the PDF viewer.
 *
 * `is_older`: the page was made by another release and waits to be made again, or belongs to a version that is none any more. The
 * hash of the stylesheet that stands in it is not known here, and none can come from its source, which the renderer made safe.
 */
export function generatedPagePolicy(origin: string, { is_older = false }: { is_older?: boolean } = {}): string {
  const style = is_older ? "'unsafe-inline'" : `'sha256-${STYLE_HASH}'`;
  return [
    "default-src 'none'",
    `script-src ${origin}${PAGE_SCRIPT}`,
    `style-src ${style} ${origin}${MATH_STYLESHEET}`,
    ...(is_older ? ["style-src-attr 'none'"] : []),
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    `font-src ${origin}${FONTS_PATH}`,
    "object-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

export interface PageParts {
  title: string;
  /** BCP 47; English when null. */
  lang: string | null;
  toc: TocEntry[];
  kind: "markdown" | "snippet" | "viewer";
  content: ElementContent[];
  /** It holds formulas, which have a stylesheet of their own. */
  has_math?: boolean;
}

/** Markup that is text may hold anything. */
function holdsCode(node: ElementContent): boolean {
  return node.type === "raw" || (node.type === "element" && (node.tagName === "pre" || node.children.some(holdsCode)));
}

/** Headings below the title; a table of contents of fewer is noise. */
const TOC_ENTRIES_MIN = 3;
const TOC_ENTRIES_MAX = 300;

/** Builds the whole document. `content` must be safe already; everything else is text. */
export function pageShell({ title, lang, toc, kind, content, has_math = false }: PageParts): Root {
  const lead = leadOf(content);
  const entries = tocEntries(toc.filter((entry) => entry.id !== lead?.properties["id"]));
  if (lead) lead.properties["className"] = ["lead"];
  const head = element(
    "head",
    {},
    element("meta", { charSet: "utf-8" }),
    element("title", {}, plainName(title)),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("meta", { name: "color-scheme", content: "light dark" }),
    element("style", {}, PAGE_CSS),
    has_math ? element("link", { rel: ["stylesheet"], href: MATH_STYLESHEET }) : null,
    content.some(holdsCode) ? element("script", { src: PAGE_SCRIPT, defer: true }) : null,
  );
  const body = element(
    "body",
    { className: entries.length > 0 ? [kind, "with-toc"] : [kind] },
    ...(entries.length > 0 ? [sideToc(entries)] : []),
    element("main", { dir: kind === "snippet" ? undefined : "auto" }, ...withFoldedToc(content, { entries, lead })),
  );
  const html = element("html", { lang: lang ?? "en", dir: isRightToLeft(lang) ? "rtl" : undefined }, head, body);
  return { type: "root", children: [{ type: "doctype" }, html] };
}

/** Languages that are written from the right: what stands around their text stands the other way round too. */
function isRightToLeft(lang: string | null): boolean {
  return /^(ar|arc|ckb|dv|fa|he|ks|ps|sd|syr|ug|ur|yi)(-|$)/i.test(lang ?? "") && !/-latn\b/i.test(lang ?? "");
}

/** The whole document as UTF-8. Texts in `content` are escaped, as trees made by `element` hold nothing but text. */
export function renderShell(parts: Pick<PageParts, "title" | "content"> & Partial<PageParts>): Uint8Array<ArrayBuffer> {
  const page = toHtml(pageShell({ lang: null, toc: [], kind: "viewer", ...parts }));
  return new TextEncoder().encode(withPreview(page, { title: parts.title, description: null, lang: null }));
}

/** The heading that a page begins with is its title, whatever its level: chapters of books often begin at the second. */
function leadOf(content: ElementContent[]): Element | undefined {
  const first = content.find((node) => node.type === "element");
  return first && /^h[1-3]$/.test(first.tagName) ? first : undefined;
}

/** Two levels of headings, the upper one at 0. */
function tocEntries(parts: TocEntry[]): TocEntry[] {
  if (parts.length < TOC_ENTRIES_MIN) return [];
  const top = parts.reduce((least, entry) => Math.min(least, entry.level), 6);
  const shown = parts
    .filter((entry) => entry.level <= top + 1)
    .map((entry) => ({ ...entry, level: entry.level - top }));
  return shown.slice(0, TOC_ENTRIES_MAX);
}

function tocList(entries: TocEntry[]): Element {
  const items: Element[] = [];
  let below: Element | null = null;
  for (const { id, text, level } of entries) {
    const item = element("li", {}, element("a", { href: `#${encodeURI(id)}`, dir: "auto" }, text));
    const parent: Element | undefined = items.at(-1);
    if (level === 0 || !parent) {
      items.push(item);
      below = null;
    } else if (below) {
      below.children.push(item);
    } else {
      below = element("ul", {}, item);
      parent.children.push(below);
    }
  }
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

// The middle of a page that shows a document: its text, its viewer, or its frame, and where to go from there.
import { DAY_MS, type Html, html, rendered } from "../../../kernel/mod.ts";
import type { NamedVersion } from "../../content/port.ts";
import type { PageBody } from "../bodies.ts";
import type { SitePage } from "../model/site.ts";
import type { SiteContent } from "./shell.ts";

/** What a sent page may do in its frame: what it may by itself, and nothing of ours. */
const FRAME = "allow-scripts allow-forms allow-modals allow-popups allow-downloads";

export interface DocumentView {
  page: SitePage;
  /** Null for a page that somebody sent, which is framed. */
  body: PageBody | null;
  /** The content of the body, with the links of this site. */
  content: string;
  before: SitePage | null;
  after: SitePage | null;
  /** Of the frame of a page that somebody sent. */
  framed: string;
  /** Where it is shown by itself; null for nowhere. */
  alone: string | null;
  /** Says above it which version it is; null for the current one. */
  note: Html | null;
  /** What stands below it, such as the pages of a folder. */
  below: Html | null;
}

export function documentContent(view: DocumentView): SiteContent {
  const { page, body } = view;
  return {
    ...{
      title: page.title,
      description: page.description || (body && beginningOf(body.content)),
      href: page.href,
      trail: page.trail,
      doc_id: page.doc_id,
    },
    // What reads a page out goes by its headings; a framed page has its own in a document of its own.
    main: html`${view.note}${view.content.includes("<h1") ? null : html`<h1 class="sr-only">${page.title}</h1>\n`}${body ? html`<article class="${body.kind}" dir="auto">${rendered(view.content)}</article>` : renderFrame(view)}${view.below}
<p class="changed">Last changed <time datetime="${page.updated_at.toISOString()}">${dayOf(page.updated_at)}</time></p>${renderNeighbours(view)}`,
    ...{ toc: body?.toc ?? null, lang: body?.lang ?? "en", is_right_to_left: body?.is_right_to_left ?? false },
    ...{ is_public: page.is_public, has_math: body?.has_math ?? false, has_script: body?.has_script ?? false },
    stylesheet: null,
  };
}

function renderFrame({ page: { title }, framed, alone }: DocumentView): Html {
  return html`<div class="framed"><iframe src="${framed}" title="${title}" sandbox="${FRAME}" allow="fullscreen" loading="eager"></iframe>
<p class="frame-way"><button type="button" hidden>Full screen</button> ${alone !== null && html`<a href="${alone}">Open by itself</a>`}</p></div>`;
}

function renderNeighbours({ before, after }: DocumentView): Html | null {
  if (!before && !after) return null;
  return html`<nav class="neighbours" aria-label="Pages before and after">
${before ? html`<a rel="prev" href="${before.href}"><span>Previous</span><strong dir="auto">${before.title}</strong></a>` : html`<span></span>`}
${after && html`<a rel="next" class="next" href="${after.href}"><span>Next</span><strong dir="auto">${after.title}</strong></a>`}
</nav>`;
}

const DESCRIPTION_CHARS = 160;
/** Longer than any of those that our renderer writes. */
const REFERENCE_CHARS = 16;
/** Of which most paragraphs fill a description. */
const MARKUP_CHARS = 320;

/** What search engines and previews show of a page that says nothing of itself: how its text begins. */
function beginningOf(content: string): string | null {
  const begin = /<p(?: [^>]*)?>/.exec(content);
  if (!begin) return null;
  const from = begin.index + begin[0].length;
  const end = content.indexOf("</p>", from);
  if (end < 0) return null;
  const text = beginningOfText(content.slice(from, end));
  if (text === "") return null;
  return text.length <= DESCRIPTION_CHARS ? text : `${beginningOfChars(text, DESCRIPTION_CHARS - 1).trimEnd()}…`;
}

/** Of characters as people count them, which emoji of many parts are one of. */
const CHARACTERS = new Intl.Segmenter();

/** What a text of any length begins with: no more than that many UTF-16 units, and no part of a character. */
export function beginningOfChars(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text;
  // A character may be longer than its room, and then what is shown is the part of it that is there.
  const near = text.slice(0, 4 * unitsMax);
  const whole = CHARACTERS.segment(near).containing(unitsMax)?.index ?? 0;
  return text.slice(0, whole > 0 ? whole : unitsMax).replace(HALF_AT_END, "");
}

/** A text that is cut there was cut in the middle of a pair. */
const HALF_AT_END = /[\ud800-\udbff]$/;

/** The text of a paragraph, of a long one only as much as a description could show. */
function beginningOfText(paragraph: string): string {
  for (let chars = MARKUP_CHARS; chars < paragraph.length; chars *= 8) {
    const part = paragraph.slice(0, chars);
    const tag = part.lastIndexOf("<");
    const text = textOf(tag > part.lastIndexOf(">") ? part.slice(0, tag) : part);
    // A reference that was cut in two stands behind what is shown.
    if (text.length > DESCRIPTION_CHARS + REFERENCE_CHARS) return text;
  }
  return textOf(paragraph);
}

/** Whatever is not the one blank that stays. */
const WIDE_SPACE = /\s{2,}|[^\S ]/g;

function textOf(markup: string): string {
  return decodeText(markup.replaceAll(/<[^>]*>/g, ""))
    .replaceAll(WIDE_SPACE, " ")
    .trim();
}

/** The references that our renderer writes. */
function decodeText(markup: string): string {
  if (!markup.includes("&")) return markup;
  return markup
    .replaceAll(/&#x([0-9a-f]+);/gi, (_whole, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** Above a version that its address names. */
export function versionNote(
  { version, created_at, label, candidate }: NamedVersion,
  { newest, href }: { newest: number; href: string },
): Html {
  const name = html`Version ${String(version)}${label && html` (<span dir="auto">${label}</span>)`} of <time datetime="${created_at.toISOString()}">${dayOf(created_at)}</time>`;
  const state = candidate ? ", which is not shown yet." : version === newest ? ", the newest." : ".";
  const link = html`<a href="${href}">${version === newest ? "The page without a version" : "See the newest version"}</a>`;
  return html`<p class="version-note" role="note">${name}${state} ${link}</p>`;
}

/** Made once: making it takes longer than all else of a short page. */
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** The same for every reader, who may be anywhere. */
function dayOf(date: Date): string {
  const number = Math.floor(date.getTime() / DAY_MS);
  // The pages of a site were changed on few days, one after the other.
  if (lastDay.number !== number) lastDay = { number, text: DAY.format(date) };
  return lastDay.text;
}

let lastDay = { number: Number.NaN, text: "" };

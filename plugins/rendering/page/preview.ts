// What a page tells those who show a link to it, such as chats and search engines: its name, and how its text begins.
import type { Element, Root, RootContent } from "hast";
import { hasClass } from "../html/element.ts";
import { type Formulas, formulaAt } from "../markdown/math.ts";
import { plainName } from "./plain_name.ts";

/** A description has no more UTF-16 units. */
export const DESCRIPTION_CHARS_MAX = 200;
/** Of a paragraph no more is read. */
const READ_CHARS_MAX = 4 * DESCRIPTION_CHARS_MAX;

export interface Preview {
  title: string;
  /** As `describe` makes it; null where the page has no text. */
  description: string | null;
  /** BCP 47. */
  lang: string | null;
}

/**
 * The page with what previews read in its head. It stands in every page that the service makes, whoever may open it: who asks for a page
 * that they may not open gets none of its bytes. In the page as `pageShell` writes it nothing but a name of the page stands before
 * the viewport, in which no tag is one.
 */
export function withPreview(page: string, preview: Preview): string {
  const at = page.indexOf('<meta name="viewport"');
  return page.slice(0, at) + previewTags(preview) + page.slice(at);
}

/** In one line, so that one look for a tag finds it. */
function previewTags({ title, description, lang }: Preview): string {
  const [, language, region] = /^([a-z]{2,3})-([A-Z]{2})$/.exec(lang ?? "") ?? [];
  const text = description === null ? null : Bun.escapeHTML(description);
  return [
    ...(text === null ? [] : [`<meta name="description" content="${text}">`]),
    `<meta property="og:title" content="${Bun.escapeHTML(plainName(title))}">`,
    ...(text === null ? [] : [`<meta property="og:description" content="${text}">`]),
    '<meta property="og:type" content="article">',
    ...(language ? [`<meta property="og:locale" content="${language}_${region}">`] : []),
    '<meta name="twitter:card" content="summary">',
  ].join("");
}

/** A text of any length as one line that ends with a whole word, without what turns the direction of what follows it; null for one that says nothing. */
export function describe(text: string): string | null {
  const line = plainName(text.slice(0, 4 * READ_CHARS_MAX).replace(/[\s\p{Cc}]+/gu, " ")).trim();
  if (line === "") return null;
  if (line.length <= DESCRIPTION_CHARS_MAX) return line;
  const begin = beginningOfChars(line, DESCRIPTION_CHARS_MAX - 1);
  const isWhole = line[begin.length] === " ";
  const word = isWhole ? begin.length : begin.lastIndexOf(" ");
  // A script without blanks has no words that could be told here.
  const cut = word > DESCRIPTION_CHARS_MAX / 2 ? begin.slice(0, word) : begin;
  return `${cut.replace(/[\s,;:–—-]+$/u, "")}…`;
}

/** The text of the first paragraph that says something, which a row of pictures does not; null where there is none. */
export function firstParagraph(tree: Root, math: Formulas): string | null {
  const paragraph = findFirst(tree.children, math);
  return paragraph === null ? null : textBelow(paragraph, math);
}

const PASSED_OVER = new Set(["pre", "table", "nav", "details", "h1", "h2", "h3", "h4", "h5", "h6"]);
const SAYING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

function findFirst(children: readonly RootContent[], math: Formulas): Element | null {
  for (const child of children) {
    if (child.type !== "element" || PASSED_OVER.has(child.tagName)) continue;
    if (child.tagName !== "p") {
      const found = findFirst(child.children, math);
      if (found) return found;
    } else if (!hasClass(child, "markdown-alert-title") && SAYING.test(textBelow(child, math))) {
      return child;
    }
  }
  return null;
}

/** As a reader sees it, formulas as their source, and as much as a description may be made of. */
function textBelow(parent: Element, math: Formulas): string {
  let text = "";
  for (const child of parent.children) {
    if (text.length > READ_CHARS_MAX) break;
    if (child.type === "text") text += child.value;
    if (child.type !== "element") continue;
    const formula = hasClass(child, "math") ? formulaAt(child, math) : null;
    text += formula?.tex ?? (child.tagName === "br" ? " " : textBelow(child, math));
  }
  return text;
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

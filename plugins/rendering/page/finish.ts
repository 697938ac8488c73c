// The one walk over the safe tree that makes it a page:
// ids, anchors, links, pictures, tables, code, and what a caller asks about.
import type { Element, ElementContent, Root } from "hast";
import { element, hasClass, textOf } from "../html/element.ts";
import { readPictureSet, writePictureSet } from "../html/picture_set.ts";
import { isExternal, safeImageSource, schemeOf } from "../html/safety.ts";
import { finishAlert, type Seal } from "../markdown/alerts.ts";
import { createHeadingIds, type HeadingIds } from "../markdown/heading_ids.ts";
import { ownPlace, withHeading } from "../markdown/heading_links.ts";
import { type Formula, placeOf } from "../markdown/math.ts";
import { MATH_CLASSES } from "../markdown/math_syntax.ts";
import { readRelative } from "../markdown/relative_links.ts";
import { highlight, languageOf } from "./highlight.ts";
import { TURNING } from "./plain_name.ts";
import { withTurningMarked } from "./turning.ts";

/** An entry of the table of contents. `level` is 1 to 6, `id` the fragment without `#`. */
export interface TocEntry {
  id: string;
  text: string;
  level: number;
}

/** An address as the source gives it. */
export interface PageLink {
  href: string;
  kind: "link" | "image";
}

/** What the walk learns about a page. */
export interface PageFacts {
  toc: TocEntry[];
  links: PageLink[];
  has_diagram: boolean;
  /** The files beside the document that it names by relative addresses, as `readRelative` reads them. */
  paths: string[];
}

/** Where what is shown elsewhere than in its place belongs: its addresses are made whole. */
export interface ShownFrom {
  /** The content host. */
  host: string;
  /** The address of the file; null for a text that is in no document, whose relative addresses stay as they are. */
  page: string | null;
}

/** `seal` is the page's own, as `alertBuilder` had it. */
export interface FinishOptions extends Seal {
  from: ShownFrom | null;
}

/** What the walk learns for the page alone. */
export interface Finished {
  facts: PageFacts;
  /** In their order; in the tree stand their places, as `placeOf` writes them. */
  formulas: Formula[];
}

interface Walk extends PageFacts, FinishOptions {
  formulas: Formula[];
  ids: HeadingIds;
  /** Links to places of the page itself. */
  own: Element[];
  seen: Set<string>;
}

/** Changes an element in place, or returns what takes its place. Its children are walked afterwards. */
type Pass = (node: Element, walk: Walk) => Element | undefined;

const PASSES: Readonly<Record<string, Pass>> = {
  h1: anchorHeading,
  h2: anchorHeading,
  h3: anchorHeading,
  h4: anchorHeading,
  h5: anchorHeading,
  h6: anchorHeading,
  a: finishLink,
  img: finishImage,
  blockquote: finishQuote,
  code: placeMath,
  pre: colourCode,
  table: wrapTable,
  input: labelTask,
  audio: finishMedia,
  video: finishMedia,
  source: finishMedia,
};

/** Walks the tree, which must be safe already, and changes it in place. */
export function finishTree(tree: Root, options: FinishOptions): Finished {
  const facts: PageFacts = { toc: [], links: [], has_diagram: false, paths: [] };
  const walk: Walk = { ...facts, ...options, formulas: [], ids: createHeadingIds(), own: [], seen: new Set() };
  reserveIds(tree, walk.ids);
  walkChildren(tree, walk);
  for (const link of walk.own) link.properties["href"] = ownPlace(String(link.properties["href"]), walk.ids);
  const { toc, links, has_diagram, paths, formulas } = walk;
  return { facts: { toc, links, has_diagram, paths }, formulas };
}

/** An id that the source sets comes before any that a heading is given, wherever it stands. */
function reserveIds(parent: Root | Element, ids: HeadingIds): void {
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    const { id, name } = child.properties;
    if (typeof id === "string") ids.reserve(id);
    else if (child.tagName === "a" && typeof name === "string") ids.reserve(name);
    reserveIds(child, ids);
  }
}

function walkChildren(parent: Root | Element, walk: Walk): void {
  const { children } = parent;
  for (let index = 0; index < children.length; index++) {
    const child = children[index];
    if (child?.type !== "element") continue;
    const pass = Object.hasOwn(PASSES, child.tagName) ? PASSES[child.tagName] : undefined;
    const replacement = pass?.(child, walk);
    if (replacement) children[index] = child.data ? { ...replacement, data: child.data } : replacement;
    // Coloured code holds nothing that another pass wants.
    if (child.tagName !== "pre") walkChildren(child, walk);
  }
}

function anchorHeading(node: Element, walk: Walk): undefined {
  if (hasClass(node, "sr-only")) return;
  const title = textOf(node).replace(/\s+/g, " ").trim();
  const given = node.properties["id"];
  const id = typeof given === "string" && given !== "" ? given : walk.ids.next(title);
  node.properties["id"] = id;
  if (title === "") return;
  walk.toc.push({ id, text: title, level: Number(node.tagName[1]) });
  node.children.push(
    element("a", { className: ["anchor"], href: `#${encodeURI(id)}`, ariaLabel: "Link to this section" }),
  );
}

function finishLink(node: Element, walk: Walk): undefined {
  const { name, href, id } = node.properties;
  // The old way to name a place; as an id it needs no name, which a script could trip over.
  if (typeof name === "string" && id === undefined) node.properties["id"] = name;
  delete node.properties["name"];
  if (typeof href !== "string" || hasClass(node, "anchor")) return;
  if (!href.startsWith("#")) note(walk, { href, kind: "link" });
  if (href.startsWith("#")) walk.own.push(node);
  node.properties["href"] = addressOf(walk, withHeading(href));
  if (isExternal(href)) node.properties["rel"] = ["noopener", "nofollow"];
}

function finishQuote(node: Element, walk: Walk): undefined {
  finishAlert(node, walk);
}

function finishImage(node: Element, walk: Walk): Element | undefined {
  finishSet(node, walk);
  const given = node.properties["src"];
  const source = typeof given === "string" ? given : "";
  const safe = safeImageSource(source);
  node.properties["src"] = safe ?? undefined;
  node.properties["alt"] ??= "";
  if (safe !== null) {
    if (!safe.startsWith("data:")) note(walk, { href: source, kind: "image" });
    node.properties["src"] = addressOf(walk, safe);
    node.properties["loading"] = "lazy";
    node.properties["decoding"] = "async";
    return;
  }
  const alt = String(node.properties["alt"]);
  // A picture that the page may not load is worth more as a link than as a broken frame.
  if (!isExternal(source)) return element("span", {}, alt);
  return element("a", { href: source, rel: ["noopener", "nofollow"] }, alt || source);
}

/** The set of an element that has one, with the pictures alone that a page may load. */
function finishSet(node: Element, walk: Walk): void {
  const set = node.properties["srcSet"];
  if (set === undefined) return;
  const candidates = readPictureSet(String(set)).flatMap(({ url, descriptor }) => {
    const safe = safeImageSource(url);
    if (safe === null) return [];
    if (!safe.startsWith("data:")) note(walk, { href: url, kind: "image" });
    return [{ url: safe.startsWith("data:") ? safe : addressOf(walk, safe), descriptor }];
  });
  node.properties["srcSet"] = writePictureSet(candidates) ?? undefined;
}

function finishMedia(node: Element, walk: Walk): undefined {
  finishSet(node, walk);
  const source = node.properties["src"];
  if (typeof source === "string") {
    const safe = safeImageSource(source);
    node.properties["src"] = safe !== null && !safe.startsWith("data:") ? addressOf(walk, safe) : undefined;
    if (safe !== null) note(walk, { href: source, kind: "image" });
  }
  if (node.tagName === "source") return;
  node.properties["controls"] = true;
  node.properties["preload"] = "metadata";
}

/** More than any page names; the rest is left as it is. */
const PATHS_MAX = 10_000;

/** An address as the page has it, or whole for a page that is shown elsewhere. */
function addressOf(walk: Walk, address: string): string {
  const href = keepRelative(walk, address);
  if (!walk.from || href.startsWith("#") || schemeOf(href) !== null || href.startsWith("//")) return href;
  const base = href.startsWith("/") ? walk.from.host : walk.from.page;
  return (base !== null && URL.parse(href, base)?.href) || href;
}

/** Notes what a relative address names beside the document, and answers the address as the page has it. */
function keepRelative(walk: Walk, address: string): string {
  const relative = readRelative(address);
  if (!relative) return address;
  const key = `path ${relative.path}`;
  if (!walk.seen.has(key) && walk.paths.length < PATHS_MAX) {
    walk.seen.add(key);
    walk.paths.push(relative.path);
  }
  return relative.href;
}

function note(walk: Walk, link: PageLink): void {
  const key = `${link.kind} ${link.href}`;
  if (walk.seen.has(key)) return;
  walk.seen.add(key);
  walk.links.push(link);
}

function placeMath(node: Element, walk: Walk): Element | undefined {
  if (hasClass(node, MATH_CLASSES.inline)) return placeFormula(walk, { tex: textOf(node), display: false });
  if (hasClass(node, MATH_CLASSES.display)) return placeFormula(walk, { tex: textOf(node), display: true });
  return;
}

function placeFormula(walk: Walk, formula: Formula): Element {
  const place = placeOf(walk, walk.formulas.length);
  walk.formulas.push(formula);
  const properties = formula.display
    ? { className: ["math", "math-display"], dir: "ltr", tabIndex: 0 }
    : { className: ["math"], dir: "ltr" };
  return element("span", properties, place);
}

function colourCode(node: Element, walk: Walk): Element | undefined {
  // A box that scrolls must be reachable by the keyboard.
  node.properties["tabIndex"] = 0;
  const code = node.children.find((child): child is Element => child.type === "element" && child.tagName === "code");
  if (!code) return;
  const names = code.properties["className"];
  const info = Array.isArray(names) ? names.find((name) => String(name).startsWith("language-")) : undefined;
  if (info === undefined) return;
  const language = languageOf(String(info).slice("language-".length));
  code.properties["className"] = [`language-${language}`];
  if (language.toLowerCase() === "mermaid") walk.has_diagram = true;
  if (language.toLowerCase() === "math") return placeFormula(walk, { tex: textOf(code).trim(), display: true });
  const only = code.children[0];
  if (code.children.length !== 1 || only?.type !== "text") return;
  const coloured: ElementContent[] | null = highlight(only.value, language);
  const shown = coloured ?? code.children;
  code.children = only.value.search(TURNING) < 0 ? shown : withTurningMarked(shown);
  return;
}

function wrapTable(node: Element): Element {
  return element("div", { className: ["table"], tabIndex: 0 }, node);
}

function labelTask(node: Element): undefined {
  node.properties["ariaLabel"] = node.properties["checked"] ? "done" : "not done";
}

/** The first heading of a tree as text, null when it has none. */
export function firstHeading(facts: PageFacts): string | null {
  return facts.toc[0]?.text ?? null;
}

/** True when the page brings a main heading of its own, or begins with `title` as a heading of any level. */
export function showsTitle(facts: PageFacts, title: string): boolean {
  return facts.toc[0]?.text === title || facts.toc.some((entry) => entry.level === 1);
}

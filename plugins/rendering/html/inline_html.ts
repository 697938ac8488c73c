// Opens simple tags within words without a parser, which takes longer to begin than to read a few of them.
import type { Element, ElementContent, Nodes } from "hast";
import { INLINE_TAGS, isPlainHtml, isUnknownTag, PLAIN_TAG } from "./safety.ts";

const VOID = new Set(["br", "img", "wbr"]);
const ONE_TAG = new RegExp(`^${PLAIN_TAG.source}$`);
const COMMENT = /^<!--[\s\S]*-->$/;
const KEPT_MAX = 1000;

/** The element that one start tag makes, as a parser reads its attributes. */
export type ReadTag = (html: string) => Element | null;

/** `read` with what it found of the last tags, which most texts write again and again. */
export function remembering(read: ReadTag): ReadTag {
  const kept = new Map<string, Element | null>();
  return (html) => {
    const known = kept.get(html);
    if (known !== undefined) return known;
    if (kept.size >= KEPT_MAX) kept.clear();
    const made = read(html);
    kept.set(html, made);
    return made;
  };
}

/**
 * The same element with the tags inside opened; null where they are more than simple ones that end, in their order, in the element
 * in which they begin. Tags that mean nothing go, as they do when the tree is made safe.
 */
export function openInline(parent: Element, read: ReadTag): Element | null {
  const children = openChildren(parent.children, { read, isInLink: parent.tagName === "a" });
  return children && { ...parent, children };
}

interface Inside {
  read: ReadTag;
  isInLink: boolean;
}

interface Open {
  name: string;
  children: ElementContent[];
}

function openChildren(nodes: readonly ElementContent[], inside: Inside): ElementContent[] | null {
  const children: ElementContent[] = [];
  const open: Open[] = [{ name: "", children }];
  for (const node of nodes) {
    const innermost = open.at(-1);
    if (!innermost) return null;
    const isInLink = inside.isInLink || open.some(({ name }) => name === "a");
    if (node.type !== "raw") {
      const opened = openNode(node, { ...inside, isInLink });
      if (!opened) return null;
      innermost.children.push(opened);
    } else if (!takeTag(node.value, { open, read: inside.read, isInLink })) return null;
  }
  return open.length === 1 ? children : null;
}

function openNode(node: ElementContent, inside: Inside): ElementContent | null {
  if (node.type !== "element") return node;
  // A link in a link ends the outer one.
  if (node.tagName === "a" && inside.isInLink) return null;
  if (!holdsRaw(node) && !(inside.isInLink && holdsLink(node))) return node;
  const children = openChildren(node.children, { ...inside, isInLink: inside.isInLink || node.tagName === "a" });
  return children && { ...node, children };
}

/** Follows one tag; false for anything else. */
function takeTag(html: string, { open, read, isInLink }: Inside & { open: Open[] }): boolean {
  if (COMMENT.test(html)) return isPlainHtml(html) && html.indexOf("-->") === html.length - 3;
  const [, name = ""] = ONE_TAG.exec(html) ?? [];
  const lower = name.toLowerCase();
  if (lower === "" || !isPlainHtml(html)) return false;
  if (isUnknownTag(lower)) return true;
  if (!INLINE_TAGS.has(lower)) return false;
  if (html.startsWith("</")) return !VOID.has(lower) && open.length > 1 && open.pop()?.name === lower;
  if (lower === "a" && isInLink) return false;
  const made = read(html);
  if (!made) return false;
  const opened: Element = { ...made, children: [] };
  open.at(-1)?.children.push(opened);
  if (!VOID.has(lower)) open.push({ name: lower, children: opened.children });
  return true;
}

/** Whether some raw HTML stands in a node. */
export function holdsRaw(node: Nodes): boolean {
  return node.type === "raw" || ("children" in node && node.children.some(holdsRaw));
}

function holdsLink(node: Nodes): boolean {
  return (
    "children" in node &&
    node.children.some((child) => (child.type === "element" && child.tagName === "a") || holdsLink(child))
  );
}

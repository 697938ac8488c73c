// `{#id}` and its like behind headings, paragraphs and pieces of text:
// a construct of the parser, so that escapes and code mean what they mean.
import type { Root as Hast, Element as HastElement } from "hast";
import type { Literal, Nodes, PhrasingContent, Root } from "mdast";
import type { Extension } from "mdast-util-from-markdown";
import type { Construct, State, Extension as Syntax } from "micromark-util-types";
import type { Seal } from "../markdown/alerts.ts";
import { type Attributes, readAttributes } from "./attributes.ts";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    attributeList: "attributeList";
  }
}

/** An attribute list before it is known what it belongs to. */
interface AttributeList extends Literal {
  type: "attributeList";
}

declare module "mdast" {
  interface PhrasingContentMap {
    attributeList: AttributeList;
  }
  interface RootContentMap {
    attributeList: AttributeList;
  }
}

const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const CHARS_MAX = 300;

const attributeList: Construct = {
  name: "attributeList",
  tokenize(effects, ok, nok): State {
    let written = "";
    const start: State = (code) => {
      effects.enter("attributeList");
      return inside(code);
    };
    const inside: State = (code) => {
      if (code === null || code < 0 || written.length >= CHARS_MAX) return nok(code);
      if (code === OPENING_BRACE && written !== "") return nok(code);
      written += String.fromCharCode(code);
      effects.consume(code);
      return code === CLOSING_BRACE ? end : inside;
    };
    const end: State = (code) => {
      if (readAttributes(written) === null) return nok(code);
      effects.exit("attributeList");
      return ok(code);
    };
    return start;
  },
};

/** The syntax, for micromark. */
export const ATTRIBUTE_SYNTAX: Syntax = { text: { [OPENING_BRACE]: attributeList } };

/** Gives what they stand behind the attributes of lists; a list that stands behind nothing stays as it is written. */
export function attributeBuilder({ seal }: Seal): Extension {
  let has_lists = false;
  return {
    enter: {
      attributeList(token) {
        has_lists = true;
        this.enter({ type: "attributeList", value: this.sliceSerialize(token) }, token);
        this.exit(token);
      },
    },
    exit: { attributeList: () => undefined },
    transforms: [
      (root: Root) => {
        if (has_lists) placeLists(root, seal);
        has_lists = false;
      },
    ],
  };
}

function placeLists(root: Root, seal: string): void {
  const waiting: Nodes[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!("children" in node)) continue;
    for (const child of node.children) waiting.push(child);
    const { children }: { children: Nodes[] } = node;
    if (!children.some(({ type }) => type === "attributeList")) continue;
    for (const [index, child] of [...children.entries()].reverse()) {
      if (child.type !== "attributeList") continue;
      const holder = holderOf(node, { index, children });
      if (holder) give(holder, { seal, attributes: readAttributes(child.value) });
      const text: PhrasingContent = { type: "text", value: holder ? "" : child.value };
      children[index] = text;
      if (holder === node) trimEnd(children);
    }
  }
}

const PIECES = new Set<Nodes["type"]>([
  "delete",
  "emphasis",
  "image",
  "imageReference",
  "inlineCode",
  "link",
  "linkReference",
  "strong",
]);

/** What the list at `index` belongs to: the piece right before it, or the heading or paragraph that ends with it. */
function holderOf(parent: Nodes, { index, children }: { index: number; children: readonly Nodes[] }): Nodes | null {
  const before = children[index - 1];
  if (before && PIECES.has(before.type)) return before;
  const isLast = children.slice(index + 1).every((one) => one.type === "text" && one.value.trim() === "");
  if (!isLast) return null;
  if (parent.type === "heading") return parent;
  const isOnLine = before?.type === "text" && /\n[ \t]*$/.test(before.value);
  return parent.type === "paragraph" && (isOnLine || before?.type === "break") ? parent : null;
}

function give(node: Nodes, { seal, attributes }: Seal & { attributes: Attributes | null }): void {
  if (!attributes) return;
  const { id, width, height } = attributes;
  const isImage = node.type === "image" || node.type === "imageReference";
  const size = isImage ? { ...(width !== null && { width }), ...(height !== null && { height }) } : {};
  const data: { hProperties?: Record<string, unknown> } = node.data ?? {};
  // Whether the page has such a place already is known when its HTML is read.
  const hProperties = { ...data.hProperties, ...size, ...(id !== null && { dataGiven: seal + id }) };
  Object.assign(node, { data: { ...node.data, hProperties } });
}

function trimEnd(children: Nodes[]): void {
  for (let last = children.at(-1); last; last = children.at(-1)) {
    if (last.type === "text") last.value = last.value.trimEnd();
    if (last.type !== "break" && (last.type !== "text" || last.value !== "")) return;
    children.pop();
  }
}

/** Makes ids of what lists gave, beside those that the author's HTML has: of one name, that in HTML or else the first stays. */
export function placeGivenIds(tree: Hast, { seal }: Seal): void {
  const used = new Set<string>();
  const given: { element: HastElement; id: string }[] = [];
  walk(tree, (element) => {
    const { id, name, dataGiven } = element.properties;
    delete element.properties["dataGiven"];
    if (typeof id === "string") used.add(id);
    if (element.tagName === "a" && typeof name === "string") used.add(name);
    if (typeof dataGiven === "string" && dataGiven.startsWith(seal))
      given.push({ element, id: dataGiven.slice(seal.length) });
  });
  for (const { element, id } of given) {
    if (used.has(id)) continue;
    used.add(id);
    element.properties["id"] = id;
  }
}

function walk(parent: Hast | HastElement, visit: (element: HastElement) => void): void {
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    visit(child);
    walk(child, visit);
  }
}

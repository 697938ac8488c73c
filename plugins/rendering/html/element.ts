// Makes and reads the few tree nodes that our own pages are built of; text stays text whatever it holds.
import type { Element, ElementContent, Nodes, Properties, RootContent, Text } from "hast";

/** `element("a", { href: "#x" }, "text")`; null children are left out. */
export function element(
  tagName: string,
  properties: Properties = {},
  ...children: (ElementContent | string | null)[]
): Element {
  const content: ElementContent[] = [];
  for (const child of children) {
    if (child !== null) content.push(typeof child === "string" ? text(child) : child);
  }
  return { type: "element", tagName, properties, children: content };
}

export function text(value: string): Text {
  return { type: "text", value };
}

/** The text below a node, as a reader sees it but for white space. */
export function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  if (!("children" in node)) return "";
  let joined = "";
  for (const child of node.children) joined += textOf(child);
  return joined;
}

export function hasClass(node: Element, name: string): boolean {
  const names = node.properties["className"];
  return Array.isArray(names) && names.includes(name);
}

/** The elements and texts among the children of a root. */
export function contentOf(children: RootContent[]): ElementContent[] {
  return children.filter((child): child is ElementContent => child.type !== "doctype");
}

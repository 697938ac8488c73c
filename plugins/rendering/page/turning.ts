// Controls that turn the direction of text, in code.
import type { ElementContent } from "hast";
import { element, text } from "../html/element.ts";
import { TURNING } from "./plain_name.ts";

/**
 * Code must not read as what it is not (CVE-2021-42574): in this HTML a control that turns the direction of text is shown by its number,
 * and turns nothing outside its own element. Prose keeps them, which some scripts need.
 */
export function markTurning(html: string): string {
  return html.replace(TURNING, (control) => `<span class="turn" data-code="${numberOf(control)}">${control}</span>`);
}

/** The same of a plain text: the number stands in its place. */
export function turningNamed(value: string): string {
  return value.replace(TURNING, (control) => `[${numberOf(control)}]`);
}

function numberOf(control: string): string {
  return `U+${control.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The same of a text in a tree. */
export function turningMarked(value: string): ElementContent[] {
  if (value.search(TURNING) < 0) return value === "" ? [] : [text(value)];
  const parts: ElementContent[] = [];
  let from = 0;
  for (const { 0: control, index } of value.matchAll(TURNING)) {
    if (index > from) parts.push(text(value.slice(from, index)));
    parts.push(element("span", { className: ["turn"], dataCode: numberOf(control) }, control));
    from = index + control.length;
  }
  if (from < value.length) parts.push(text(value.slice(from)));
  return parts;
}

/** The same of a whole tree. */
export function withTurningMarked(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type === "text") return turningMarked(node.value);
    return node.type === "element" ? [{ ...node, children: withTurningMarked(node.children) }] : [node];
  });
}

// Code and plain text as numbered lines: an address for each, numbers that are never copied, and a choice to wrap them.
import type { Element, ElementContent, Root } from "hast";
import { element } from "../html/element.ts";
import { highlight } from "./highlight.ts";
import { markTurning, turningMarked } from "./turning.ts";

/** The marks of so many lines outweigh what stands on them. */
const NUMBERED_LINES_MAX = 200_000;
/** The tree of more coloured lines takes memory that a longer text of few lines has to itself. */
const COLOURED_LINES_MAX = 20_000;

export interface CodeLines {
  lines: number;
  /** Line n has the id `Ln`. May hold raw HTML of ours. */
  block: Element;
}

/** An unknown language, such as `""`, is shown plain. */
export function codeLines(content: string, language: string): CodeLines {
  const code = content.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const coloured = countLines(code) > COLOURED_LINES_MAX ? null : highlight(code, language);
  const { lines, shown } = coloured ? numberTree(coloured) : numberPlain(code, { isCode: language !== "" });
  const named = language === "" ? {} : { className: [`language-${language}`] };
  return { lines, block: element("pre", { className: ["lines"], tabIndex: 0 }, element("code", named, ...shown)) };
}

function countLines(code: string): number {
  let lines = 1;
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** "1 line", "1,200 lines". */
export function countOfLines(lines: number): string {
  return `${lines.toLocaleString("en")} ${lines === 1 ? "line" : "lines"}`;
}

/** A box to tick that wraps long lines; the stylesheet looks at it. */
export function wrapChoice({ checked }: { checked: boolean }): Element {
  const box = element("input", { type: "checkbox", className: ["wraps"], checked, autoComplete: ["off"] });
  return element("label", { className: ["choice"] }, box, " Wrap lines");
}

interface Numbered {
  lines: number;
  shown: ElementContent[];
}

function numberTree(coloured: ElementContent[]): Numbered {
  const lines = splitLines(coloured);
  return { lines: lines.length, shown: lines.map(numberLine) };
}

/** The same page as of a tree, which would take a hundred times the memory of a long text. */
function numberPlain(code: string, { isCode }: { isCode: boolean }): Numbered {
  const escaped = code.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;");
  const lines = (isCode ? markTurning(escaped) : escaped).split("\n");
  const isNumbered = lines.length <= NUMBERED_LINES_MAX;
  const shown = lines.map((line, index) => (isNumbered ? markPlain(line, index + 1) : `${line}\n`));
  return { lines: lines.length, shown: [{ type: "raw", value: shown.join("") }] };
}

function markPlain(line: string, n: number): string {
  const mark = `<a class="no" href="#L${n}" data-n="${n}" aria-hidden="true" tabindex="-1"></a>`;
  return `<span class="line" id="L${n}">${mark}${line}\n</span>`;
}

function numberLine(content: ElementContent[], index: number): Element {
  const number = index + 1;
  // The number comes from the stylesheet, so that selected code is code alone.
  const mark = element("a", {
    className: ["no"],
    href: `#L${number}`,
    dataN: number,
    ariaHidden: "true",
    tabIndex: -1,
  });
  return element("span", { className: ["line"], id: `L${number}` }, mark, ...content, "\n");
}

/** Cuts a coloured tree at its newlines; a comment over many lines becomes one element on each. */
export function splitLines(content: ElementContent[]): ElementContent[][] {
  const lines: ElementContent[][] = [[]];
  place({ type: "root", children: content }, [], lines);
  return lines;
}

function place(node: Element | Root, open: Element[], lines: ElementContent[][]): void {
  for (const child of node.children) {
    if (child.type === "element") {
      place(child, [...open, child], lines);
    } else if (child.type === "text") {
      for (const [index, part] of child.value.split("\n").entries()) {
        if (index > 0) lines.push([]);
        for (const leaf of turningMarked(part)) lines.at(-1)?.push(reopen(open, leaf));
      }
    }
  }
}

function reopen(open: Element[], leaf: ElementContent): ElementContent {
  return open.reduceRight<ElementContent>((inner, outer) => element(outer.tagName, outer.properties, inner), leaf);
}

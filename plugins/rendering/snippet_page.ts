// A code snippet as a page: coloured, with line numbers that are never copied and an address for each line.
import type { Element, ElementContent, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { element, text } from "./element.ts";
import { HIGHLIGHTED_LENGTH_MAX, highlight, languageOf } from "./highlight.ts";
import { pageShell } from "./page_shell.ts";

/** The marks of so many lines outweigh what stands on them. */
const NUMBERED_LINES_MAX = 200_000;

/** Renders `content` as a page in UTF-8. Line n has the id `Ln`. An unknown language is shown plain. */
export function renderSnippetPage(
  content: string,
  options: { language: string | null; title: string },
): Uint8Array<ArrayBuffer> {
  const language = languageOf(options.language ?? "");
  const code = content.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const coloured = code.length > HIGHLIGHTED_LENGTH_MAX ? null : (highlight(code, language) ?? [text(code)]);
  const { lines, shown } = coloured ? numberTree(coloured) : numberPlain(code);
  const count = `${lines.toLocaleString("en")} ${lines === 1 ? "line" : "lines"}`;
  const page = pageShell({
    title: options.title,
    lang: null,
    toc: [],
    kind: "snippet",
    content: [
      element(
        "header",
        {},
        element("h1", { dir: "auto" }, options.title),
        element("p", { className: ["facts"] }, language === "" ? count : `${language} · ${count}`),
      ),
      element(
        "pre",
        { className: ["lines"], tabIndex: 0 },
        element("code", language === "" ? {} : { className: [`language-${language}`] }, ...shown),
      ),
    ],
  });
  return new TextEncoder().encode(toHtml(page, { allowDangerousHtml: true }));
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
function numberPlain(code: string): Numbered {
  const lines = code.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;").split("\n");
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
        if (part !== "") lines.at(-1)?.push(reopen(open, text(part)));
      }
    }
  }
}

function reopen(open: Element[], leaf: ElementContent): ElementContent {
  return open.reduceRight<ElementContent>((inner, outer) => element(outer.tagName, outer.properties, inner), leaf);
}

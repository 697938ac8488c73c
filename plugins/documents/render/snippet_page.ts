// A code snippet as a page: coloured, with line numbers that are never copied and an address for each line.
import type { Element, ElementContent, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { element, text } from "./element.ts";
import { highlight, languageOf } from "./highlight.ts";
import { pageShell } from "./page_shell.ts";

/** Renders `content` as a page in UTF-8. Line n has the id `Ln`. An unknown language is shown plain. */
export function renderSnippetPage(
  content: string,
  options: { language: string | null; title: string },
): Uint8Array<ArrayBuffer> {
  const language = languageOf(options.language ?? "");
  const code = content.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const lines = splitLines(highlight(code, language) ?? [text(code)]);
  const count = `${lines.length.toLocaleString("en")} ${lines.length === 1 ? "line" : "lines"}`;
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
        element("code", language === "" ? {} : { className: [`language-${language}`] }, ...lines.map(numberLine)),
      ),
    ],
  });
  return new TextEncoder().encode(toHtml(page));
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

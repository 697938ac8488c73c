// Reading SUMMARY.md as mdBook writes it.
import { expect, test } from "bun:test";
import type { OutlineLine } from "./outline.ts";
import { readSummary } from "./summary.ts";

type Short = [title: string | null, to: string | null, below?: Short[]];

function shorten(lines: readonly OutlineLine[]): Short[] {
  return lines.map(({ title, leads, children, is_divider }): Short => {
    const to = leads === null ? null : "path" in leads ? leads.path : leads.url;
    const name = is_divider ? "---" : title;
    return children.length > 0 ? [name, to, shorten(children)] : [name, to];
  });
}

test("a summary has chapters before and after, parts, nested chapters, drafts and separators", () => {
  const text = `# Summary

[Title page](title-page.md)
<!-- [not](this.md)
-->
# Part *one*

- [First](ch01.md)
    - [Deep \`match\` \\[x\\]](./ch/01%20a.md#part)
\t\t- [Deeper](<ch/two words.md> "a title")
  - [Beside](ch02.md)
* [Draft]()

---

- [Elsewhere](https://example.com/a(b))
- [Elsewhere](https://example.com/)
[Contributors](../contributors.md)
words that are no link
`;
  const { lines, unread } = readSummary(text, { folder: "src" });
  expect(shorten(lines)).toEqual([
    ["Title page", "src/title-page.md"],
    [
      "Part one",
      null,
      [
        [
          "First",
          "src/ch01.md",
          [
            ["Deep match [x]", "src/ch/01 a.md", [["Deeper", "src/ch/two words.md"]]],
            ["Beside", "src/ch02.md"],
          ],
        ],
        ["Draft", null],
      ],
    ],
    ["---", null],
    ["Elsewhere", "https://example.com/"],
    ["Contributors", "contributors.md"],
  ]);
  expect(unread).toEqual([
    { line: 16, text: "- [Elsewhere](https://example.com/a(b))" },
    { line: 19, text: "words that are no link" },
  ]);
});

test("what leads out of the folder leads to nothing, and windows line ends and a byte order mark do not matter", () => {
  const { lines } = readSummary("\uFEFF# Summary\r\n\r\n- [Out](../../x.md)\r\n- [In](/a.md)\r\n", { folder: "src" });
  expect(shorten(lines)).toEqual([
    ["Out", null],
    ["In", "a.md"],
  ]);
});

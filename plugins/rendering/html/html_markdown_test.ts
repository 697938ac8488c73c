// HTML pages as markdown: what they say, and nothing of what they do.
import { expect, test } from "bun:test";
import { htmlMarkdown } from "./html_markdown.ts";

const base = "https://pages.example/d/guide/";

test.each([
  ["<h1>Guide</h1><p>Run <b>it</b> <em>now</em>.", "# Guide\n\nRun **it** *now*."],
  ["<!doctype html><html><head><title>T</title><body><ul><li>One<li>Two</ul>", "- One\n- Two"],
  ["<table><tr><th>A<th>B<tr><td>1<td>2</table>", "| A | B |\n| - | - |\n| 1 | 2 |"],
  ["<pre><code>let a = `b`;\n</code></pre>", "```\nlet a = `b`;\n```"],
  [
    '<a href="more.html#x">More</a> <a href="/w/home">Home</a>',
    `[More](${base}more.html#x) [Home](https://pages.example/w/home)`,
  ],
  ['<img src="a/b.png" alt="A picture">', `![A picture](${base}a/b.png)`],
  ['<p>See <img src="data:image/png;base64,AAAA" alt="the chart"> here.', "See the chart here."],
  ["<script>let hidden = 1</script><style>p { color: red }</style><template>no</template><p>Seen", "Seen"],
  ['<a href="javascript:alert(1)">Go</a>', "[Go]()"],
  ["a *b* [c](d) # e", "a \\*b\\* \\[c]\\(d) # e"],
  ["", ""],
  ["<h2><div>One</div><p>two</p></h2>", "## One two"],
  ["<b><h2>Title</h2><p>and <i>more</i></p></b>", "## **Title**\n\n**and _more_**"],
  ["<b><ul><li>x<li>y</ul></b>", "- **x**\n- **y**"],
  ["<b>a<b>c</b></b>", "**ac**"],
  ["<em><blockquote>x</blockquote></em>", "> *x*"],
  [
    "<table><tr><th>A<tr><td><p>a</p><ul><li>x<li>y</ul><pre>u\nv</pre></table>",
    "| A           |\n| ----------- |\n| a x y `u v` |",
  ],
  ['<b><a href="q"><h2>A</h2><p>b</p></a></b>', `## **[A](${base}q)**\n\n**[b](${base}q)**`],
])("%s", (html, markdown) => {
  expect(htmlMarkdown({ html, base })).toBe(markdown);
});

test("a page that is nested too deeply is told as such", () => {
  const html = "<div><b>".repeat(50_000);
  expect(() => htmlMarkdown({ html, base })).toThrow(expect.objectContaining({ name: "Unrenderable" }));
});

test.each([
  "b",
  "b><i",
  "h1><section",
  "a href=x><object><a href=y",
  "b><ul><li",
  "table><tr><td",
  "blockquote",
  "dl><dd",
])("time does not double with each level: %s", (tags) => {
  const html = `<${tags}>x`.repeat(1000);
  expect(htmlMarkdown({ html, base })).toContain("x");
});

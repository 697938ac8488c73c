// Proves what markdown becomes: GitHub's extensions, ids, contents, links, code and the facts that callers ask for.
import { expect, test } from "bun:test";
import { bodyOf, htmlOf, pageOf } from "../fixtures/read_page.ts";
import { hasClass, textOf } from "../html/element.ts";
import { renderMarkdownBody, renderMarkdownPage } from "./markdown_page.ts";

const bytesOf = (html: Uint8Array) => new TextDecoder().decode(html);

test("tables keep their alignment and get a box of their own that scrolls", async () => {
  const html = await htmlOf("| a | b |\n|:--|--:|\n| 1 | ~~2~~ |");
  expect(html).toStartWith('<div class="table" tabindex="0"><table>');
  expect(html).toContain('<th align="right">b</th>');
  expect(html).toContain('<td align="right"><del>2</del></td>');
});

test("task lists are disabled boxes with a name", async () => {
  const boxes = (await bodyOf("- [x] a\n- [ ] b")).filter((element) => element.tagName === "input");
  expect(boxes.map((box) => box.properties)).toMatchObject([
    { type: "checkbox", disabled: true, checked: true, ariaLabel: "done" },
    { type: "checkbox", disabled: true, ariaLabel: "not done" },
  ]);
});

test("footnotes and headings link to ids that exist", async () => {
  const source = "# One\n\n[to two](#two) a[^n] b[^n]\n\n## Two\n\n[^n]: note\n";
  for (const body of [await bodyOf(source), await bodyOf(`${source}\n<p>raw</p>`)]) {
    const ids = body.flatMap((element) => element.properties["id"] ?? []);
    const targets = body.flatMap(({ properties }) =>
      typeof properties["href"] === "string" ? [properties["href"].slice(1)] : [],
    );
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(["one", "two", "fn-n", "fnref-n", "fnref-n-2", "footnote-label"]));
  }
});

test("heading ids are GitHub's, unique, and keep every script", async () => {
  const { toc } = await renderMarkdownBody(
    "# Hello, `World`!\n\n## Hello World\n\n## Hello World\n\n## Überschrift 漢字 & Co_x\n\n## !!!\n\n### Хорошо\n\n<h2 id='own'>Own</h2>\n\n## Own\n",
  );
  expect(toc.map(({ id, level }) => [id, level])).toEqual([
    ["hello-world", 1],
    ["hello-world-1", 2],
    ["hello-world-2", 2],
    ["überschrift-漢字--co_x", 2],
    ["section", 2],
    ["хорошо", 3],
    ["own", 2],
    ["own-1", 2],
  ]);
  expect(toc[0]?.text).toBe("Hello, World!");
});

test("ids of ten thousand equal headings are unique", async () => {
  const { toc } = await renderMarkdownBody("# a\n".repeat(10_000));
  expect(new Set(toc.map((entry) => entry.id)).size).toBe(10_000);
});

test("links out of the server carry rel, links inside do not, and all are listed once", async () => {
  const { html, links } = await renderMarkdownBody(
    "[a](https://x.example) [b](other.md#c) [c](#d) [a](https://x.example) ![p](img/p.png) <a href='raw.md'>r</a>\n",
  );
  expect(html).toContain('<a href="https://x.example" rel="noopener nofollow">a</a>');
  expect(html).toContain('<a href="other.md#c">b</a>');
  expect(html).toContain('<img src="img/p.png" alt="p" loading="lazy" decoding="async">');
  expect(links).toEqual([
    { href: "https://x.example", kind: "link" },
    { href: "other.md#c", kind: "link" },
    { href: "img/p.png", kind: "image" },
    { href: "raw.md", kind: "link" },
  ]);
});

test("a picture that the page may not load becomes a link to it", async () => {
  expect(await htmlOf("![old](http://x.example/a.png)")).toBe(
    '<p><a href="http://x.example/a.png" rel="noopener nofollow">old</a></p>',
  );
});

test("code is coloured by the first word of its info string, and an unknown language stays plain", async () => {
  expect(await htmlOf("```rust,ignore,does_not_compile\nlet x = 1;\n```")).toContain(
    '<pre tabindex="0"><code class="language-rust"><span class="hljs-keyword">let</span>',
  );
  expect(await htmlOf("```nosuchlanguage\nlet x = 1;\n```")).toBe(
    '<pre tabindex="0"><code class="language-nosuchlanguage">let x = 1;\n</code></pre>',
  );
  expect(await htmlOf("```\nlet x = 1;\n```")).toBe('<pre tabindex="0"><code>let x = 1;\n</code></pre>');
});

test("a mermaid block is reported as a diagram and shown as its source", async () => {
  const body = await renderMarkdownBody("```mermaid\ngraph TD\n```");
  expect(body.has_diagram).toBe(true);
  expect(body.html).toContain("graph TD");
  expect((await renderMarkdownBody("mermaid")).has_diagram).toBe(false);
});

test("a listing of mdBook becomes a figure with its file and caption", async () => {
  const html = await htmlOf(
    '<Listing number="2-1" file-name="src/main.rs" caption="Uses `x` & y">\n\n```rust\nlet x;\n```\n\n</Listing>',
  );
  expect(html).toStartWith('<figure class="listing"><div class="filename">src/main.rs</div>');
  expect(html).toContain("<figcaption>Listing 2-1: Uses <code>x</code> &#x26; y</figcaption></figure>");
});

test("anchors named the old way become ids", async () => {
  expect(await htmlOf('<a name="old"></a>text')).toBe('<p><a id="old"></a>text</p>');
});

test("front matter names the page and is not shown", async () => {
  const page = await renderMarkdownPage('---\ntitle: "A: b"\nlang: de\ntags: [x]\n---\n\n## Part\n', { title: null });
  const html = bytesOf(page.html);
  expect(page.title).toBe("A: b");
  expect(html).toContain('<html lang="de">');
  expect(html).toContain("<title>A: b</title>");
  expect(html).toContain('<h1 class="lead">A: b</h1>');
  expect(html).not.toContain("tags");
});

test("two rules with prose between them are no front matter", async () => {
  expect(await htmlOf("---\nJust prose here\n\n---\n")).toContain("<p>Just prose here</p>");
  expect(await htmlOf("---\n\ntext\n")).toContain("<hr>");
});

test("the title is the front matter's, else the first heading, else none", async () => {
  expect((await renderMarkdownBody("text\n\n## Second *level*\n\n# First")).title).toBe("Second level");
  expect((await renderMarkdownBody("text")).title).toBeNull();
  expect((await renderMarkdownBody("")).title).toBeNull();
});

test("a page with three headings has its contents beside it and folded above it", async () => {
  const page = await pageOf("# T\n\n## A\n\n### A1\n\n#### deep\n\n## B\n");
  const contents = page.filter((element) => hasClass(element, "toc"));
  expect(contents.map((element) => element.tagName)).toEqual(["nav", "details"]);
  expect(contents.map(textOf)).toEqual(["On this pageAA1B", "On this pageAA1B"]);
  expect((await pageOf("# T\n\n## A\n")).filter((element) => hasClass(element, "toc"))).toEqual([]);
});

test("a page without a main heading shows its title", async () => {
  const headings = (await pageOf("text", "Named")).filter((element) => element.tagName === "h1");
  expect(headings.map(textOf)).toEqual(["Named"]);
  const chapter = await pageOf("## Chapter\n\n### A\n\n### B\n", "Chapter");
  expect(chapter.filter((element) => element.tagName === "h1")).toEqual([]);
  expect(chapter.filter((element) => hasClass(element, "lead")).map(textOf)).toEqual(["Chapter"]);
  const own = (await pageOf("# Own", "Named")).filter((element) => element.tagName === "h1");
  expect(own.map(textOf)).toEqual(["Own"]);
});

test("the same source makes the same bytes", async () => {
  const source = "# A\n\n```js\nlet a;\n```\n<b>x</b>\n";
  const once = await renderMarkdownPage(source, { title: null });
  const again = await renderMarkdownPage(source, { title: null });
  expect(once.html).toEqual(again.html);
});

test("brackets that name nothing, or that an address follows, are links as anywhere else", async () => {
  const destinations = { plan: "/plan" };
  const bodies = ["[[*plan* b]](x)", "[[plan]](x)", "[[Not an alias]](x)", "[[plan]] (x)"].map((source) =>
    renderMarkdownBody(source, { destinations }),
  );
  expect((await Promise.all(bodies)).map(({ html }) => html)).toEqual([
    '<p><a href="x">[<em>plan</em> b]</a></p>',
    '<p><a href="x">[plan]</a></p>',
    '<p><a href="x">[Not an alias]</a></p>',
    '<p><a href="/plan">plan</a> (x)</p>',
  ]);
});

test("a scheme counts however it is written", async () => {
  const { html } = await renderMarkdownBody("<HTTPS://x.example> [a](Https://x.example) [b](JavaScript:x)");
  expect([...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])).toEqual([
    "HTTPS://x.example",
    "Https://x.example",
  ]);
});

test("a control that turns the direction of text is shown by its number in code of a language, and stays in prose", async () => {
  const source =
    'a\u202eb\n\n```js\nif (a != "user\u202e") {}\n```\n\n```nosuch\nx\u2066y\n```\n\n```\nc\u202ed\n```\n';
  const html = new TextDecoder().decode((await renderMarkdownPage(source, { title: "T" })).html);
  expect(html).toContain('<span class="turn" data-code="U+202E">\u202e</span>');
  expect(html).toContain('x<span class="turn" data-code="U+2066">\u2066</span>y');
  expect(html).toContain("<p>a\u202eb</p>");
  expect(html).toContain("c\u202ed");
});

// Proves the syntax that texts may choose:
// attribute lists, admonitions, containers and emoji, and that nothing of it is read unasked.
import { expect, test } from "bun:test";
import { htmlOf } from "../fixtures/read_page.ts";
import { readFrontMatter } from "../markdown/front_matter.ts";
import { renderMarkdownBody, renderMarkdownPage } from "../markdown/markdown_page.ts";
import { writeAdmonitions } from "./admonitions.ts";
import { EXTENSION_WORDS, EXTENSIONS, readChoice } from "./extensions.ts";

const ALL = [
  "## Title {#own}\n\n[a](#own) `{#code}` \\{#escaped} {word} [l](x){#link} :rocket: `:tada:` :nosuch:",
  '!!! note "A *title*"\n    inside\n\n    ```\n    !!! tip\n    ```\n\n    !!! danger\n        deep',
  "??? tip\n    closed\n\n???+ info\n    open",
  "> [!question] Called\n> out\n\nbefore %%hidden%% after\n\nTerm\n: what it is\n\n==marked==",
  '<Tabs>\n\nInside a component\n\n</Tabs>\n\nimport X from "./x"\n\nbehind\n\n=== "First"\n\n    one',
  "::::info Outer\ntext\n:::tip[Inner]{#x}\ninner\n:::\n::::\n\n::: details\nd\n:::\n\n:::unknown\nu\n:::",
];

const chosen = (extensions: string, ...parts: string[]) =>
  renderMarkdownBody(parts.join("\n\n"), { extensions }).then(({ html }) => html);

test("a text that chooses nothing, or chooses what nobody knows, is read as before", async () => {
  const html = await htmlOf(ALL.join("\n\n"));
  for (const shown of ["Title {#own}", "<p>!!! note", "::::info Outer", ":rocket:", "??? tip", "<p>:::unknown"]) {
    expect(html).toContain(shown);
  }
  for (const front of ["markdown: commonmark", "markdown: []", "markdown:\n  extra: true", "markdown: kramdown"]) {
    expect(await htmlOf(`---\n${front}\n---\n${ALL.join("\n\n")}`)).toBe(html);
  }
});

test("each extension is read alone, and leaves what belongs to the others as it is written", async () => {
  const marks = {
    attributes: '<h2 id="own">Title<a',
    callouts: '<p class="markdown-alert-title">Called</p>',
    comments: "<p>before  after</p>",
    definitions: "<dt>\n<p>Term</p>",
    marks: "<mark>",
    mdx: "<p>Inside a component</p>\n<p>behind</p>",
    tabs: '<summary class="markdown-alert-title">First</summary>',
    admonitions: '<p class="markdown-alert-title">A <em>title</em></p>',
    containers: '<p class="markdown-alert-title">Outer</p>',
    emoji: "🚀",
  };
  for (const name of EXTENSIONS) {
    const html = await chosen(name, ...ALL);
    const found = EXTENSIONS.filter((one) => html.includes(marks[one]));
    expect(found).toEqual([name]);
  }
});

test("programs stand for what they read, front matter comes before the sender, and unknown words are told", async () => {
  const mkdocs = [...readChoice("MkDocs").chosen].sort().join(" ");
  expect(mkdocs).toBe("admonitions attributes definitions emoji tabs");
  expect([...readChoice("obsidian").chosen].sort()).toEqual(["callouts", "comments", "marks"]);
  expect(readChoice("emoji, nosuch other").unknown).toEqual(["nosuch", "other"]);
  for (const word of EXTENSION_WORDS) expect(readChoice(word)).toMatchObject({ unknown: [] });
  const written = [
    "markdown: [emoji, 'containers']",
    "markdown: emoji, containers",
    "markdown:\n- emoji\n- containers",
  ];
  for (const front of [...written, "markdown:\r\n  - emoji\r\n  - containers\r\ntitle: x"]) {
    const { markdown } = readFrontMatter(`---\n${front}\n---\n`);
    expect(markdown).toEqual(["emoji", "containers"]);
  }
  expect(await chosen("emoji", "---\nmarkdown: []\n---\n:rocket:")).toContain(":rocket:");
  const { unknown } = await renderMarkdownPage("---\nmarkdown: [emoji, nosuch]\n---\nx", { title: null });
  expect(unknown).toEqual(["nosuch"]);
});

test("an attribute list gives its id to the heading, paragraph or piece of text before it, and pictures their size", async () => {
  const html = await chosen(
    "attributes",
    ...["# One {#first .class key=value}", "## Two { #second }", "Setext {#third}\n---", "## [l](x) {: #fourth }"],
    ...["words\n{: #para }", '[a](b){#link} **b**{#strong} ![p](q.png){ width="300" loading=lazy }', "x {#text} y"],
    "| a |\n|---|\n| [c](d){#incell} |",
    ...["## \\{#no}", "## `{#code}`", "| a {#cell} |\n|---|\n| b |", "> ## Quoted {#quoted}", "- ## Item {#item}"],
  );
  for (const id of ["first", "second", "third", "fourth", "quoted", "item"]) {
    expect(html).toMatch(new RegExp(`<h[12] id="${id}">(?:(?!\\{).)*<a class="anchor" href="#${id}"`));
  }
  expect(html).toContain('<p id="para">words</p>');
  expect(html).toContain('<td><a href="d" id="incell">c</a></td>');
  expect(html).toContain(
    '<a href="b" id="link">a</a> <strong id="strong">b</strong> <img src="q.png" alt="p" width="300"',
  );
  for (const kept of ["x {#text} y", "{#no}", "<code>{#code}</code>", "<th>a {#cell}"]) expect(html).toContain(kept);
});

test("an id of a list hides none that the author's HTML has, none is there twice, and headings' own give way to it", async () => {
  const html = await chosen(
    "attributes",
    "## Foo",
    "## A {#foo}",
    "## B {#raw}",
    '<a id="raw"></a> <a name="old"></a>',
    "## C {#old}",
    "## D {#foo}",
  );
  const ids = [...html.matchAll(/<(\w+) id="([^"]*)"/g)].map(([, tag, id]) => `${tag} ${id}`);
  expect(ids).toEqual(["h2 foo-1", "h2 foo", "h2 b", "a raw", "a old", "h2 c", "h2 d"]);
});

test("an admonition holds all that is indented below it, in lists too, and nothing of what is code or a comment", async () => {
  const html = await chosen(
    "admonitions",
    "text\n!!! warning\n    lazy\nafter",
    "- item\n\n    !!! note\n        in list\n\n        - deeper\n\n            !!! tip\n                deepest\n\n    more",
    '!!! info ""\n    untitled',
    "!!! note inline end\n\tby a tab",
    "```\n!!! note\n    fenced\n```\n\n    !!! note\n        indented\n\n<!--\n!!! note\n    hidden\n-->\n\n<pre>\n!!! note\n</pre>",
    "> quote\n!!! bug\n    beside",
    "!!! note",
  );
  expect(html).toContain("<p>lazy</p>\n</div>\n<p>after</p>");
  expect(html).toMatch(
    /<li>\n<p>item<\/p>\n<div [^>]*>\n<p [^>]*>Note<\/p>\n<p>in list<\/p>\n<ul>\n<li>\n<p>deeper<\/p>\n<div [^>]*tip[^>]*>\n<p [^>]*>Tip<\/p>\n<p>deepest<\/p>\n<\/div>\n<\/li>\n<\/ul>\n<\/div>\n<p>more<\/p>\n<\/li>/,
  );
  expect(html).toMatch(/role="note" aria-label="Note">\s*<p>untitled<\/p>/);
  expect(html).toContain("<p>by a tab</p>");
  expect(html).toContain("<code>!!! note\n    fenced\n</code>");
  expect(html).toContain("<code>!!! note\n    indented\n</code>");
  expect(html).not.toContain("hidden");
  expect(html).toMatch(/<pre[^>]*>!!! note\n<\/pre>/);
  expect(html).toMatch(
    /<blockquote>\n<p>quote<\/p>\n<\/blockquote>\n<div class="markdown-alert markdown-alert-caution"/,
  );
  expect(html.match(/class="markdown-alert /g)).toHaveLength(7);
  const details = await chosen("admonitions", '??? tip\n    one\n\n???+ example "Words"\n    two');
  expect(details).toContain(
    '<details class="markdown-alert markdown-alert-tip">\n<summary class="markdown-alert-title">Tip</summary>',
  );
  expect(details).toContain(
    '<details class="markdown-alert markdown-alert-note" open>\n<summary class="markdown-alert-title">Words</summary>',
  );
});

test("a container ends at as many colons as began it, or with what it is in, and holds others of fewer", async () => {
  const html = await chosen(
    "containers",
    "::::tip Outer `code`\n:::warning\ninner\n:::\nstill outer\n::::\nafter",
    "- item\n\n  :::note\n  in list\n\nbehind the list\n\n:::",
    "::: details Click {open}\nopened\n:::\n\n:::details\nclosed\n:::",
    "```\n:::note\n:::\n```",
    ":::nosuch\nx\n:::",
    ":::danger\nnever closed",
  );
  expect(html).toMatch(
    /Outer <code>code<\/code><\/p>\n<div [^>]*warning[^>]*>\n<p [^>]*>Warning<\/p>\n<p>inner<\/p>\n<\/div>\n<p>still outer<\/p>\n<\/div>\n<p>after<\/p>/,
  );
  expect(html).toMatch(/<p>in list<\/p>\n<\/div>\n<\/li>\n<\/ul>\n<p>behind the list<\/p>/);
  expect(html).toContain('open>\n<summary class="markdown-alert-title">Click</summary>');
  expect(html).toContain('<summary class="markdown-alert-title">Details</summary>');
  expect(html).toContain("<p>:::nosuch\nx\n:::</p>");
  expect(html).toEndWith("<p>never closed</p>\n</div>");
});

test("emoji are shown in words and titles, while ids keep the names that GitHub makes them of", async () => {
  const { html, toc, title } = await renderMarkdownBody(
    "# :rocket: Launch :+1:\n\n:family_man_woman_girl: :a:b: 12:100:5 :x :tada:",
    { extensions: "emoji" },
  );
  expect({ title, toc }).toEqual({
    title: "🚀 Launch 👍",
    toc: [{ id: "rocket-launch-1", text: "🚀 Launch 👍", level: 1 }],
  });
  expect(html).toContain("👨‍👩‍👧 🅰️b: 12💯5 :x 🎉");
});

test("a text that asks for a thousand blocks inside each other, or for as many side by side, takes its time and no more", async () => {
  const many = "::: note\nx\n:::\n".repeat(3_000);
  expect((await chosen("containers", many)).match(/class="markdown-alert /g)).toHaveLength(3_000);
  for (const [extensions, deep] of [
    ["containers", "::: note\n".repeat(5_000)],
    ["admonitions", Array.from({ length: 200 }, (_, depth) => `${"    ".repeat(depth)}!!! note\n`).join("")],
  ] as const) {
    await expect(chosen(extensions, deep)).rejects.toThrow(/nests more than 100|nested/);
  }
  expect(await chosen("attributes", "{#a ".repeat(5_000))).toContain("{#a {#a");
});

test("an admonition and a callout stand in quotes and lists, fold as they say, and leave code and other brackets alone", async () => {
  const quoted = await chosen(
    "admonitions",
    "> quote\n>\n> !!! tip\n>     inside\n>\n> after\n\n- item\n\n    > ??? note\n    >     deep\n\n> ```\n> !!! no\n> ```\nlazy",
  );
  expect(quoted).toMatch(
    /<blockquote>\n<p>quote<\/p>\n<div [^>]*tip[^>]*>\n<p [^>]*>Tip<\/p>\n<p>inside<\/p>\n<\/div>\n<p>after<\/p>\n<\/blockquote>/,
  );
  expect(quoted).toMatch(/<li>\n<p>item<\/p>\n<blockquote>\n<details [^>]*>\n<summary [^>]*>Note/);
  expect(quoted).toEndWith("<code>!!! no\n</code></pre>\n</blockquote>\n<p>lazy</p>");
  const called = await chosen(
    "callouts",
    "> [!warning]- Be *careful*\n> body\n> > [!tip]\n> > nested\n>\n> - [!x] no",
    "> [!NOTE]\n> as GitHub's",
    "> [!my own|meta]+\n> x",
    "- a\n\n  > [!bug] Title\n  > in list",
    "> a\n> [!tip] not first\n\n    > [!tip]\n\n> plain",
  );
  expect(called).toMatch(/<details [^>]*warning">\n<summary [^>]*>Be <em>careful<\/em><\/summary>\n<p>body<\/p>/);
  expect(called).toMatch(
    /<div [^>]*tip" role="note">\n<p [^>]*>Tip<\/p>\n<p>nested<\/p>\n<\/div>\n<ul>\n<li>\[!x\] no/,
  );
  expect(called).toMatch(/<div [^>]*note" role="note">\n<p [^>]*>Note<\/p>\n<p>as GitHub/);
  expect(called).toMatch(/<details [^>]*note" open>\n<summary [^>]*>My own<\/summary>/);
  expect(called).toMatch(/<li>\n<p>a<\/p>\n<div [^>]*caution"[^>]*>\n<p [^>]*>Title<\/p>\n<p>in list/);
  for (const kept of ["<p>a\n[!tip] not first</p>", "<code>&gt; [!tip]\n", "<blockquote>\n<p>plain</p>"]) {
    expect(called).toContain(kept.replace("&gt;", ">"));
  }
});

test("marks hold what is marked in them, comments show nobody, and neither takes what is escaped, code or alone", async () => {
  const html = await chosen(
    "obsidian",
    "==mark **bold** [l](x?a==b)== **==in==** a == b `==code==` \\==no ==open",
    "show %%hidden%% `%%code%%` 100%% sure",
    "%%\nmany\n\nlines\n%%\n\n%% never closed",
    "| a |\n|-|\n| ==cell== %%gone%%! |",
  );
  expect(html).toContain(
    '<mark>mark <strong>bold</strong> <a href="x?a==b">l</a></mark> <strong><mark>in</mark></strong>',
  );
  expect(html).toContain(" a == b <code>==code==</code> ==no ==open");
  expect(html).toContain("<p>show  <code>%%code%%</code> 100%% sure</p>");
  expect(html).not.toMatch(/many|lines|hidden|gone/);
  expect(html).toContain("<p>%% never closed</p>");
  expect(html).toContain("<td><mark>cell</mark> !</td>");
  expect(await chosen("marks", "==a ".repeat(20_000))).toContain("==a ==a");
  expect(await chosen("comments", "%%a ".repeat(20_000))).not.toContain("%%a");
  // Many of what may begin something and does not are looked at once each.
  for (const line of ["%%a\n", "<Foo\n", "import {\n", "T\n: d\n\n", '=== "a"\n', "> [!a]\n\n"]) {
    const text = line.repeat(5_000);
    expect(writeAdmonitions(text, { chosen: new Set(EXTENSIONS), seal: "" }).length).toBeGreaterThan(0);
  }
});

test("tabs are blocks of which the first is open, and terms have what they mean below them", async () => {
  const tabs = await chosen(
    "tabs",
    '=== "One"\n\n    first\n\n=== "Two"\n    second\n\n===! "New"\n    x\n\nText\n===',
  );
  const summaries = [...tabs.matchAll(/<details [^>]*?(open|")>\n<summary [^>]*>(\w+)/g)].map(([, open, name]) => [
    name,
    open,
  ]);
  expect(summaries).toEqual([
    ["One", "open"],
    ["Two", '"'],
    ["New", "open"],
  ]);
  expect(tabs).toContain("<h1");
  const terms = await chosen(
    "definitions",
    "Term\n:   Meaning **b**\n\n    more\n\n    - list\n:   Second\n\nOther\nTwo\n\n: Lazy\nline\n\n# H\n: x\n\n- item\n\n  T\n  : in list\n\n`a\n: b`",
  );
  expect(terms).toContain(
    "<dl>\n<dt>\n<p>Term</p>\n</dt>\n<dd>\n<p>Meaning <strong>b</strong></p>\n<p>more</p>\n<ul>\n<li>list</li>\n</ul>\n</dd>\n<dd>\n<p>Second</p>\n</dd>\n</dl>",
  );
  expect(terms).toContain("<dt>\n<p>Other</p>\n</dt>\n<dt>\n<p>Two</p>\n</dt>\n<dd>\n<p>Lazy\nline</p>");
  expect(terms).toContain("<p>: x</p>");
  expect(terms).toMatch(/<li>\n<p>item<\/p>\n<dl>/);
});

test("of MDX the imports, exports, comments and tags of components are left out, and what stands in them is read", async () => {
  const html = await chosen(
    "mdx",
    "import A from './a'\nimport {\n  B\n} from 'b'\n\nexport const x = {\n  a: 1,\n}",
    '<Tabs>\n<TabItem value="a">\n\nText in **tab**\n\n</TabItem>\n</Tabs>\n\n{/* hidden\nlines */}\n\n<Foo\n  a={b}\n/>',
    "important words <b>kept</b>\n\n```js\nimport x from 'y'\n```\n\nexport is a word, import too\n\nimport taxes from customs",
  );
  expect(html).not.toMatch(/\.\/a|const|hidden|TabItem|a=\{b\}/);
  expect(html).toStartWith("<p>Text in <strong>tab</strong></p>\n<p>important words <b>kept</b></p>");
  for (const kept of ["hljs", "<p>export is a word, import too</p>", "<p>import taxes from customs</p>"]) {
    expect(html).toContain(kept);
  }
});

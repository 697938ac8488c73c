// Proves the syntax that texts may choose: attribute lists, admonitions, containers and emoji, and that nothing of it is read unasked.
import { expect, test } from "bun:test";
import { htmlOf } from "../fixtures/read_page.ts";
import { readFrontMatter } from "../markdown/front_matter.ts";
import { renderMarkdownBody, renderMarkdownPage } from "../markdown/markdown_page.ts";
import { EXTENSION_WORDS, EXTENSIONS, readChoice } from "./extensions.ts";

const ALL = [
  "## Title {#own}\n\n[a](#own) `{#code}` \\{#escaped} {word} [l](x){#link} :rocket: `:tada:` :nosuch:",
  '!!! note "A *title*"\n    inside\n\n    ```\n    !!! tip\n    ```\n\n    !!! danger\n        deep',
  "??? tip\n    closed\n\n???+ info\n    open",
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
  expect([...readChoice("MkDocs").chosen].sort()).toEqual(["admonitions", "attributes", "emoji"]);
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

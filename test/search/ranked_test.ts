// GET /api/search/ranked: which documents, in which order, with which snippets, in which languages.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { grep, indexAll, rank } from "./found.ts";

const h = await openHarness();

/** Publishes markdown documents of one person by their titles, and indexes them. */
async function library(texts: Record<string, string>, fields: Record<string, unknown> = {}): Promise<Person> {
  const as = await h.person();
  for (const [title, markdown] of Object.entries(texts)) await publish(h, { title, markdown, ...fields }, { as });
  await indexAll(h);
  return as;
}

async function titles(as: Person, q: string, more: Record<string, string | number | boolean> = {}): Promise<string[]> {
  return (await rank(h, as, { q, ...more })).results.map((one: { title: string }) => one.title);
}

describe("ranked search", () => {
  test("answers everything that the contract names", async () => {
    const as = await h.person();
    const { doc } = await publish(
      h,
      { markdown: "Some **fine** text", title: "Notes", tags: ["red"], folder: "Plans" },
      { as },
    );
    await indexAll(h);
    expect(await rank(h, as, { q: "fine" })).toEqual({
      query: "fine",
      engine: "postgres",
      count: 1,
      truncated: false,
      results: [
        {
          doc_id: doc.doc_id,
          title: "Notes",
          url: doc.url,
          root: null,
          folder: "Plans",
          kind: "markdown",
          tags: ["red"],
          icon: null,
          alias: null,
          visibility: "restricted",
          mine: true,
          owner_email: as.email,
          updated_at: doc.updated_at,
          path: "source.md",
          snippet: "Some fine text",
          snippet_html: "Some <mark>fine</mark> text",
          score: expect.any(Number),
        },
      ],
    });
  });

  test("wants every word, takes the last one as a beginning, and puts titles before text", async () => {
    const as = await library({
      Other: "migration migration migration migration migration of databases",
      "Database migration": "nothing else",
      Guide: "about databases",
    });
    expect(await titles(as, "migration")).toEqual(["Database migration", "Other"]);
    expect((await titles(as, "migration datab")).sort()).toEqual(["Database migration", "Other"]);
    expect(await titles(as, "datab migration")).toEqual([]);
    expect(await titles(as, "migration missing")).toEqual([]);
    const { results } = await rank(h, as, { q: "migration" });
    expect(results[0].score).toBeLessThan(results[1].score);
  });

  test("shows each document once, with its best file", async () => {
    const { as, at } = await publish(h, { markdown: "a word", title: "Many" });
    await h.call(`PUT ${at}/files/notes.txt`, { as, json: { content: "word and word, the word of words" } });
    await indexAll(h);
    const { results } = await rank(h, as, { q: "word" });
    expect(results).toHaveLength(1);
    expect(results[0].path).toBe("notes.txt");
  });

  test("finds html by what a reader sees, not by its markup or script", async () => {
    const html =
      "<title>T</title><script>var hiddenword</script><p class='markupword'>vis<b>ible</b> &Uuml;ber</p><p>next";
    const { as } = await publish(h, { html });
    await indexAll(h);
    expect((await rank(h, as, { q: "visible" })).count).toBe(1);
    expect((await rank(h, as, { q: "uber" })).results[0].snippet).toContain("Über next");
    for (const q of ["hiddenword", "markupword", "script"]) expect((await rank(h, as, { q })).count).toBe(0);
    expect((await grep(h, as, { q: "hiddenword" })).count).toBe(1);
  });

  test("finds a document without any text by its title, tags and description", async () => {
    const as = await h.person();
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const form = new FormData();
    form.append("file", new Blob([png]), "sunset-beach.png");
    const { at } = await publish(h, {}, { as, route: "POST /api/files", form });
    await h.call(`PATCH ${at}`, { as, json: { description: "taken in Lisbon", tags: ["holiday"] } });
    await indexAll(h);
    for (const q of ["sunset", "beach", "lisbon", "holiday"]) expect((await rank(h, as, { q })).count).toBe(1);
  });

  test("knows a new title, and no longer the old one", async () => {
    const { as, at } = await publish(h, { markdown: "x", title: "Before" });
    await indexAll(h);
    await h.call(`PATCH ${at}`, { as, json: { title: "After" } });
    await indexAll(h);
    expect(await titles(as, "after")).toEqual(["After"]);
    expect(await titles(as, "before")).toEqual([]);
  });

  test("keeps to folder, tag, kinds and limit", async () => {
    const as = await h.person();
    await publish(h, { markdown: "shared word", title: "A", folder: "Plans", tags: ["red"] }, { as });
    await publish(h, { html: "shared word", title: "B", folder: "Plans/Old" }, { as });
    await publish(h, { html: "shared word", title: "C" }, { as });
    await indexAll(h);
    expect((await titles(as, "shared", { folder: "Plans" })).sort()).toEqual(["A", "B"]);
    expect(await titles(as, "shared", { folder: "Plans", recursive: false })).toEqual(["A"]);
    expect(await titles(as, "shared", { tag: "Red" })).toEqual(["A"]);
    expect((await titles(as, "shared", { kinds: "html,image" })).sort()).toEqual(["B", "C"]);
    expect(await titles(as, "shared", { limit: 2 })).toHaveLength(2);
  });

  test.each([
    ["", 422],
    ["q=", 400],
    [`q=${"x".repeat(201)}`, 400],
    ["q=x&kinds=,", 400],
    ["q=x&limit=none", 422],
  ])("refuses %s with %d", async (query, status) => {
    expect((await h.call(`GET /api/search/ranked?${query}`, { as: await h.person() })).status).toBe(status);
  });

  test.each(["!!!", "& | ! ( ) <-> :*", "'", "\\", "\u{1f600}", "'); drop table documents; --", "x:*A & y"])(
    "takes %p as people type it",
    async (q) => {
      expect(
        (await h.call(`GET /api/search/ranked?${new URLSearchParams({ q })}`, { as: await h.person() })).status,
      ).toBe(200);
    },
  );
});

describe("languages", () => {
  test.each([
    ["Chinese", "我们的会议室在三楼，请准时参加", ["会议", "会议室", "三楼", "参", "准时 会议"], ["议会", "二楼"]],
    [
      "Japanese",
      "来週の会議はオンラインで行われます",
      ["会議", "オンライン", "来週", "行われ"],
      ["ラインオン", "先週"],
    ],
    ["half-width kana", "カタカナ", ["ｶﾀｶﾅ"], ["ｶﾅｶﾀ"]],
    ["Korean", "문서를 검색하는 방법", ["문서", "검색", "방법"], ["서문"]],
    ["Thai", "ประเทศไทยมีภาษาไทยเป็นภาษาราชการ", ["ภาษา", "ประเทศไทย", "ราชการ"], ["ภาพ"]],
    ["German", "Über die Straßenbahn in Köln", ["uber", "ÜBER", "koln", "Straßen"], ["strand"]],
    ["Vietnamese", "Tiếng Việt rất hay", ["tieng", "việt"], ["tiengviet"]],
    ["Greek", "Ο Οδυσσεύς ταξιδεύει", ["ΟΔΥΣΣΕΥΣ", "οδυσσευς"], ["οδηγός"]],
    ["Russian", "Ёлка и документация", ["елка", "ДОКУМЕНТ"], ["тация"]],
    ["Arabic", "مرحبا بالعالم", ["مرحبا", "بالع"], ["عالم"]],
    ["Hindi", "नमस्ते दुनिया", ["नमस्ते", "दुन"], ["निया"]],
    ["mixed", "GPT模型 v2发布", ["模型", "gpt", "发布", "v2"], ["型模"]],
  ])("%s words are found, also beside others, and others are not", async (_language, text, found, missing) => {
    const as = await library({ Doc: text, Distraction: "something else entirely" });
    for (const q of found) expect({ q, titles: await titles(as, q) }).toEqual({ q, titles: ["Doc"] });
    for (const q of missing) expect({ q, titles: await titles(as, q) }).toEqual({ q, titles: [] });
    for (const q of found) expect((await rank(h, as, { q })).results[0].snippet_html).toContain("<mark>");
  });

  test("a Chinese title is found, and put before a text", async () => {
    const as = await library({ 笔记: "会议记录", 会议: "别的" });
    expect(await titles(as, "会议")).toEqual(["会议", "笔记"]);
  });
});

describe("snippets", () => {
  test.each([
    ["<script>alert(1)</script> needle", "needle"],
    ["```\n<script>alert(1)</script> needle", "<script>alert(1)</script> needle"],
    ["`<script>alert(1)</script>` needle", "<script>alert(1)</script> needle"],
    ['needle "><img src=x onerror=alert(1)>', 'needle ">'],
    ["needle' onmouseover='x", "needle' onmouseover='x"],
    ["<mark>needle</mark></mark><b>", "needle"],
    ["<ma<b></b>rk><b>needle</b></ma<b></b>rk>", "<mark>needle</mark>"],
    ["&lt;script&gt; needle &amp;lt;", "<script> needle &lt;"],
    ["\ue009script\ue00a needle", "script needle"],
    ["<<<needle>>>", "<<<needle>>>"],
  ])("of %p hold no markup but the marks", async (hostile, words) => {
    const as = await library({ "<b>title</b>": hostile });
    const { snippet, snippet_html } = (await rank(h, as, { q: "needle" })).results[0];
    expect(snippet).toBe(words);
    expect(snippet_html.replaceAll("<mark>", "").replaceAll("</mark>", "")).not.toMatch(/[<>"']/);
    expect(snippet_html).toContain("<mark>needle</mark>");
    const decoded = snippet_html
      .replaceAll(/<\/?mark>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&");
    expect(decoded).toBe(words);
  });

  test("of markdown are words, of code and of other texts what they hold", async () => {
    const as = await h.person();
    const markdown =
      '---\nlayout: page\n---\n# The **needle**\n\n> - [a `thin` one](https://example.com/needle_(x) "t")\n\n| of | *steel* |\n|---|---|';
    const { at } = await publish(h, { markdown, title: "Page" }, { as });
    const code = "const needle = **a**; // [x](y)";
    await publish(h, { content: code, language: "javascript", title: "Code" }, { as, route: "POST /api/snippets" });
    await indexAll(h);
    const shown = async () => {
      const { results } = await rank(h, as, { q: "needle" });
      return Object.fromEntries(
        results.map((one: { title: string; snippet_html: string }) => [one.title, one.snippet_html]),
      );
    };
    const page = "The <mark>needle</mark> a thin one of steel";
    expect(await shown()).toEqual({ Page: page, Code: "const <mark>needle</mark> = **a**; // [x](y)" });
    // And before it is indexed.
    await h.call(`PUT ${at}/files/source.md`, { as, json: { content: `${markdown}\n\n__new__` } });
    expect((await shown())["Page"]).toBe(`${page} new`);
  });

  test("show the place where the words stand together", async () => {
    const filler = "lorem ipsum dolor ".repeat(60);
    const as = await library({ Long: `alpha ${filler} here alpha meets beta at last ${filler}` });
    const { snippet, snippet_html } = (await rank(h, as, { q: "alpha beta" })).results[0];
    expect(snippet).toContain("alpha meets beta");
    expect(snippet.length).toBeLessThan(300);
    expect(snippet_html).toContain("<mark>alpha</mark> meets <mark>beta</mark>");
  });
});

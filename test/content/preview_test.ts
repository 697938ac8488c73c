// What a link to a document shows in chats and search engines: of a page that anybody may open, and of no other.
import { describe, expect, test } from "bun:test";
import { openContentServer, PAGE } from "./published.ts";

const runtime = await openContentServer();

async function put(markdown: string, fields: Record<string, unknown> = {}) {
  const json = { markdown, visibility: "unlisted", ...fields };
  const { status, body } = await runtime.call("POST /api/docs", { as: runtime.anna, json });
  expect(status).toBe(201);
  return { doc_id: body.doc_id as string, at: `/d/${body.slug}/` };
}

async function read(at: string, headers: Record<string, string> = {}) {
  const answer = await runtime.open(at, { headers });
  return { ...answer, text: new TextDecoder().decode(answer.bytes) };
}

/** As a program reads it that shows links: every `meta` of the head with a name, its text as it is meant. */
function previewIn(page: string): Record<string, string> {
  const found: Record<string, string> = {};
  let named = "";
  new HTMLRewriter()
    .on("head meta[content]", {
      element: (meta) => {
        named = meta.getAttribute("property") ?? meta.getAttribute("name") ?? "";
        if (/^(og:|twitter:|description$)/.test(named)) found[named] = textOf(meta.getAttribute("content") ?? "");
      },
    })
    .transform(page);
  return found;
}

function textOf(attribute: string): string {
  const signs: Record<string, string> = {
    "&quot;": '"',
    "&#x27;": "'",
    "&#39;": "'",
    "&lt;": "<",
    "&gt;": ">",
    "&amp;": "&",
  };
  return attribute.replace(/&(?:quot|#x27|#39|lt|gt|amp);/g, (sign) => signs[sign] ?? sign);
}

const preview = async (markdown: string, fields = {}) => previewIn((await read((await put(markdown, fields)).at)).text);

describe("a page of markdown", () => {
  test("tells its title and what its front matter says it is about, and its language where that has a country", async () => {
    const source = '---\ntitle: Owls\ndescription: "All of: the owls"\nlang: de-AT\n---\n\nText.';
    expect(await preview(source)).toEqual({
      description: "All of: the owls",
      "og:title": "Owls",
      "og:description": "All of: the owls",
      "og:type": "article",
      "og:locale": "de_AT",
      "twitter:card": "summary",
    });
  });

  test("tells how its text begins: the first paragraph that says something, without its markup", async () => {
    for (const [markdown, description] of [
      [
        "# Owls\n\n[![build](https://x.example/b.svg)](https://x.example)\n\n> [!NOTE]\n> A **note** &amp; *more*\n",
        "A note & more",
      ],
      [
        "# Owls\n\n```\ncode\n```\n\n| a |\n| - |\n| b |\n\nSee `x < y`,\nand [here](https://x.example).",
        "See x < y, and here.",
      ],
      ["# Owls\n\nAs $a^2$ says,<br>so it is.", "As a^2 says, so it is."],
      ["Only a paragraph", "Only a paragraph"],
    ] as const) {
      expect([markdown, (await preview(markdown)).description]).toEqual([markdown, description]);
    }
    expect(await preview("# Owls\n\n```\ncode\n```")).toEqual({
      ...{ "og:title": "Owls", "og:type": "article", "twitter:card": "summary" },
    });
  });

  test("is cut behind a word at 200 characters, and never within a character", async () => {
    const words = "elephant ".repeat(40);
    expect((await preview(words)).description).toBe(`${"elephant ".repeat(22).trim()}…`);
    expect((await preview("a".repeat(200))).description).toBe("a".repeat(200));
    expect((await preview("😀".repeat(200))).description).toBe(`${"😀".repeat(99)}…`);
    expect((await preview("日本語".repeat(100))).description).toHaveLength(200);
  });

  test("says nothing that its texts do not: no tag ends early, and no direction is turned", async () => {
    const hostile = `"><script>alert(1)</script></title></head><main> ' & &quot; \u202eexe`;
    const said = `"><script>alert(1)</script></title></head><main> ' & &quot; \ufffdexe`;
    const { at } = await put("Text.", { title: hostile });
    const { text } = await read(at);
    expect(previewIn(text)["og:title"]).toBe(said);
    expect(text.match(/<script/g)).toBeNull();
    const front = `---\ntitle: T\ndescription: ${JSON.stringify(hostile)}\n---\n\nText.`;
    const other = await read((await put(front)).at);
    expect(previewIn(other.text)).toMatchObject({ "og:title": "T", description: said });
    expect(other.text.match(/<script|<\/title>/g)).toEqual(["</title>"]);
  });

  test("has another tag as soon as its preview is another", async () => {
    const { doc_id, at } = await put("# Owls\n\nText.", { title: "One" });
    const first = (await read(at)).headers.get("etag") ?? "";
    expect((await read(at, { "if-none-match": first })).status).toBe(304);
    await runtime.call(`PATCH /api/docs/${doc_id}`, { as: runtime.anna, json: { title: "Two" } });
    const { status, text } = await read(at, { "if-none-match": first });
    expect([status, previewIn(text)["og:title"]]).toEqual([200, "Two"]);
    expect((await read(at)).headers.get("x-robots-tag")).toBe("noindex, nofollow");
  });
});

test("a page that not everybody may open tells neither title nor text to who asks for it", async () => {
  for (const fields of [
    { visibility: "restricted" },
    { visibility: "workspace" },
    { visibility: "password", password: "owl owl owl" },
  ]) {
    const { at } = await put("# Hidden owls\n\nSecret nests.", fields);
    const agents: Record<string, string>[] = [
      { "user-agent": "Slackbot-LinkExpanding 1.0" },
      { "user-agent": "Mozilla/5.0", accept: "text/html" },
    ];
    for (const headers of agents) {
      const { status, text, headers: answered } = await read(at, headers);
      const told = text + JSON.stringify([...answered]);
      expect([fields, status === 200, /owls|nests|og:/i.test(told)]).toEqual([fields, false, false]);
    }
  }
});

test("what was open tells nothing any more once it is closed", async () => {
  const { doc_id, at } = await put("# Hidden owls\n\nSecret nests.");
  expect((await read(at)).text).toContain('property="og:title" content="Hidden owls"');
  await runtime.call(`PATCH /api/docs/${doc_id}`, { as: runtime.anna, json: { visibility: "restricted" } });
  expect((await read(at)).text).not.toContain("owls");
});

test("a page that somebody sent is sent byte for byte", async () => {
  const document = await runtime.publish({ visibility: "unlisted" });
  expect((await read(document.at)).text).toBe(PAGE);
});

test("shared files and snippets tell their names, and a file what is said of it", async () => {
  const form = new FormData();
  form.set("file", new File(["text"], "notes.log"));
  form.set("visibility", "unlisted");
  form.set("description", "What happened\n\nand when");
  const shared = await runtime.call("POST /api/files", { as: runtime.anna, form });
  const page = await read(`/d/${shared.body.slug}/`);
  expect(previewIn(page.text)).toMatchObject({ "og:title": shared.body.title, description: "What happened and when" });
  const json = { content: "let x", language: "js", title: "Some code", visibility: "unlisted" };
  const snippet = await runtime.call("POST /api/snippets", { as: runtime.anna, json });
  expect(previewIn((await read(`/d/${snippet.body.slug}/`)).text)["og:title"]).toBe("Some code");
});

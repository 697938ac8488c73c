// What publishing refuses: every wrong shape and every bad value, with nothing written and nothing counted.
import { describe, expect, test } from "bun:test";
import { openHarness, type Send } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { formOf } from "./published.ts";

const h = await openHarness();
const as = () => h.person();

/** The contract's words, and what has come beside them. */
const ONE_CONTENT = expect.stringMatching(
  /^provide exactly one of 'content' or 'content_base64', or 'upload_id' of a file sent ahead/,
);

describe("a shape that is not declared is a 422 and writes nothing", () => {
  const json: [route: string, body: unknown, loc: unknown[]][] = [
    ["POST /api/docs", {}, ["body", "html"]],
    ["POST /api/docs", { html: "x", markdown: "y" }, ["body", "html"]],
    ["POST /api/docs", [], ["body"]],
    ["POST /api/docs", { html: 1 }, ["body", "html"]],
    ["POST /api/docs", { html: null }, ["body", "html"]],
    ["POST /api/docs", { html: "x", tags: "a,b" }, ["body", "tags"]],
    ["POST /api/docs", { html: "x", tags: [1] }, ["body", "tags", 0]],
    ["POST /api/docs", { html: "x", retention_days: "soon" }, ["body", "retention_days"]],
    ["POST /api/docs", { html: "x", retention_days: 1.5 }, ["body", "retention_days"]],
    ["POST /api/docs", { html: "x", visibility: true }, ["body", "visibility"]],
    ["POST /api/docs", { html: "x", attrs: [] }, ["body", "attrs"]],
    ["POST /api/docs", { html: "x", attrs: { a: 1 } }, ["body", "attrs", "a"]],
    ["POST /api/snippets", {}, ["body", "content"]],
    ["POST /api/snippets", { content: ["x"] }, ["body", "content"]],
  ];
  for (const [route, body, loc] of json) {
    test(`${route} ${JSON.stringify(body)}`, async () => {
      const act = { call: route, json: body };
      const answer = await scenario(h, {
        given: as,
        act: (person) => ({ as: person, ...act }),
        expect: { status: 422 },
      });
      expect(answer.body.detail.map((one: { loc: unknown }) => one.loc)).toContainEqual(loc);
    });
  }

  const raw: [name: string, route: string, send: Send][] = [
    ["JSON that is cut off", "POST /api/docs", { body: '{"html":"x"' }],
    ["no UTF-8", "POST /api/docs", { body: new Uint8Array([0x22, 0xff, 0x22]) }],
    ["a JSON body for a form", "POST /api/files", { json: { file: "x" } }],
    ["a form for a JSON body", "POST /api/snippets", { form: formOf([["content", "x"]]) }],
    ["a form without the file", "POST /api/docs", { form: formOf([["title", "x"]]) }],
    ["a file that is a text field", "POST /api/files", { form: formOf([["file", "x"]]) }],
    [
      "a file sent twice",
      "POST /api/files",
      {
        form: formOf([
          ["file", new Blob(["a"]), "a"],
          ["file", new Blob(["b"]), "b"],
        ]),
      },
    ],
    [
      "a field sent twice",
      "POST /api/files",
      {
        form: formOf([
          ["file", new Blob(["a"]), "a"],
          ["title", "1"],
          ["title", "2"],
        ]),
      },
    ],
  ];
  for (const [name, route, send] of raw) {
    test(`${route} with ${name}`, async () => {
      await scenario(h, {
        given: as,
        act: (person) => ({ as: person, call: route, ...send }),
        expect: { status: 422 },
      });
    });
  }

  test("a body nested a hundred thousand deep, where it is taken and where it is not", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    for (const body of [`{"html":"x","tags":${deep}}`, `{"html":"x","attrs":{"a":${deep}}}`, deep]) {
      await scenario(h, {
        given: as,
        act: (person) => ({ as: person, call: "POST /api/docs", body }),
        expect: { status: 422 },
      });
    }
  });
});

describe("a value that breaks a rule is a 400 that names it, writes nothing and costs nothing", () => {
  const html = "<p>x</p>";
  const cases: [route: string, body: Record<string, unknown>, error: string | RegExp][] = [
    ["POST /api/docs", { html: "" }, "html must not be empty"],
    ["POST /api/docs", { markdown: "" }, "markdown must not be empty"],
    ["POST /api/snippets", { content: "" }, "content must not be empty"],
    ["POST /api/docs", { html: "a\0b" }, "html holds a NUL character; remove it"],
    ["POST /api/docs", { html: "\ud800" }, /html holds half of a surrogate pair/],
    ["POST /api/docs", { html, title: "" }, "title must not be empty"],
    ["POST /api/docs", { html, title: " \u00a0\t" }, /^title .* is blank; it needs a character that shows$/],
    ["POST /api/docs", { html, title: "\u202e\u200b" }, /^title .* is blank; it needs a character that shows$/],
    ["POST /api/docs", { html, title: "x".repeat(501) }, "title has 501 characters; at most 500 are allowed"],
    ["POST /api/docs", { html, title: "a\0b" }, "title holds a NUL character; remove it"],
    [
      "POST /api/docs",
      { html, visibility: "public" },
      'visibility "public" is not allowed; use one of restricted, unlisted, password, workspace',
    ],
    ["POST /api/docs", { html, listing: "all" }, 'listing "all" is not allowed; use one of private, team'],
    ["POST /api/docs", { html, visibility: "password" }, /^visibility password needs a password; send one/],
    ["POST /api/docs", { html, visibility: "password", password: "" }, "password must not be empty"],
    [
      "POST /api/docs",
      { html, visibility: "unlisted", password: "x" },
      "a password goes with visibility password, not with unlisted",
    ],
    ["POST /api/docs", { html, password: "x" }, "a password goes with visibility password, not with restricted"],
    ["POST /api/docs", { html, retention_days: -1 }, "retention_days is -1; it must be at least 0"],
    ["POST /api/docs", { html, retention_days: 36_501 }, "retention_days is 36501; it must be at most 36500"],
    ["POST /api/docs", { html, retention_days: 1e300 }, /at most 36500/],
    ["POST /api/docs", { html, tags: [""] }, /^tag "" is not allowed; a tag has 1 to 32/],
    ["POST /api/docs", { html, tags: ["a,b"] }, /^tag "a,b" is not allowed/],
    ["POST /api/docs", { html, tags: ["x".repeat(33)] }, /is not allowed; a tag has 1 to 32/],
    [
      "POST /api/docs",
      { html, tags: Array.from({ length: 11 }, (_, n) => `t${n}`) },
      "11 tags are too many; a document has at most 10",
    ],
    ["POST /api/docs", { html, folder: "a/../b" }, /^folder segment "\.\." is not allowed/],
    ["POST /api/docs", { html, folder: "a//b" }, /^folder segment "" is not allowed/],
    ["POST /api/docs", { html, folder: "a\\b" }, /^folder segment "a\\b" is not allowed/],
    ["POST /api/docs", { html, folder: "-a" }, /^folder segment "-a" is not allowed/],
    ["POST /api/docs", { html, folder: "a." }, /^folder segment "a\." is not allowed/],
    ["POST /api/docs", { html, folder: "x".repeat(65) }, /1 to 64 letters/],
    ["POST /api/docs", { html, folder: "1/2/3/4/5/6/7/8/9" }, /has 9 levels; at most 8/],
    ["POST /api/docs", { html, folder: "%2e%2e/a" }, /^folder segment "%2e%2e" is not allowed/],
    ["POST /api/docs", { html, attrs: { "a\nb": "x" } }, /not an allowed name/],
    [
      "POST /api/docs",
      { html, attrs: { a: "x".repeat(1025) } },
      "attrs.a has 1025 characters; at most 1024 are allowed",
    ],
    ["POST /api/docs", { html, idempotency_key: "" }, "idempotency_key must not be empty"],
    ["POST /api/docs", { html, message: "x".repeat(501) }, /^message has 501/],
    [
      "POST /api/snippets",
      { content: "x", language: "../../etc" },
      /^language "\.\.\/\.\.\/etc" is not a name of a language/,
    ],
  ];
  for (const [route, body, error] of cases) {
    test(`${route} ${JSON.stringify(body).slice(0, 90)}`, async () => {
      await scenario(h, {
        given: as,
        act: (person) => ({ as: person, call: route, json: body }),
        expect: { status: 400, error },
      });
    });
  }

  const names = [
    "../x.txt",
    "a/../../x",
    "/etc/passwd",
    "a\\b.txt",
    "..",
    ".",
    "%2e%2e%2fx",
    "_hidden",
    "~x",
    "a\u0000b",
    "x/",
  ];
  for (const filename of names) {
    test(`the file name ${JSON.stringify(filename)}, by form and by tool`, async () => {
      const form = formOf([
        ["file", new Blob(["x"]), "x.txt"],
        ["filename", filename],
      ]);
      await scenario(h, {
        given: as,
        act: (person) => ({ as: person, call: "POST /api/files", form }),
        expect: { status: 400 },
      });
      const result = await callTool(h, await h.person(), {
        name: "publish_file",
        arguments: { filename, content: "x" },
      });
      expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: "invalid" } } });
    });
  }

  test("an empty file, and one that is not the text that its name promises", async () => {
    const files: [string, Uint8Array<ArrayBuffer>, string | RegExp, number][] = [
      ["a.png", new Uint8Array(), 'file "a.png" is empty; send its bytes', 0],
      ["a.html", new Uint8Array([0xff]), /^"a.html" is not valid UTF-8 text/, 1],
      ["a.md", new Uint8Array([0xff]), /is not valid UTF-8 text/, 1],
      ["a.md", new TextEncoder().encode("a\0b"), /is not valid UTF-8 text/, 1],
    ];
    for (const [name, bytes, error, quota] of files) {
      await scenario(h, {
        given: as,
        act: (person) => ({ as: person, call: "POST /api/files", form: formOf([["file", new Blob([bytes]), name]]) }),
        expect: { status: 400, error, quota },
      });
    }
  });

  const contents: [given: object, error: unknown][] = [
    [{}, ONE_CONTENT],
    [{ content: "a", content_base64: "YQ==" }, ONE_CONTENT],
    [{ content: "a", upload_id: 1 }, ONE_CONTENT],
    [{ content_base64: "%%%" }, "content_base64 is not valid base64"],
    [{ content_base64: "a" }, "content_base64 is not valid base64"],
  ];
  for (const [given, error] of contents) {
    test(`publish_file with ${JSON.stringify(given)}`, async () => {
      const person = await h.person();
      const before = await h.rows("documents", "audit_events", "quota_counters");
      const result = await callTool(h, person, { name: "publish_file", arguments: { filename: "a.txt", ...given } });
      expect(result).toMatchObject({ isError: true, content: [{ text: error }] });
      expect(await h.rows("documents", "audit_events", "quota_counters")).toEqual(before);
    });
  }
});

describe("parts that cannot come with a file are a 400 that says why", () => {
  const cases: [sent: string, parts: string[], error: RegExp][] = [
    ["notes.md", ["a.css"], /^files go with an HTML page, and "notes\.md" is published as markdown/],
    ["page.html", ["a.css", "a.css"], /^path "a\.css" is sent twice/],
    ["page.html", ["index.html"], /^path "index\.html" is sent twice/],
    ["page.html", ["../a.css"], /^path "\.\.\/a\.css" holds the segment/],
  ];
  for (const [sent, parts, error] of cases) {
    test(`${sent} with ${parts.join(" and ")}`, async () => {
      const files = parts.map((name) => ["files", new Blob(["p {}"]), name] as const);
      await scenario(h, {
        given: as,
        act: (person) => ({
          as: person,
          call: "POST /api/files",
          form: formOf([["file", new Blob(["<p>x</p>"]), sent], ...files]),
        }),
        expect: { status: 400, error },
      });
    });
  }
});

// Writing one file of a document:
// pages that follow their source, versions only where content changed, conflicts that help.
import { describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { type Published, publish, share } from "./published.ts";
import { countTraces } from "./traces.ts";

const h = await openHarness();
const html = () => publish(h, { html: "<p>one</p>" });
const put =
  (path: string, json: Record<string, unknown>) =>
  ({ as, at }: Published) => ({ as, call: `PUT ${at}/files/${path}`, json });

describe("a file is put", () => {
  test("as a new version, with its hash and size", async () => {
    await scenario(h, {
      given: html,
      act: put("css/a.css", { content: "p{}", message: "style" }),
      expect: {
        status: 200,
        body: {
          version: 2,
          changed: true,
          path: "css/a.css",
          size: 3,
          sha256: new Bun.CryptoHasher("sha256").update("p{}").digest("hex"),
        },
        audit: [{ action: "doc.edit", meta: { version: 2, path: "css/a.css" } }],
        quota: 1,
      },
    });
  });

  test("from base64, byte for byte", async () => {
    const published = await html();
    const answer = await h.call(`PUT ${published.at}/files/a.bin`, {
      as: published.as,
      json: { content: "AP+A\nCg==", encoding: "base64" },
    });
    expect(answer.body.size).toBe(4);
    const got = await h.call(`GET ${published.at}/files/a.bin`, { as: published.as });
    expect([...got.bytes]).toEqual([0, 255, 128, 10]);
  });

  test("with the content it has, and nothing is written, though the attempt counts", async () => {
    await scenario(h, {
      given: html,
      act: put("index.html", { content: "<p>one</p>" }),
      expect: { status: 200, body: { version: 1, changed: false }, quota: 1 },
    });
  });

  test("that changes nothing, and leaves no bytes in the store", async () => {
    const one = await publish(h, { markdown: "# One" });
    const objects = async () => (await countTraces(h))["objects"];
    const before = await objects();
    const again = await h.call(`PUT ${one.at}/files/source.md`, { as: one.as, json: { content: "# One" } });
    expect(again.body).toMatchObject({ version: 1, changed: false });
    expect(await objects()).toBe(before);
    await h.call(`POST ${one.at}/versions/1/restore`, { as: one.as });
    expect(await objects()).toBe(before);
  });

  test("as the source of a page, which is made anew in the same version", async () => {
    await scenario(h, {
      given: () => publish(h, { markdown: "# One" }),
      act: put("source.md", { content: "# Two\n\n*new*" }),
      expect: { status: 200, body: { version: 2, changed: true }, audit: [{ action: "doc.edit" }], quota: 1 },
    });
    const { as, at } = await publish(h, { markdown: "# One" });
    await h.call(`PUT ${at}/files/source.md`, { as, json: { content: "# Two\n\n*new*" } });
    expect((await h.call(`GET ${at}/files/index.html`, { as })).body).toContain("<em>new</em>");
  });

  test("on the version that it was made on", async () => {
    await scenario(h, {
      given: html,
      act: put("index.html", { content: "two", base_version: 1 }),
      expect: { status: 200, body: { version: 2 }, audit: [{ action: "doc.edit" }], quota: 1 },
    });
  });
});

describe("a put is refused", () => {
  const cases: [
    path: string,
    json: Record<string, unknown>,
    status: number,
    error?: string | RegExp,
    quota?: number,
  ][] = [
    ["a.txt", {}, 422],
    ["a.txt", { content: 1 }, 422],
    ["a.txt", { content: "x", base_version: "1" }, 422],
    ["a.txt", { content: "x", encoding: "hex" }, 400, 'encoding "hex" is not allowed; use one of utf8, base64'],
    ["a.txt", { content: "no base64!", encoding: "base64" }, 400, "content is not valid base64"],
    ["a.txt", { content: "a\0" }, 400, "content holds a NUL character; remove it"],
    ["a.txt", { content: "x", base_version: 2_147_483_648 }, 400, /must be at most 2147483647/],
    ["_a.txt", { content: "x" }, 400, /starts with "_"/],
    [
      "a.txt",
      { content: "x", base_version: 7 },
      409,
      /^the document is at version 1, your change was made on version 7/,
      1,
    ],
  ];
  for (const [path, json, status, error, quota = 0] of cases) {
    test(`for ${path} with ${JSON.stringify(json)} with a ${status}`, async () => {
      await scenario(h, {
        given: html,
        act: put(path, json),
        expect: { status, quota, ...(error ? { error } : {}) },
        tools: json["base_version"] !== "1",
      });
    });
  }

  const generated: [string, () => Promise<Published>, string][] = [
    ["markdown", () => publish(h, { markdown: "# a" }), '"source.md"'],
    ["snippet", () => publish(h, { content: "x", language: "sql" }, { route: "POST /api/snippets" }), '"source.sql"'],
    ["image", () => share(h, { name: "a.png", bytes: "x" }), '"a.png"'],
  ];
  for (const [kind, given, source] of generated) {
    test(`for the page of a ${kind} document, naming ${source}`, async () => {
      await scenario(h, {
        given,
        act: put("index.html", { content: "x" }),
        expect: {
          status: 400,
          error: `"index.html" of this ${kind} document is made from ${source}; change that file instead`,
          quota: 1,
        },
      });
    });
  }

  test("with a markdown source that is not text", async () => {
    await scenario(h, {
      given: () => publish(h, { markdown: "# a" }),
      act: put("source.md", { content: "/w==", encoding: "base64" }),
      expect: { status: 400, error: /^"source.md" is not valid UTF-8 text/, quota: 1 },
    });
  });

  const diffs: [name: string, path: string, write: Record<string, unknown>, diff: string | null][] = [
    ["that is unchanged since then", "other.css", { content: "a\nB\nc\n" }, ""],
    [
      "changed by somebody",
      "index.html",
      { content: "a\nB\nc\n" },
      "--- a/index.html\n+++ b/index.html\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n",
    ],
    ["that is not text now", "index.html", { content: "/w==", encoding: "base64" }, null],
  ];
  for (const [name, path, write, diff] of diffs) {
    test(`on a stale version, with the diff of the file ${name}`, async () => {
      await scenario(h, {
        given: async () => {
          const published = await publish(h, { html: "a\nb\nc\n" });
          await h.call(`PUT ${published.at}/files/index.html`, { as: published.as, json: write });
          return published;
        },
        act: put(path, { content: "mine", base_version: 1 }),
        expect: ({ as }) => ({
          status: 409,
          body: { current_version: 2, base_version: 1, changed_by: as.email, diff },
          quota: 1,
        }),
      });
    });
  }
});

describe("the tools without a route", () => {
  test("update_markdown refuses a page that people sent, which has no source that it could replace", async () => {
    const page = await publish(h, { html: "<h1>Plan</h1>" });
    const { doc_id } = page.doc;
    const answer = await callTool(h, page.as, { name: "update_markdown", arguments: { doc_id, content: "# New" } });
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: "this document is html, not markdown; use update_html" }],
    });
    const { body } = await h.call(`GET ${page.at}`, { as: page.as });
    expect([body.version, body.files.length]).toEqual([1, 1]);
  });

  test("update_snippet and update_file replace the source, and refuse another kind", async () => {
    const snippet = await publish(h, { content: "one", language: "sql" }, { route: "POST /api/snippets" });
    const shared = await share(h, { name: "a.csv", bytes: "1,2" });
    const call = (published: Published, name: string, args: Record<string, unknown>) =>
      callTool(h, published.as, { name, arguments: { doc_id: published.doc.doc_id, ...args } });
    expect(await call(snippet, "update_snippet", { content: "two" })).toMatchObject({
      structuredContent: { version: 2, changed: true, path: "source.sql" },
    });
    expect(await call(shared, "update_file", { content_base64: "MSwz" })).toMatchObject({
      structuredContent: { version: 2, changed: true, path: "a.csv" },
    });
    expect(await call(shared, "update_file", { content: "1,3" })).toMatchObject({
      structuredContent: { changed: false },
    });
    expect(await call(shared, "update_snippet", { content: "x" })).toMatchObject({
      content: [{ text: "this document is file, not a snippet; use update_file" }],
    });
    expect(await call(snippet, "update_file", { content: "x" })).toMatchObject({
      content: [{ text: "this document is snippet, not a file share; use update_snippet" }],
    });
    expect(await call(shared, "update_file", {})).toMatchObject({
      content: [
        { text: expect.stringContaining("provide exactly one of 'content' or 'content_base64', or 'upload_id'") },
      ],
    });
    expect(await call(shared, "update_file", { content: "x", base_version: 1 })).toMatchObject({
      structuredContent: {
        error: { code: "version_conflict", current_version: 2, diff: expect.stringContaining("+1,3") },
      },
    });
  });
});

// Exact replacements in one file, by both routes:
// what matches, what is refused with the count, and what happens under a race.
import { describe, expect, test } from "bun:test";
import { type Published, publish, share } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();

const markdown = (source: string) => () => publish(h, { markdown: source });

function edit(json: Record<string, unknown>) {
  return ({ as, at }: Published) => ({ as, call: `POST ${at}/edit`, json: { path: "source.md", ...json } });
}

async function contentOf({ as, at }: Published, path = "source.md"): Promise<string> {
  return (await h.call(`GET ${at}/files/${path}`, { as })).body;
}

describe("an edit", () => {
  test("replaces the one place that matches, and renders the page anew", async () => {
    await scenario(h, {
      given: markdown("# Old\n\nwords\n"),
      act: edit({ old_string: "words", new_string: "*other* words" }),
      expect: ({ doc }) => ({
        status: 200,
        body: { doc_id: doc.doc_id, path: "source.md", replacements: 1, changed: true, version: 2 },
        audit: [
          { action: "doc.edit", target_id: doc.doc_id, meta: { version: 2, path: "source.md", replacements: 1 } },
        ],
        quota: 1,
      }),
    });
    const made = await markdown("# Old\n\nwords\n")();
    await h.call(`POST ${made.at}/edit`, {
      as: made.as,
      json: { path: "source.md", old_string: "words", new_string: "*x*" },
    });
    expect(await contentOf(made, "index.html")).toContain("<em>x</em>");
  });

  for (const [name, source, old_string, count] of [
    ["several places", "a b a b a", "a", 3],
    ["no place", "a b", "c", 0],
    ["two places that overlap", "aaa", "aa", 2],
  ] as const) {
    test(`refuses a text that matches ${name} with 400 and the count`, async () => {
      await scenario(h, {
        given: markdown(source),
        act: edit({ old_string, new_string: "x" }),
        expect: { status: 400, error: new RegExp(`matches ${count} times`), quota: 1 },
      });
    });
  }

  test("replaces every place with replace_all", async () => {
    await scenario(h, {
      given: markdown("a b a b a"),
      act: edit({ old_string: "a", new_string: "$& $1", replace_all: true }),
      expect: { status: 200, body: { replacements: 3, version: 2 }, audit: [{ action: "doc.edit" }], quota: 1 },
    });
    const made = await markdown("aaa")();
    const json = { path: "source.md", old_string: "a", new_string: "$&", replace_all: true };
    await h.call(`POST ${made.at}/edit`, { as: made.as, json });
    expect(await contentOf(made)).toBe("$&$&$&");
  });

  test("that changes nothing writes nothing", async () => {
    await scenario(h, {
      given: markdown("same"),
      act: edit({ old_string: "same", new_string: "same" }),
      expect: { status: 200, body: { changed: false, replacements: 1, version: 1 }, quota: 1 },
    });
  });

  test("keeps a byte order mark and CRLF, and names CRLF when it is what stood in the way", async () => {
    const made = await publish(h);
    const put = await h.call(`PUT ${made.at}/files/a.txt`, { as: made.as, json: { content: "\ufeffone\r\ntwo\r\n" } });
    expect(put.status).toBe(200);
    const edited = await h.call(`PATCH ${made.at}/files/a.txt`, {
      as: made.as,
      json: { old_string: "one\r\ntwo", new_string: "1\r\n2" },
    });
    expect(edited.body).toMatchObject({ path: "a.txt", replacements: 1 });
    const raw = await h.call(`GET ${made.at}/files/a.txt`, { as: made.as });
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(raw.bytes)).toBe("\ufeff1\r\n2\r\n");
    const refused = await h.call(`PATCH ${made.at}/files/a.txt`, {
      as: made.as,
      json: { old_string: "1\n2", new_string: "" },
    });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining("CRLF"), matches: 0 } });
  });

  test("of a picture, a file that is too large, a page that is made, or a missing file is refused", async () => {
    const picture = await share(h, { name: "a.png", bytes: new Uint8Array([0x89, 0x50, 0xff, 0xfe]) });
    const no = { old_string: "a", new_string: "b" };
    expect((await h.call(`PATCH ${picture.at}/files/a.png`, { as: picture.as, json: no })).status).toBe(400);
    const large = await publish(h);
    await h.call(`PUT ${large.at}/files/l.txt`, { as: large.as, json: { content: "a".repeat(1024 * 1024 + 1) } });
    const answer = await h.call(`PATCH ${large.at}/files/l.txt`, { as: large.as, json: no });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining("l.txt") } });
    const page = await markdown("a")();
    const refused = await h.call(`PATCH ${page.at}/files/index.html`, { as: page.as, json: no });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining("source.md") } });
    expect((await h.call(`PATCH ${page.at}/files/none.md`, { as: page.as, json: no })).status).toBe(404);
    expect(
      (await h.call(`PATCH ${page.at}/files/source.md`, { as: page.as, json: { ...no, old_string: "" } })).status,
    ).toBe(400);
  });

  test("that would grow beyond the cap is a 413, and one that takes long to look for a 400", async () => {
    const { as, at } = await publish(h);
    await h.call(`PUT ${at}/files/l.txt`, { as, json: { content: "a".repeat(1_000_000) } });
    const grown = await h.call(`PATCH ${at}/files/l.txt`, {
      as,
      json: { old_string: "a", new_string: "b".repeat(100), replace_all: true },
    });
    expect(grown.status).toBe(413);
    const slow = await h.call(`PATCH ${at}/files/l.txt`, {
      as,
      json: { old_string: `${"a".repeat(500_000)}b`, new_string: "" },
    });
    expect(slow.status).toBe(400);
  });

  test("that was prepared on another content is made again on what is there", async () => {
    const { as, at } = await publish(h);
    const lines = Array.from({ length: 12 }, (_, n) => `line ${n}\n`);
    await h.call(`PUT ${at}/files/a.txt`, { as, json: { content: lines.join("") } });
    const answers = await Promise.all(
      lines.map((_, n) =>
        h.call(`PATCH ${at}/files/a.txt`, { as, json: { old_string: `line ${n}\n`, new_string: `LINE ${n}\n` } }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(lines.map(() => 200));
    expect(new Set(answers.map((answer) => answer.body.version)).size).toBe(lines.length);
    expect((await h.call(`GET ${at}/files/a.txt`, { as })).body).toBe(lines.join("").toUpperCase());
  });
});

describe("a condition on one file", () => {
  async function hashOf({ as, at }: Published, path: string): Promise<string> {
    return (await h.call(`GET ${at}/manifest`, { as })).body.manifest[path].sha256;
  }

  test("lets writers of different files pass each other, and tells a stale one what changed", async () => {
    const made = await publish(h);
    const { as, at } = made;
    await h.call(`PUT ${at}/files/a.txt`, { as, json: { content: "one\n" } });
    const base_sha256 = await hashOf(made, "a.txt");
    await h.call(`PUT ${at}/files/b.txt`, { as, json: { content: "b", base_sha256: "" } });
    const second = await h.call(`PUT ${at}/files/a.txt`, { as, json: { content: "two\n", base_sha256 } });
    expect(second.status).toBe(200);
    const stale = await h.call(`PUT ${at}/files/a.txt`, { as, json: { content: "three\n", base_sha256 } });
    expect(stale).toMatchObject({
      status: 409,
      body: {
        current_version: 4,
        base_version: 3,
        path: "a.txt",
        changed_by: as.email,
        diff: expect.stringContaining("-one\n+two\n"),
      },
    });
    expect((await h.call(`PUT ${at}/files/a.txt`, { as, json: { content: "x", base_sha256: "" } })).status).toBe(409);
    expect((await h.call(`PUT ${at}/files/c.txt`, { as, json: { content: "x", base_sha256 } })).status).toBe(409);
  });

  test("is If-Match with the ETag of the file too", async () => {
    const { as, at } = await publish(h);
    const put = (headers: Record<string, string>, content: string) =>
      h.call(`PUT ${at}/files/a.txt`, { as, headers, json: { content } });
    expect((await put({ "if-match": "*" }, "one")).status).toBe(409);
    expect((await put({ "if-none-match": "*" }, "one")).status).toBe(200);
    expect((await put({ "if-none-match": "*" }, "two")).status).toBe(409);
    const etag = (await h.call(`GET ${at}/files/a.txt`, { as })).headers.get("etag") ?? "";
    expect((await put({ "if-match": `"other", ${etag}` }, "two")).status).toBe(200);
    expect((await put({ "if-match": etag }, "three")).status).toBe(409);
    expect((await put({ "if-match": "*" }, "three")).status).toBe(200);
  });
});

describe("text", () => {
  test("answers lines with their ends, and counts them", async () => {
    const given = markdown("one\ntwo\r\nthree");
    const query =
      (search: string) =>
      ({ as, at }: Published) => ({ as, call: `GET ${at}/text?path=source.md${search}` });
    const whole = { total_lines: 3, version: 1, size: 14, path: "source.md" };
    await scenario(h, {
      given,
      act: query(""),
      expect: { status: 200, body: { ...whole, content: "one\ntwo\r\nthree", start_line: 1, end_line: 3 } },
    });
    await scenario(h, {
      given,
      act: query("&start=2&end=2"),
      expect: { status: 200, body: { ...whole, content: "two\r\n", start_line: 2, end_line: 2 } },
    });
    await scenario(h, {
      given,
      act: query("&start=2&end=99"),
      expect: { status: 200, body: { ...whole, content: "two\r\nthree", end_line: 3 } },
    });
    await scenario(h, { given, act: query("&start=4"), expect: { status: 400, error: /3 lines/ } });
    await scenario(h, { given, act: query("&start=2&end=1"), expect: { status: 400 } });
    await scenario(h, { given, act: query("&start=0"), expect: { status: 400 } });
    await scenario(h, { given, act: query("&version=7"), expect: { status: 404 } });
  });

  test("of what is no text is a 400 that names the file", async () => {
    const { as, at } = await share(h, { name: "a.bin", bytes: new Uint8Array([0, 1, 2, 255]) });
    const answer = await h.call(`GET ${at}/text?path=a.bin`, { as });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining("a.bin") } });
  });
});

// Reading one document: who sees it, its manifest, its files over HTTP, and the tools that read.
import { describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { type Published, publish, share } from "./published.ts";

const h = await openHarness();

/** An owner with a document, a member of the same workspace, and somebody from another one. */
async function world(
  json?: Record<string, unknown>,
): Promise<Published & Record<"member" | "stranger", Published["as"]>> {
  const published = await publish(h, json);
  const member = await h.person({ role: "member", workspace_id: published.as.workspace_id });
  return { ...published, member, stranger: await h.person() };
}

const READS = ["", "/manifest", "/versions", "/files/index.html"];
const WRITES: [route: string, json?: unknown][] = [
  ["PATCH", { title: "Mine" }],
  ["DELETE"],
  ["PUT /files/a.txt", { content: "x" }],
  ["DELETE /files?path=a.txt"],
  ["POST /versions/1/restore"],
  ["POST /undelete", {}],
];

function routeAt(at: string, route: string): string {
  const [method = "", path = ""] = route.split(" ");
  return `${method} ${at}${path}`;
}

describe("a document that is not the caller's", () => {
  test("answers exactly what an unknown id does, to every route", async () => {
    const { stranger, member, at } = await world();
    for (const caller of [stranger, member]) {
      for (const [route, json] of [...READS.map((path) => [`GET ${path}`] as const), ...WRITES]) {
        const send = (target: string) => h.call(routeAt(target, route), { as: caller, ...(json ? { json } : {}) });
        const [real, unknown] = await Promise.all([send(at), send("/api/docs/doc_AAAAAAAAAAAAAAAAAAAAAA")]);
        expect({ route, ...real.body, request_id: "" }).toEqual({
          ...{ route, error: "document not found", code: "not_found", request_id: "" },
        });
        expect({ status: real.status, ...unknown.body, request_id: "" }).toEqual({
          status: unknown.status,
          ...real.body,
          request_id: "",
        });
        expect(real.status).toBe(404);
      }
    }
  });

  test("is a 404 whatever its id looks like", async () => {
    const as = await h.person();
    for (const id of [
      "1",
      "0",
      "-1",
      "99999999999999999999",
      "%00",
      "%ED%A0%80",
      "a%2Fb",
      "doc_'%22;--",
      "x".repeat(3000),
      "%2e%2e",
    ]) {
      const answer = await h.call(`GET /api/docs/${id}`, { as });
      expect([400, 404]).toContain(answer.status);
    }
  });

  test("is a 404 to a viewer as an object, while its files are theirs to read", async () => {
    const { member, at } = await world({ html: "<p>x</p>", visibility: "workspace" });
    expect((await h.call(`GET ${at}`, { as: member })).status).toBe(404);
    expect((await h.call(`GET ${at}/manifest`, { as: member })).status).toBe(200);
    expect((await h.call(`GET ${at}/files/index.html`, { as: member })).body).toBe("<p>x</p>");
    const patched = await h.call(`PATCH ${at}`, { as: member, json: { title: "Mine" } });
    expect(patched).toMatchObject({ status: 403, body: { error: "this needs edit on the document; you hold view" } });
    const deleted = await h.call(`DELETE ${at}`, { as: member });
    expect(deleted.body.error).toBe("only the document's owner may do this; you hold view");
  });
});

test("a document is read by its owner, and as a link and a list of files by tools", async () => {
  await scenario(h, {
    given: world,
    act: ({ as, at }) => ({ as, call: `GET ${at}` }),
    expect: ({ doc }) => ({ status: 200, body: doc }),
  });
});

test("a document's link and files are found by a viewer's tools, as what it says is", async () => {
  const { member, doc } = await world({ markdown: "# Plan", visibility: "workspace" });
  const { doc_id, url } = doc;
  const ask = (name: string) => callTool(h, member, { name, arguments: { doc_id } });
  expect((await ask("get_link")).structuredContent).toMatchObject({ doc_id, url, title: "Plan", version: 1 });
  const { files } = (await ask("list_files")).structuredContent as { files: { path: string }[] };
  expect(files.map(({ path }) => path)).toEqual(["index.html", "source.md"]);
});

describe("a manifest", () => {
  test("names every file's hash of the version asked for", async () => {
    const { as, at, doc } = await publish(h, { html: "one" });
    await h.call(`PUT ${at}/files/a/b.css`, { as, json: { content: "p{}" } });
    const now = await h.call(`GET ${at}/manifest`, { as });
    expect(now.body).toMatchObject({ doc_id: doc.doc_id, version: 2, current_version: 2 });
    expect(Object.keys(now.body.manifest)).toEqual(["a/b.css", "index.html"]);
    expect(now.body.manifest["index.html"]).toEqual({
      sha256: new Bun.CryptoHasher("sha256").update("one").digest("hex"),
      size: 3,
      content_type: "text/html; charset=utf-8",
    });
    const first = await h.call(`GET ${at}/manifest?version=1`, { as });
    expect(Object.keys(first.body.manifest)).toEqual(["index.html"]);
  });

  const versions: [string, number][] = [
    ["3", 404],
    ["2147483647", 404],
    ["2147483648", 400],
    ["9007199254740993", 400],
    ["1e400", 422],
    ["0", 400],
    ["one", 422],
    ["", 422],
  ];
  for (const [version, status] of versions) {
    test(`of version "${version}" is a ${status}`, async () => {
      const { as, at } = await publish(h);
      for (const path of ["/manifest", "/files/index.html"]) {
        expect((await h.call(`GET ${at}${path}?version=${version}`, { as })).status).toBe(status);
      }
    });
  }
});

describe("a file over HTTP", () => {
  test("is an attachment that no browser runs, with its hash as ETag and its version named", async () => {
    const { as, at } = await publish(h, { html: "<script>1</script>" });
    const answer = await h.call(`GET ${at}/files/index.html`, { as });
    expect(answer.status).toBe(200);
    const sha256 = new Bun.CryptoHasher("sha256").update("<script>1</script>").digest("hex");
    const wanted = {
      etag: `"${sha256}"`,
      "x-doc-version": "1",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": "attachment; filename=\"index.html\"; filename*=UTF-8''index.html",
    };
    for (const [name, value] of Object.entries(wanted)) expect([name, answer.headers.get(name)]).toEqual([name, value]);
    const same = await h.call(`GET ${at}/files/index.html`, { as, headers: { "if-none-match": `"${sha256}"` } });
    expect([same.status, same.bytes.byteLength, same.headers.get("x-doc-version")]).toEqual([304, 0, "1"]);
  });

  test("answers ranges, HEAD, and an older version", async () => {
    const { as, at } = await publish(h, { html: "0123456789" });
    await h.call(`PUT ${at}/files/index.html`, { as, json: { content: "new" } });
    const part = await h.call(`GET ${at}/files/index.html?version=1`, { as, headers: { range: "bytes=2-4" } });
    expect([part.status, part.body, part.headers.get("content-range")]).toEqual([206, "234", "bytes 2-4/10"]);
    const beyond = await h.call(`GET ${at}/files/index.html`, { as, headers: { range: "bytes=9-" } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */3"]);
    const head = await h.call(`HEAD ${at}/files/index.html`, { as });
    expect([head.status, head.bytes.byteLength, head.headers.get("content-length")]).toEqual([200, 0, "3"]);
  });

  test("with an unusual name is found by its encoded path and named in every script", async () => {
    const { as, at } = await publish(h);
    const put = await h.call(
      `PUT ${at}/files/${encodeURIComponent("Bücher & co")}/${encodeURIComponent('50% "x" #1?.txt')}`,
      {
        as,
        json: { content: "x" },
      },
    );
    expect(put.body.path).toBe('Bücher & co/50% "x" #1?.txt');
    const got = await h.call(`GET ${at}/files/B%C3%BCcher%20&%20co/50%25%20%22x%22%20%231%3F.txt`, { as });
    expect(got.body).toBe("x");
    expect(got.headers.get("content-disposition")).toBe(
      "attachment; filename=\"50_ _x_ #1?.txt\"; filename*=UTF-8''50%25%20%22x%22%20%231%3F.txt",
    );
  });

  const paths: [string, number][] = [
    ["nothing.txt", 404],
    ["", 400],
    ["a%2Fb", 404],
    ["a%5Cb", 400],
    ["..%2F..%2Fetc%2Fpasswd", 400],
    ["%252e%252e/x", 400],
    ["a%00b", 400],
    ["a//b", 400],
    ["%FF", 400],
    ["%ED%A0%80", 400],
    ["_x", 400],
    ["~x", 400],
    ["x".repeat(600), 400],
  ];
  for (const [path, status] of paths) {
    test(`at "${path.slice(0, 40)}" is a ${status}, read and written`, async () => {
      const { as, at } = await publish(h);
      const read = await h.call(`GET ${at}/files/${path}`, { as });
      expect(read.status).toBe(status);
      expect(typeof read.body.error).toBe("string");
      if (status === 404) return;
      await scenario(h, {
        given: () => publish(h),
        act: ({ as: owner, at: place }) => ({ as: owner, call: `PUT ${place}/files/${path}`, json: { content: "x" } }),
        expect: { status },
        tools: false,
      });
    });
  }

  test("cannot be climbed out of: dots are resolved before the address is read", async () => {
    const { as, at } = await publish(h);
    for (const path of ["../../../healthz", "%2e%2e/%2e%2e/%2e%2e/healthz", "..%2f", ".%2e/files"]) {
      const answer = await h.call(`GET ${at}/files/${path}`, { as });
      expect(answer.status).not.toBe(500);
      expect(answer.body.path).toBeUndefined();
    }
  });
});

describe("get_file", () => {
  const read = (published: Published, args: Record<string, unknown>) =>
    callTool(h, published.as, { name: "get_file", arguments: { doc_id: published.doc.doc_id, ...args } });

  test("answers text in parts that never cut a pair of surrogates, and joins to the whole", async () => {
    const whole = `${"a".repeat(99)}😀${"é😀".repeat(200)}`;
    const published = await publish(h, { markdown: whole });
    let text = "";
    let next: string | null = null;
    do {
      const part: { content: string; next: string | null } = (
        await read(published, { path: "source.md", max_chars: 100, next })
      ).structuredContent;
      expect(part.content.isWellFormed()).toBe(true);
      text += part.content;
      next = part.next;
    } while (next !== null);
    expect(text).toBe(whole);
  });

  test("ends a part with a line, and stays with the version whose first part was read", async () => {
    const published = await publish(h, { markdown: "one\ntwo\nthree\n" });
    const first = (await read(published, { path: "source.md", max_chars: 9 })).structuredContent;
    expect(first).toMatchObject({ content: "one\ntwo\n", version: 1, next: "1.8" });
    await h.call(`PUT ${published.at}/files/source.md`, { as: published.as, json: { content: "other" } });
    const { next } = first;
    expect((await read(published, { path: "source.md", next })).structuredContent).toMatchObject({
      content: "three\n",
      version: 1,
      next: null,
    });
    expect(await read(published, { path: "source.md", next, version: 2 })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "invalid" } },
    });
  });

  test("answers bytes as base64 in parts", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(1000));
    const published = await share(h, { name: "a.bin", bytes });
    const first = (await read(published, { path: "a.bin", max_chars: 400 })).structuredContent;
    expect(first).toMatchObject({ encoding: "base64", size: 1000, next: "1.300" });
    const rest = (await read(published, { path: "a.bin", next: "1.300" })).structuredContent;
    expect(Buffer.concat([Buffer.from(first.content, "base64"), Buffer.from(rest.content, "base64")])).toEqual(
      Buffer.from(bytes),
    );
    expect((await read(published, { path: "a.bin", next: "1.5000" })).structuredContent).toMatchObject({
      content: "",
      next: null,
    });
  });

  test("refuses what REST refuses", async () => {
    const published = await publish(h);
    const cases: [Record<string, unknown>, string][] = [
      [{ path: "x" }, "not_found"],
      [{ path: "index.html", version: 9 }, "not_found"],
      [{ path: "../x" }, "invalid"],
      [{ path: "" }, "invalid"],
      [{ path: "index.html", version: 2 ** 40 }, "invalid"],
      [{ path: "index.html", next: "x" }, "invalid"],
      [{ path: "index.html", next: "0.1" }, "invalid"],
      [{ path: "index.html", next: "9.1" }, "not_found"],
      [{}, "invalid_arguments"],
    ];
    for (const [args, code] of cases) {
      expect(await read(published, args)).toMatchObject({ isError: true, structuredContent: { error: { code } } });
    }
  });
});

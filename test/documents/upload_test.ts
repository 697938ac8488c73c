// PUT /api/upload: what becomes a document, and everything that is refused and leaves nothing.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { expectTraceless } from "./traces.ts";

const MIB = 1024 ** 2;
const h = await openHarness();
const owner = await h.person();

function put(
  query: Record<string, string>,
  body: BodyInit,
  send: { as?: Person; headers?: Record<string, string> } = {},
) {
  return h.call(`PUT /api/upload?${new URLSearchParams(query)}`, { as: owner, body, ...send });
}

test("a page, a picture, a stylesheet and markdown each become their kind, with every member of the query", async () => {
  const query = {
    title: "Mine",
    visibility: "unlisted",
    listing: "team",
    retention_days: "3",
    tags: "b, a ,",
    folder: "in/here",
  };
  const page = await put({ filename: "a/b.HTML", ...query }, "<h1>Hi</h1>");
  expect(page.status).toBe(201);
  expect(page.body).toMatchObject({
    kind: "html",
    title: "Mine",
    visibility: "unlisted",
    listing: "team",
    retention_days: 3,
    tags: ["b", "a"],
    folder: "in/here",
    files: [{ path: "index.html", size: 11 }],
  });
  const picture = await put({ filename: "Sun.png", description: "The sun" }, new Uint8Array([1, 2, 3]));
  expect(picture.body).toMatchObject({ kind: "image", title: "Sun", description: "The sun", visibility: "restricted" });
  expect(picture.body.files.map((file: { path: string }) => file.path)).toEqual(["Sun.png", "index.html"]);
  expect((await put({ filename: "site.css" }, "a{}")).body.kind).toBe("file");
  expect((await put({ filename: "n.md" }, "# Note")).body).toMatchObject({ kind: "markdown", title: "Note" });
  expect((await put({ filename: "n.md", render: "false" }, "# Note")).body.kind).toBe("file");
});

test("a session cookie uploads too, and a foreign origin does not", async () => {
  const send = (origin: string) =>
    h.call("PUT /api/upload?filename=a.txt", { as: owner, with_cookie: true, body: "a", headers: { origin } });
  expect((await send(h.base_url)).status).toBe(201);
  await expectTraceless(h, 403, () => send("https://elsewhere.example"));
});

test("without a credential it is a 401 that says detail", async () => {
  const answer = await expectTraceless(h, 401, () => h.call("PUT /api/upload?filename=a.txt", { body: "a" }));
  expect(answer.body.detail).toBe("authentication required");
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
});

const REFUSED: [name: string, query: Record<string, string>, body: BodyInit, words: string][] = [
  ["no filename", {}, "x", "filename is required"],
  ["an empty filename", { filename: "" }, "x", "filename must not be empty"],
  ["a filename that is only folders", { filename: "a/b/" }, "x", "holds the segment"],
  ["a filename of the service's own", { filename: "~x.bin" }, "x", "starts with"],
  ["a filename that climbs", { filename: ".." }, "x", "stays inside"],
  ["a filename that is encoded twice", { filename: "%2e%2e.bin" }, "x", "percent-encoded"],
  ["a filename with NUL", { filename: "a\0.bin" }, "x", "NUL"],
  ["a filename of 256 characters", { filename: `${"a".repeat(252)}.bin` }, "x", "at most 255"],
  ["an empty body", { filename: "a.bin" }, "", "empty"],
  ["an empty page", { filename: "a.html" }, "", "empty"],
  ["an empty body of unknown length", { filename: "a.bin" }, new Blob([]).stream(), "empty"],
  ["a page that is no text", { filename: "a.html" }, new Uint8Array([0xff, 0]), "UTF-8"],
  ["visibility password", { filename: "a.bin", visibility: "password" }, "x", "restricted, unlisted, workspace"],
  ["an unknown listing", { filename: "a.bin", listing: "all" }, "x", "private, team"],
  ["negative retention", { filename: "a.bin", retention_days: "-1" }, "x", "at least 0"],
  ["retention that is no number", { filename: "a.bin", retention_days: "long" }, "x", "integer"],
  ["a bad tag", { filename: "a.bin", tags: "ok,<no>" }, "x", "<no>"],
  ["eleven tags", { filename: "a.bin", tags: "a,b,c,d,e,f,g,h,i,j,k" }, "x", "at most 10"],
  ["a bad folder", { filename: "a.bin", folder: "a/../b" }, "x", '".."'],
  ["a description of a page", { filename: "a.html", description: "d" }, "x", "file shares"],
  ["a description over 16 KiB", { filename: "a.bin", description: "ä".repeat(8193) }, "x", "16384"],
  ["a path without a document", { filename: "a.bin", path: "a.bin" }, "x", "doc_id"],
  ["a base_version without a document", { filename: "a.bin", base_version: "1" }, "x", "doc_id"],
];

test.each(REFUSED)("%s is a 400 that says detail and leaves nothing", async (_name, query, body, words) => {
  const answer = await expectTraceless(h, 400, () => put(query, body));
  expect(answer.body.detail).toContain(words);
  expect(answer.body.error).toBeUndefined();
});

test("an unknown root is a 404 that leaves nothing", async () => {
  await expectTraceless(h, 404, () => put({ filename: "a.html", root: "nowhere" }, "x"));
});

test("a declared length over the limit is a 413 before a byte is read", async () => {
  const sizes: [string, number][] = [
    ["a.html", 20 * MIB],
    ["a.js", 20 * MIB],
    ["a.css", 20 * MIB],
    ["a.md", 20 * MIB],
    ["a.zip", 2048 * MIB],
  ];
  for (const [filename, most] of sizes) {
    const body = new ReadableStream(
      {
        pull: () => {
          throw new Error("a byte was asked for");
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "content-length": String(most + 1) };
    const answer = await expectTraceless(h, 413, () => put({ filename }, body, { headers }));
    expect(answer.body.detail).toContain(String(most));
  }
});

test("a body of unknown length is counted and refused past the limit", async () => {
  for (const filename of ["a.js", "a.html"]) {
    const answer = await expectTraceless(h, 413, () => put({ filename }, endless(21)));
    expect(answer.body.detail).toContain(String(20 * MIB));
  }
});

/** So many MiB, without a declared length. */
function endless(mib: number): ReadableStream<Uint8Array> {
  let left = mib;
  return new ReadableStream({
    pull: (controller) => {
      if (left-- > 0) controller.enqueue(new Uint8Array(MIB).fill(97));
      else controller.close();
    },
  });
}

test("exactly the limit is taken, for code and for pages", async () => {
  const whole = new Uint8Array(20 * MIB).fill(97);
  expect((await put({ filename: "big.js" }, whole)).status).toBe(201);
  expect((await put({ filename: "big.html" }, whole)).status).toBe(201);
});

test("where the storage is full a smaller file still takes a larger one's place, and the last that was taken is answered again", async () => {
  const poor = await h.person({ plan: "free" });
  const { doc_id } = (await put({ filename: "page.html" }, `<p>${"long ".repeat(200)}</p>`, { as: poor })).body;
  const last = { filename: "last.bin", idempotency_key: "last" };
  const { sql } = h.runtime.database;
  await sql`update document_counters set bytes = ${1024 ** 3 - 20_000} where workspace_id = ${poor.workspace_id}`;
  const taken = await put(last, "the last that fits", { as: poor });
  expect(taken.status).toBe(201);
  await sql`update document_counters set bytes = ${1024 ** 3} where workspace_id = ${poor.workspace_id}`;
  const repeat = await put(last, "the last that fits", { as: poor });
  expect([repeat.status, repeat.body.doc_id]).toEqual([201, taken.body.doc_id]);

  expect((await h.call("POST /api/uploads", { as: poor, json: { filename: "b.bin" } })).status).toBe(413);
  const replacing = { filename: "page.html", doc_id, path: "index.html" };
  const json = { ...replacing, base_version: 1, size: 20 };
  expect((await h.call("POST /api/uploads", { as: poor, json })).status).toBe(201);
  const smaller = await put({ ...replacing, base_version: "1" }, "<p>short</p>", { as: poor });
  expect([smaller.status, smaller.body.version]).toEqual([200, 2]);
  const larger = `<p>${"long ".repeat(200)}</p>`.repeat(20);
  await sql`update document_counters set bytes = ${1024 ** 3} where workspace_id = ${poor.workspace_id}`;
  expect((await put({ ...replacing, base_version: "2" }, larger, { as: poor })).status).toBe(413);
});

test("the highest plan is told of no larger one", async () => {
  const rich = await h.person({ plan: "enterprise" });
  await put({ filename: "a.txt" }, "a", { as: rich });
  const { sql } = h.runtime.database;
  await sql`update document_counters set bytes = ${5 * 1024 ** 4} where workspace_id = ${rich.workspace_id}`;
  const { body } = await put({ filename: "b.txt" }, "b", { as: rich });
  expect(body.detail).toBe(
    "storage quota exceeded: the Enterprise plan holds 5120 GiB; delete documents or ask whoever runs this server for more",
  );
});

test("an upload past what the plan holds is refused, by its declared length and by its bytes", async () => {
  const poor = await h.person({ plan: "free" });
  await h.call("PUT /api/upload?filename=a.txt", { as: poor, body: "a" });
  const { sql } = h.runtime.database;
  await sql`update document_counters set bytes = ${1024 ** 3 - 500} where workspace_id = ${poor.workspace_id}`;
  const body = new Uint8Array(1000);
  for (const sent of [body, new Blob([body]).stream()]) {
    const answer = await expectTraceless(h, 413, () => put({ filename: "b.bin" }, sent, { as: poor }));
    expect(answer.body.detail).toContain("storage quota exceeded");
  }
});

test("an upload over the hour's publishes is a 429 that says detail", async () => {
  const busy = await h.person();
  const { limit } = h.runtime.quotas.entry("publish");
  for (let used = 0; used < limit; used += 1)
    await h.runtime.quotas.take("publish", `user:${busy.user_id}`, h.clock.now());
  const answer = await expectTraceless(h, 429, () => put({ filename: "a.bin" }, "x", { as: busy }));
  expect(answer.body).toMatchObject({ detail: expect.stringContaining("publish rate limit exceeded") });
  expect(answer.headers.get("retry-after")).toBeNull();
});

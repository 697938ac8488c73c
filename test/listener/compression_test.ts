// Compressed JSON: which answers are, in which encoding, and that no other site learns anything from their length.
import { beforeAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { compressAnswer } from "../../hosts/answers/compressed_answer.ts";
import { databasesOf } from "../databases/made.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { until } from "../harness/until.ts";

const h = await openHarness();
let as: Person;

beforeAll(async () => {
  as = await h.person();
  for (let at = 0; at < 6; at += 1) {
    await h.call("POST /api/docs", { as, json: { markdown: `# Number ${at}`, folder: "a/folder/of/some/length" } });
  }
});

async function ask(path: string, headers: Record<string, string>, method = "GET") {
  const sent = { host: new URL(h.base_url).host, authorization: `Bearer ${as.token}`, ...headers };
  const response = await h.fetch(new Request(h.base_url + path, { method, headers: sent }));
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    encoding: response.headers.get("content-encoding"),
    bytes,
  };
}

const unpacked = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

test("a list of documents is compressed as the client likes it, says so, and is the same list", async () => {
  const plain = await ask("/api/docs", {});
  expect(plain.encoding).toBeNull();
  expect(plain.headers.get("vary")).toContain("accept-encoding");
  expect(plain.bytes.length).toBeGreaterThan(1024);
  for (const [accepted, encoding] of [
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, deflate, br", "br"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
  ] as const) {
    const packed = await ask("/api/docs", { "accept-encoding": accepted });
    expect(packed.encoding).toBe(encoding);
    expect(packed.headers.get("vary")).toContain("accept-encoding");
    expect(packed.headers.get("content-type")).toStartWith("application/json");
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(unpacked[encoding](packed.bytes).equals(plain.bytes)).toBeTrue();
  }
});

test("HEAD tells the length of what GET would send", async () => {
  const got = await ask("/api/docs", { "accept-encoding": "gzip" });
  const head = await ask("/api/docs", { "accept-encoding": "gzip" }, "HEAD");
  expect(head.encoding).toBe("gzip");
  expect(head.headers.get("content-length")).toBe(String(got.bytes.length));
});

test("an export of a database is compressed on its way, and is the same export", async () => {
  const { makeDatabase, addRecord } = databasesOf(h);
  const made = await makeDatabase({ as });
  for (let at = 0; at < 6; at++) await addRecord(made, { name: "x", extra: { text: `${at} `.repeat(100_000) } });
  const path = `${made.at}/export`;
  const read = (bytes: Buffer) => ({ ...JSON.parse(bytes.toString()), exported_at: null });
  const plain = await ask(path, {});
  expect([plain.encoding, plain.bytes.length > 2 ** 20]).toEqual([null, true]);
  for (const encoding of ["zstd", "br", "gzip"] as const) {
    const packed = await ask(path, { "accept-encoding": encoding });
    expect([packed.status, packed.encoding, packed.headers.has("content-length")]).toEqual([200, encoding, false]);
    expect(Bun.deepEquals(read(unpacked[encoding](packed.bytes)), read(plain.bytes))).toBeTrue();
    const head = await ask(path, { "accept-encoding": encoding }, "HEAD");
    expect([head.status, head.encoding, head.headers.has("content-length")]).toEqual([200, encoding, false]);
  }
});

const MIB = 2 ** 20;

/** An answer of so many pieces of 1 MiB that do not compress, and what became of it. */
function longAnswer(pieces: number, breaksAt = pieces) {
  const seen = { made: 0, let_go: false };
  const body = new ReadableStream({
    pull(controller) {
      if (seen.made === pieces) return controller.close();
      if (seen.made === breaksAt) return controller.error(new Error("the disk is gone"));
      controller.enqueue(randomBytes(MIB));
      seen.made++;
    },
    cancel() {
      seen.let_go = true;
    },
  });
  const headers = { "content-type": "application/json", "content-length": String(pieces * MIB) };
  const asking = new Request(h.base_url, { headers: { "accept-encoding": "gzip" } });
  const readerOf = async () => {
    const { body: packed } = await compressAnswer(asking, new Response(body, { headers }));
    if (!packed) throw new Error("there is no body");
    return packed.getReader();
  };
  return { seen, readerOf };
}

test("a long answer is compressed as it is taken, and let go of with its reader", async () => {
  const { seen, readerOf } = longAnswer(64);
  const reader = await readerOf();
  for (let pieces = 0; pieces < 20; pieces++) expect((await reader.read()).done).toBeFalse();
  expect(seen.made).toBeLessThan(16);
  await reader.cancel();
  await until(() => seen.let_go);
});

test("a long answer that breaks off is not taken for a whole one", async () => {
  const { readerOf } = longAnswer(8, 4);
  const reader = await readerOf();
  const drain = async () => {
    while (!(await reader.read()).done);
  };
  await expect(drain()).rejects.toThrow("the disk is gone");
});

test("what is short, and what is read as a file, is sent as it is", async () => {
  const short = await ask("/api/me", { "accept-encoding": "br" });
  expect(short.bytes.length).toBeLessThan(1024);
  expect(short.encoding).toBeNull();
  expect(JSON.parse(short.bytes.toString())).toBeObject();
  const refused = await ask("/api/docs/none", { "accept-encoding": "br" });
  expect([refused.status, refused.encoding]).toEqual([404, null]);
  expect(JSON.parse(refused.bytes.toString())).toHaveProperty("error");
  const { body: doc } = await h.call("POST /api/docs", { as, json: { html: "<p>x</p>" } });
  const file = `/api/docs/${doc.doc_id}/files/data.json`;
  await h.call(`PUT ${file}`, { as, json: { content: JSON.stringify("a".repeat(4000)) } });
  const raw = await ask(file, { "accept-encoding": "br" });
  expect([raw.status, raw.encoding, raw.headers.has("etag")]).toEqual([200, null, true]);
});

test("what a page of another site could ask for with the reader's cookie keeps its length", async () => {
  const cookie = { authorization: "", cookie: as.cookie, "accept-encoding": "br" };
  for (const [site, encoding] of [
    ["cross-site", null],
    ["same-site", null],
    ["none", null],
    ["same-origin", "br"],
  ] as const) {
    const answer = await ask("/api/docs", { ...cookie, "sec-fetch-site": site });
    expect({ site, status: answer.status, encoding: answer.encoding }).toEqual({ site, status: 200, encoding });
  }
  expect((await ask("/api/docs", cookie)).encoding).toBeNull();
});

test("a page goes out compressed where it holds no secret and no other site can have asked for it", async () => {
  const visit = { authorization: "", cookie: as.cookie, accept: "text/html", "accept-encoding": "br" };
  const plain = await ask("/app", { ...visit, "sec-fetch-site": "none" });
  expect([plain.status, plain.encoding, plain.headers.get("vary")]).toEqual([200, null, "accept-encoding"]);
  const packed = await ask("/app", { ...visit, "sec-fetch-site": "same-origin" });
  expect(packed.encoding).toBe("br");
  expect(brotliDecompressSync(packed.bytes).toString()).toContain("Number 3");
  expect((await ask("/app", { ...visit, "sec-fetch-site": "cross-site" })).encoding).toBeNull();
  const login = await ask("/auth/login", { authorization: "", accept: "text/html", "accept-encoding": "gzip" });
  expect([login.status, login.encoding]).toEqual([200, "gzip"]);
});

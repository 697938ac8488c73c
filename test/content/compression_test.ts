// Published text goes out compressed once its form is made, under a tag that every road knows again.
import { expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";

const h = await openHarness();
const unpacked = { br: brotliDecompressSync, gzip: gunzipSync };
const PAGE = `<!doctype html><title>x</title><p>${"words and words ".repeat(500)}</p>`;

async function publish(json: Record<string, unknown>) {
  const as = await h.person();
  const { body } = await h.call("POST /api/docs", { as, json: { visibility: "unlisted", ...json } });
  return new URL(body.url).pathname;
}

/** Asks until the form is made, which the first requests start; each answer until then is the plain one. */
async function openPacked(path: string, accepted: string, reader: Parameters<typeof h.open>[1] = {}) {
  const headers = { ...reader.headers, "accept-encoding": accepted };
  const ask = () => h.open(path, { ...reader, headers });
  let answer = await ask();
  await until(async () => {
    expect(answer.headers.get("vary")).toBe("accept-encoding");
    if (answer.headers.has("content-encoding")) return true;
    answer = await ask();
    return false;
  });
  return answer;
}

test.each(["br", "gzip"] as const)("a page is sent in %p, and is the same page", async (encoding) => {
  const path = await publish({ html: PAGE });
  const plain = await h.open(path);
  const packed = await openPacked(path, encoding);
  expect(packed.headers.get("content-encoding")).toBe(encoding);
  expect(packed.headers.get("content-length")).toBe(String(packed.bytes.length));
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
  expect(unpacked[encoding](packed.bytes).equals(plain.bytes)).toBeTrue();
  expect(packed.headers.get("content-security-policy")).toBe(plain.headers.get("content-security-policy"));
  expect((await h.open(path)).headers.get("content-encoding")).toBeNull();
  expect((await h.open(path, { headers: { "accept-encoding": `${encoding};q=0` } })).bytes).toEqual(plain.bytes);
  const head = await h.open(path, { method: "HEAD", headers: { "accept-encoding": encoding } });
  expect(head.headers.get("content-length")).toBe(String(packed.bytes.length));
});

test("the tag of the compressed form is weak, is known again by every server, and stands on the 304", async () => {
  const path = await publish({ html: PAGE });
  const strong = (await h.open(path)).headers.get("etag") ?? "";
  const weak = (await openPacked(path, "br")).headers.get("etag") ?? "";
  expect(weak).toBe(`W/${strong}`);
  const revalidated = await h.open(path, { headers: { "accept-encoding": "br", "if-none-match": weak } });
  expect([revalidated.status, revalidated.headers.get("etag")]).toEqual([304, weak]);
  expect((await h.open(path, { headers: { "if-none-match": strong } })).headers.get("etag")).toBe(strong);
  const elsewhere = await h.twin();
  expect((await elsewhere.open(path, { headers: { "if-none-match": weak } })).status).toBe(304);
  const part = await h.open(path, { headers: { "accept-encoding": "br", range: "bytes=0-8", "if-range": weak } });
  expect([part.status, part.headers.get("content-encoding")]).toEqual([200, null]);
});

test("what a new version says is sent, compressed or not", async () => {
  const as = await h.person();
  const { body } = await h.call("POST /api/docs", { as, json: { html: PAGE, visibility: "unlisted" } });
  const path = new URL(body.url).pathname;
  await openPacked(path, "br");
  await h.call(`PUT /api/docs/${body.doc_id}/files/index.html`, { as, json: { content: `${PAGE}<p>new</p>` } });
  expect(brotliDecompressSync((await openPacked(path, "br")).bytes).toString()).toEndWith("<p>new</p>");
});

test("a large text and what a password opens are sent compressed once their form is made, and in parts as they are", async () => {
  const large = `<!doctype html><title>x</title>${"<p>some more words of a long page</p>".repeat(20_000)}`;
  const basic = `Basic ${btoa(":correct horse battery")}`;
  const closed = { headers: { authorization: basic } };
  for (const [json, reader] of [
    [{ html: large }, {}],
    [{ html: PAGE, visibility: "password", password: "correct horse battery" }, closed],
    [{ html: large, visibility: "password", password: "correct horse battery" }, closed],
  ] as const) {
    const path = await publish(json);
    const packed = await openPacked(path, "br", reader);
    const plain = await h.open(path, reader);
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBeTrue();
    expect(packed.headers.get("content-length")).toBe(String(packed.bytes.length));
    expect(packed.headers.get("accept-ranges")).toBeNull();
    expect(packed.headers.get("cache-control")).toBe(plain.headers.get("cache-control"));
    const weak = packed.headers.get("etag") ?? "";
    expect(weak).toBe(`W/${plain.headers.get("etag")}`);
    const asked = (headers: Record<string, string>) =>
      h.open(path, { headers: { ...reader.headers, "accept-encoding": "br", ...headers } });
    const known = await asked({ "if-none-match": weak });
    expect([known.status, known.headers.get("etag"), known.headers.get("content-encoding")]).toEqual([304, weak, null]);
    const part = await asked({ range: "bytes=0-8" });
    expect([part.status, part.headers.get("content-encoding"), part.bytes.length]).toEqual([206, null, 9]);
    const head = await h.open(path, { method: "HEAD", headers: { ...reader.headers, "accept-encoding": "br" } });
    expect(head.headers.get("content-length")).toBe(String(packed.bytes.length));
  }
});

test("a form opens nothing: whoever may not read gets none, though it is made", async () => {
  const path = await publish({ html: PAGE, visibility: "password", password: "correct horse battery" });
  await openPacked(path, "br", { headers: { authorization: `Basic ${btoa(":correct horse battery")}` } });
  const stranger = await h.open(path, { headers: { "accept-encoding": "br" } });
  expect([stranger.status, stranger.headers.get("content-encoding"), stranger.bytes.length]).toEqual([401, null, 0]);
});

// Texts in encodings of their own:
// their bytes stay, and titles, pages, search and headers read them as their programs do.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "latin1"));
const utf16 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);

interface Case {
  filename: string;
  sent: Uint8Array<ArrayBuffer>;
  charset: string;
  title: string;
  /** A file of the document that is sent as it is. */
  path: string;
}

const WORD =
  '<html><head><meta http-equiv=Content-Type content="text/html; charset=windows-1252"><title>Caf\xe9 \x96 \x84Gr\xfc\xdfe\x93</title></head><body><p>zaehlwort ni\xf1o</p></body></html>';

const CASES: readonly Case[] = [
  { filename: "word.htm", sent: bytes(WORD), charset: "windows-1252", title: "Café – „Grüße“", path: "index.html" },
  {
    filename: "bare.html",
    sent: bytes("<h1>Gr\xfc\xdfe</h1><p>zaehlwort ni\xf1o"),
    charset: "windows-1252",
    title: "Grüße",
    path: "index.html",
  },
  {
    filename: "wide.html",
    sent: utf16("<h1>Grüße 日本</h1><p>zaehlwort niño"),
    charset: "utf-16le",
    title: "Grüße 日本",
    path: "index.html",
  },
  {
    filename: "old.md",
    sent: bytes("# Gr\xfc\xdfe\n\nzaehlwort ni\xf1o"),
    charset: "windows-1252",
    title: "Grüße",
    path: "source.md",
  },
  {
    filename: "wide.md",
    sent: utf16("# Grüße 日本\n\nzaehlwort niño"),
    charset: "utf-16le",
    title: "Grüße 日本",
    path: "source.md",
  },
  { filename: "old.txt", sent: bytes("zaehlwort ni\xf1o\n"), charset: "windows-1252", title: "old", path: "old.txt" },
  { filename: "wide.csv", sent: utf16("a;b\nzaehlwort;niño\n"), charset: "utf-16le", title: "wide", path: "wide.csv" },
];

async function check(as: Person, doc: { doc_id: string; slug: string; title: string }, one: Case) {
  expect([one.filename, doc.title]).toEqual([one.filename, one.title]);
  const kept = await h.call(`GET /api/docs/${doc.doc_id}/files/${one.path}`, { as });
  expect([one.filename, Buffer.from(kept.bytes).equals(Buffer.from(one.sent))]).toEqual([one.filename, true]);
  const served = await h.open(`/d/${doc.slug}/${one.path}`);
  expect([one.filename, served.headers.get("content-type")]).toEqual([
    one.filename,
    expect.stringContaining(`charset=${one.charset}`),
  ]);
  expect(Buffer.from(served.bytes).equals(Buffer.from(one.sent))).toBe(true);
  if (one.path !== "index.html") {
    const page = await h.open(`/d/${doc.slug}/`);
    expect([one.filename, new TextDecoder().decode(page.bytes)]).toEqual([
      one.filename,
      expect.stringContaining("niño"),
    ]);
  }
}

test("files in encodings of their own are kept byte for byte, shown, named and served as what they are", async () => {
  for (const one of CASES) {
    const as = await h.person();
    const named = new URLSearchParams({ filename: one.filename, visibility: "unlisted" });
    const put = await h.call(`PUT /api/upload?${named}`, { as, body: one.sent });
    expect([one.filename, put.status]).toEqual([one.filename, 201]);
    const { body } = await h.call(`GET /api/docs/${put.body.doc_id}`, { as });
    await check(as, body, one);
    await h.runtime.relay.relayAll();
    await h.runtime.jobs.runDue();
    for (const q of ["niño", "zaehlwort"]) {
      const { body: found } = await h.call(`GET /api/search?q=${encodeURIComponent(q)}`, { as });
      expect([one.filename, q, JSON.stringify(found).includes(put.body.doc_id)]).toEqual([one.filename, q, true]);
    }
    const query = encodeURIComponent("niño");
    for (const path of [`/api/docs/${put.body.doc_id}/grep?pattern=${query}`, `/api/search/ranked?q=${query}`]) {
      const found = await h.call(`GET ${path}`, { as });
      expect([one.filename, path, found.status, JSON.stringify(found.body).includes("niño")]).toEqual([
        ...[one.filename, path, 200, true],
      ]);
    }
  }
});

test("a file that is replaced, or comes by a commit, is sent in the encoding that it has by then", async () => {
  const as = await h.person();
  const put = await h.call("PUT /api/upload?filename=a.html&visibility=unlisted", { as, body: "<h1>One" });
  const at = `/api/docs/${put.body.doc_id}`;
  const { body: doc } = await h.call(`GET ${at}`, { as });
  const typeOf = async (path: string) => (await h.open(`/d/${doc.slug}/${path}`)).headers.get("content-type");
  expect(await typeOf("index.html")).toBe("text/html; charset=utf-8");
  const old = bytes("<h1>Gr\xfc\xdfe");
  const content = Buffer.from(old).toString("base64");
  await h.call(`PUT ${at}/files/index.html`, { as, json: { content, encoding: "base64" } });
  expect(await typeOf("index.html")).toBe("text/html; charset=windows-1252");
  expect((await h.call(`GET ${at}`, { as })).body.title).toBe("Grüße");
  const css = bytes('@charset "iso-8859-15"; a::after { content: "\xa4" }');
  const files = [{ path: "a.css", sha256: new Bun.CryptoHasher("sha256").update(css).digest("hex"), size: css.length }];
  const begun = await h.call(`POST ${at}/commits`, { as, json: { files, mode: "merge", base_version: 2 } });
  expect([begun.status, begun.body.error]).toEqual([201, undefined]);
  const { commit_id } = begun.body;
  const sent = await h.call(`PUT ${at}/commits/${commit_id}/blobs/${files[0]?.sha256}`, { as, body: css });
  expect([sent.status < 300, sent.body]).toEqual([true, expect.anything()]);
  const done = await h.call(`POST ${at}/commits/${commit_id}/finalize`, { as, json: {} });
  expect([done.status, done.body.error]).toEqual([200, undefined]);
  expect(await typeOf("a.css")).toBe("text/css; charset=iso-8859-15");
});

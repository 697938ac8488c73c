// Pages of sites that go out ahead of the pipeline, held against what the pipeline answers, on two servers,
// while rights change.
import { expect, test } from "bun:test";
import { ANNAS, EVES } from "../content/domain_server.ts";
import { AS_PAGE, openReadySite } from "./ready_site.ts";

const site = await openReadySite();
const { runtime, other, anna, eve, wiki, tree, chapter, secret } = site;
const { settle, warm, seen, changeSecret, enter, must, viewerCookie } = site;

test("a page is the same bytes from memory as through the pipeline, for whatever a client says of itself", async () => {
  const etag = (await runtime.open(wiki + chapter.doc_id, { headers: AS_PAGE })).headers.get("etag") ?? "";
  const asks: Record<string, string>[] = [
    {},
    { accept: "text/markdown" },
    { accept: "text/markdown, text/html" },
    ...["br", "gzip", "br;q=0, gzip", "br;q=0, gzip;q=0", "identity, br;q=0.5", "*;q=0", "br, nonsense;q=9"].map(
      (accepted) => ({
        "accept-encoding": accepted,
      }),
    ),
    { "if-none-match": etag },
    { "if-none-match": `W/${etag}` },
    { "if-none-match": `W/${etag}`, "accept-encoding": "br" },
    { "if-none-match": `"other", ${etag}` },
    { "if-none-match": "*" },
    { "if-none-match": '"other"' },
    { "if-modified-since": new Date(runtime.clock.now()).toUTCString() },
    { range: "bytes=0-9" },
    { "sec-purpose": "prefetch" },
    { "sec-fetch-dest": "image" },
    { cookie: "theme=dark" },
  ];
  for (const path of [
    wiki,
    wiki + chapter.doc_id,
    `${wiki}feed.xml`,
    `${tree}Guide/`,
    `${tree}Guide/${chapter.doc_id}`,
  ]) {
    for (const headers of asks) {
      for (const method of ["GET", "HEAD"]) {
        const asked = { method, headers: { ...AS_PAGE, ...headers } };
        await runtime.open(path, asked);
        const long = await seen(() => runtime.open(`${path}?of=no-meaning`, asked));
        const short = await seen(() => runtime.open(path, asked));
        expect([path, headers, method, short.answer, short.read]).toEqual([
          path,
          headers,
          method,
          long.answer,
          long.read,
        ]);
        expect([headers, short.is_short, long.is_short]).toEqual([headers, !("range" in headers), false]);
      }
    }
  }
});

test("a domain's pages are its own workspace's, whatever is in memory for others", async () => {
  for (const host of [ANNAS, `${ANNAS}:443`, ANNAS.toUpperCase()]) {
    for (const _round of ["cold", "warm"])
      expect((await runtime.at(host, "/w/", { headers: AS_PAGE })).status).toBe(200);
  }
  expect((await runtime.at(EVES, "/w/", { headers: AS_PAGE })).status).toBe(404);
  expect((await runtime.at(EVES, wiki, { headers: AS_PAGE })).status).toBe(404);
  expect((await runtime.at("nobody.example", "/w/", { headers: AS_PAGE })).status).toBe(404);
  runtime.domains.take(ANNAS);
  expect((await runtime.at(ANNAS, "/w/", { headers: AS_PAGE })).status).toBe(404);
  runtime.domains.give(ANNAS, eve.workspace_id);
  expect((await runtime.at(ANNAS, "/w/", { headers: AS_PAGE })).status).toBe(404);
  runtime.domains.give(ANNAS, anna.workspace_id);
});

test("an address that is spelled otherwise is never taken from memory for another", async () => {
  await runtime.open(wiki, { headers: AS_PAGE });
  const spellings = [
    `${wiki}?format=md`,
    `${wiki}?format=nothing`,
    `${wiki.slice(0, -1)}`,
    `//w/@${anna.workspace}/`,
    `${wiki}..%2f`,
    `${wiki}%2e%2e/`,
    `${wiki}%00`,
    `${wiki}x%2fy`,
  ];
  for (const path of spellings) {
    const { is_short } = await seen(() => runtime.open(path, { headers: AS_PAGE }));
    expect([path, is_short]).toEqual([path, false]);
  }
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
    expect((await runtime.open(wiki, { method })).status).toBe(405);
  // Made once, however it is asked for: more than a stranger may have made.
  for (let n = 0; n < 650; n++) expect((await runtime.open(`${wiki}?n=${n}`, { headers: AS_PAGE })).status).toBe(200);
});

test("whoever brings a viewer's cookie gets and fills nothing of the strangers'", async () => {
  const cookie = await viewerCookie(`${wiki}${chapter.doc_id}`);
  const strangers = await runtime.open(wiki, { headers: AS_PAGE });
  await changeSecret({ visibility: "workspace" });
  const own = await seen(() => runtime.open(wiki, { headers: { ...AS_PAGE, cookie } }));
  expect([own.is_short, own.answer.text.includes("Walrus")]).toEqual([false, true]);
  expect(own.answer.headers).toContainEqual(["cache-control", "private, no-store"]);
  expect(
    (
      await runtime.open(wiki, {
        headers: { ...AS_PAGE, cookie, "if-none-match": strangers.headers.get("etag") ?? "" },
      })
    ).status,
  ).toBe(200);
  for (const headers of [AS_PAGE, { cookie: `${cookie.slice(0, -3)}abc` }]) {
    const page = await runtime.open(wiki, { headers: { ...AS_PAGE, ...headers } });
    expect([page.body.includes("Walrus"), page.headers.get("cache-control")]).toEqual([false, "public, no-cache"]);
  }
  await changeSecret({ visibility: "unlisted" });
});

test("a right that one server withdraws is gone from the other's memory with the commit", async () => {
  const page = wiki + secret.doc_id;
  const withdrawals: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      "its visibility",
      () => changeSecret({ visibility: "restricted" }),
      () => changeSecret({ visibility: "unlisted" }),
    ],
    ["its place in the navigation", () => enter([chapter]), () => enter([chapter, secret])],
    [
      "the wiki",
      () => must("PUT /api/wiki-site", { enabled: false }),
      () => must("PUT /api/wiki-site", { enabled: true }),
    ],
    [
      "the rule of publishing",
      () => must("PUT /api/policy", { publishing: "off" }),
      () => must("PUT /api/policy", { publishing: "public" }),
    ],
    [
      "the document",
      () => must(`DELETE /api/docs/${secret.doc_id}`),
      () => must(`POST /api/docs/${secret.doc_id}/undelete`),
    ],
  ];
  for (const [name, withdraw, giveBack] of withdrawals) {
    for (const path of [page, wiki]) await warm(path);
    await withdraw();
    await settle();
    for (const server of [runtime, other]) {
      const home = await server.open(wiki, { headers: AS_PAGE });
      expect([name, home.status === 200 && home.body.includes("Walrus")]).toEqual([name, false]);
      expect([name, (await server.open(page, { headers: AS_PAGE })).status]).toEqual([name, 404]);
    }
    await giveBack();
    await settle();
    for (const server of [runtime, other]) {
      const open = await server.open(page, { headers: AS_PAGE });
      expect([name, open.status]).toEqual([name, 200]);
    }
  }
});

test("a published folder that is closed, or a document moved out of it, is gone from the other's memory with the commit", async () => {
  const page = `${tree}Guide/${secret.doc_id}`;
  const meta = (body: object) => must("PUT /api/folder-meta?root=handbook&path=Guide", body);
  const move = (folder: string) => must(`PATCH /api/docs/${secret.doc_id}`, { folder });
  const withdrawals: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ["signed in", () => meta({ publish_visibility: "signed_in" }), () => meta({ publish_visibility: "public" })],
    ["not published", () => meta({ published: false }), () => meta({ published: true })],
    ["moved", () => move("Drafts"), () => move("Guide")],
  ];
  for (const [name, withdraw, giveBack] of withdrawals) {
    await warm(page);
    await withdraw();
    await settle();
    for (const server of [runtime, other])
      expect([name, (await server.open(page, { headers: AS_PAGE })).status]).not.toEqual([name, 200]);
    await giveBack();
    await settle();
  }
});

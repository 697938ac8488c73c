// Pages of sites that go out ahead of the pipeline, held against what the pipeline answers, on two servers, while rights, content and time change.
import { beforeAll, expect, test } from "bun:test";
import { fill, MINUTE_MS } from "../../kernel/mod.ts";
import type { DocumentRead } from "../../plugins/documents/port/read.ts";
import { documentReadSlot } from "../../plugins/documents/port/slots.ts";
import { ANNAS, EVES, openDomainHouse } from "../content/domain_house.ts";
import { until } from "../until.ts";

const readings: DocumentRead[] = [];
const counter = {
  name: "toy_counter",
  operations: [],
  fills: () => [fill(documentReadSlot, (one) => void readings.push(one))],
};
const entry = { purpose: "Counts readings.", needs: [], toolset: "docs", editions: ["community"] } as const;
const house = await openDomainHouse({ extra: [{ plugin: counter, entry }] });
const other = await house.twin();
const { anna, eve } = house;
const wiki = `/w/@${anna.workspace}/`;
const tree = `/w/@${anna.workspace}/r/handbook/`;
const AS_PAGE = { accept: "text/html" };

const chapter = await put("# Chapter\n\nThe elephant.");
const secret = await put("# Walrus\n\nFor now open to all.");
let navigation: { id: string; slug: string; version: number };

beforeAll(async () => {
  await must("PUT /api/folder-meta?root=handbook&path=Guide", { published: true });
  navigation = await must("POST /api/navigations", { name: "The book" });
  const entries = [
    { target: `doc:${chapter.doc_id}` },
    { target: `doc:${secret.doc_id}` },
    { target: "tag:news", label: "News" },
  ];
  navigation = {
    ...navigation,
    ...(await must(`PUT /api/navigations/${navigation.id}`, { version: navigation.version, entries })),
  };
  await must("PUT /api/wiki-site", { enabled: true, navigation: navigation.slug, title: "The Book" });
});

test("a page is the same bytes from memory as through the pipeline, for whatever a client says of itself", async () => {
  const etag = (await house.open(wiki + chapter.doc_id, { headers: AS_PAGE })).headers.get("etag") ?? "";
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
    { "if-modified-since": new Date(house.clock.now()).toUTCString() },
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
        await house.open(path, asked);
        const long = await seen(() => house.open(`${path}?of=no-meaning`, asked));
        const short = await seen(() => house.open(path, asked));
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
    for (const _round of ["cold", "warm"]) expect((await house.at(host, "/w/", { headers: AS_PAGE })).status).toBe(200);
  }
  expect((await house.at(EVES, "/w/", { headers: AS_PAGE })).status).toBe(404);
  expect((await house.at(EVES, wiki, { headers: AS_PAGE })).status).toBe(404);
  expect((await house.at("nobody.example", "/w/", { headers: AS_PAGE })).status).toBe(404);
  house.domains.take(ANNAS);
  expect((await house.at(ANNAS, "/w/", { headers: AS_PAGE })).status).toBe(404);
  house.domains.give(ANNAS, eve.workspace_id);
  expect((await house.at(ANNAS, "/w/", { headers: AS_PAGE })).status).toBe(404);
  house.domains.give(ANNAS, anna.workspace_id);
});

test("an address that is spelled otherwise is never taken from memory for another", async () => {
  await house.open(wiki, { headers: AS_PAGE });
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
    const { is_short } = await seen(() => house.open(path, { headers: AS_PAGE }));
    expect([path, is_short]).toEqual([path, false]);
  }
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
    expect((await house.open(wiki, { method })).status).toBe(405);
  // Made once, however it is asked for: more than a stranger may have made.
  for (let n = 0; n < 650; n++) expect((await house.open(`${wiki}?n=${n}`, { headers: AS_PAGE })).status).toBe(200);
});

test("whoever brings a viewer's cookie gets and fills nothing of the strangers'", async () => {
  const cookie = await viewerCookie(`${wiki}${chapter.doc_id}`);
  const strangers = await house.open(wiki, { headers: AS_PAGE });
  await changeSecret({ visibility: "workspace" });
  const own = await seen(() => house.open(wiki, { headers: { ...AS_PAGE, cookie } }));
  expect([own.is_short, own.answer.text.includes("Walrus")]).toEqual([false, true]);
  expect(own.answer.headers).toContainEqual(["cache-control", "private, no-store"]);
  expect(
    (await house.open(wiki, { headers: { ...AS_PAGE, cookie, "if-none-match": strangers.headers.get("etag") ?? "" } }))
      .status,
  ).toBe(200);
  for (const headers of [AS_PAGE, { cookie: `${cookie.slice(0, -3)}abc` }]) {
    const page = await house.open(wiki, { headers: { ...AS_PAGE, ...headers } });
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
    for (const server of [house, other]) {
      const home = await server.open(wiki, { headers: AS_PAGE });
      expect([name, home.status === 200 && home.body.includes("Walrus")]).toEqual([name, false]);
      expect([name, (await server.open(page, { headers: AS_PAGE })).status]).toEqual([name, 404]);
    }
    await giveBack();
    await settle();
    for (const server of [house, other]) {
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
    for (const server of [house, other])
      expect([name, (await server.open(page, { headers: AS_PAGE })).status]).not.toEqual([name, 200]);
    await giveBack();
    await settle();
  }
});

test("new content of one server shows on the other a moment later, and under a new tag", async () => {
  await warm(wiki + chapter.doc_id);
  const etag = (await other.open(wiki + chapter.doc_id, { headers: AS_PAGE })).headers.get("etag") ?? "";
  await must(`POST /api/docs/${chapter.doc_id}/edit`, {
    path: "source.md",
    old_string: "elephant",
    new_string: "giraffe",
  });
  expect((await house.open(wiki + chapter.doc_id, { headers: AS_PAGE })).body).toContain("giraffe");
  await until(async () => (await other.open(wiki + chapter.doc_id, { headers: AS_PAGE })).body.includes("giraffe"));
  expect((await other.open(wiki + chapter.doc_id, { headers: { ...AS_PAGE, "if-none-match": etag } })).status).toBe(
    200,
  );
});

test("what no server was told of shows after a minute all the same", async () => {
  await warm(wiki);
  await house.house.database.sql`
    update document_counters set change_seq = change_seq + 1 where workspace_id = ${anna.workspace_id}`;
  await house.house.database.sql`update documents set title = 'Overlooked' where doc_id = ${chapter.doc_id}`;
  expect((await other.open(wiki, { headers: AS_PAGE })).body).not.toContain("Overlooked");
  house.clock.advance(MINUTE_MS + 1);
  expect((await other.open(wiki, { headers: AS_PAGE })).body).toContain("Overlooked");
});

test("a page ends with what it shows, on every server and without an announcement", async () => {
  const brief = await put("# Brief news", { tags: ["news"], retention_days: 1 });
  await settle();
  for (const path of [wiki, wiki + brief.doc_id]) await warm(path);
  const shown = async (server: typeof other) => [
    (await server.open(wiki, { headers: AS_PAGE })).body.includes("Brief news"),
    (await server.open(wiki + brief.doc_id, { headers: AS_PAGE })).status,
  ];
  for (const server of [house, other]) expect(await shown(server)).toEqual([true, 200]);
  house.clock.advance(24 * 60 * MINUTE_MS);
  for (const server of [house, other]) expect(await shown(server)).toEqual([false, 404]);
});

test("a member's page comes from memory for that member alone, until a right of theirs ends by hand or by its time", async () => {
  const { otto } = house;
  const group = await must("POST /api/groups", { name: "Editors" });
  await must(`POST /api/groups/${group.id}/members`, { email: otto.email });
  const lent = await put("# Lent to Otto", { visibility: "restricted" });
  const { version } = await must(`GET /api/navigations/${navigation.id}`);
  const entries = [
    { target: `doc:${chapter.doc_id}` },
    { target: `doc:${lent.doc_id}` },
    { target: `doc:${chapter.doc_id}`, label: "For editors", visibility: "group", group: group.slug },
  ];
  await must(`PUT /api/navigations/${navigation.id}`, { version, entries });
  const lend = (hours: number) =>
    must(`POST /api/docs/${lent.doc_id}/access`, {
      ...{ subject_type: "user", subject: otto.email, level: "view" },
      expires_at: new Date(house.clock.now().getTime() + hours * 60 * MINUTE_MS).toISOString(),
    });
  await lend(2);
  const cookies = { otto: await viewerCookie(wiki, otto), anna: await viewerCookie(wiki, anna) };
  const shown = async (who: keyof typeof cookies, server: typeof other = house) => {
    const answers = [];
    for (const _round of ["made", "remembered"]) {
      answers.push(await server.open(wiki, { headers: { ...AS_PAGE, cookie: cookies[who] } }));
    }
    const [first, again] = answers;
    expect(again?.body).toBe(first?.body);
    expect(again?.headers.get("cache-control")).toBe("private, no-store");
    return ["Lent to Otto", "For editors"].filter((label) => again?.body.includes(label));
  };
  const everywhere = async () => {
    await settle();
    return [await shown("otto"), await shown("otto", other)];
  };
  expect(await everywhere()).toEqual([
    ["Lent to Otto", "For editors"],
    ["Lent to Otto", "For editors"],
  ]);
  expect(await shown("anna")).toEqual(["Lent to Otto"]);
  await must(`DELETE /api/groups/${group.id}/members?email=${encodeURIComponent(otto.email)}`);
  expect(await everywhere()).toEqual([["Lent to Otto"], ["Lent to Otto"]]);
  // Nobody is told of the end of a grant.
  house.clock.advance(2 * 60 * MINUTE_MS);
  expect(await everywhere()).toEqual([[], []]);
  await lend(1);
  expect(await everywhere()).toEqual([["Lent to Otto"], ["Lent to Otto"]]);
});

/** Everything that was announced before has reached the other server afterwards. */
function settle(): Promise<void> {
  return other.house.database.bus.catchUp();
}

/** Both servers have the page in memory, and send it from there. */
async function warm(path: string): Promise<void> {
  for (const server of [house, other]) {
    await until(async () => {
      const { answer, is_short } = await seen(() => server.open(path, { headers: AS_PAGE }));
      return answer.status === 200 && is_short;
    });
  }
}

/** An answer without what differs from request to request, whether it came without the pipeline, and what was counted for it. */
async function seen(ask: () => ReturnType<typeof house.open>) {
  const before = readings.length;
  const { status, headers, bytes } = await ask();
  const is_short = /-[0-9a-z]+$/.test((headers.get("x-request-id") ?? "").slice(36));
  headers.delete("x-request-id");
  const answer = { status, headers: [...headers], bytes: Bun.hash(bytes), text: new TextDecoder().decode(bytes) };
  const read = readings
    .slice(before)
    .map(({ document_id, kind, via, workspace_id }) => ({ document_id, kind, via, workspace_id }));
  return { answer, is_short, read };
}

async function put(markdown: string, fields: object = {}): Promise<{ doc_id: string }> {
  await house.call("POST /api/roots", { as: anna, json: { name: "Handbook" } });
  return must("POST /api/docs", { markdown, folder: "Guide", root: "handbook", visibility: "unlisted", ...fields });
}

function changeSecret(fields: object) {
  return must(`PATCH /api/docs/${secret.doc_id}`, fields);
}

async function enter(documents: { doc_id: string }[]): Promise<void> {
  const { version } = await must(`GET /api/navigations/${navigation.id}`);
  const entries = [
    ...documents.map(({ doc_id }) => ({ target: `doc:${doc_id}` })),
    { target: "tag:news", label: "News" },
  ];
  await must(`PUT /api/navigations/${navigation.id}`, { version, entries });
}

async function must(route: string, json?: object) {
  const { status, body } = await house.call(route, { as: anna, ...(json && { json }) });
  if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** As a browser has it that came over from the app. */
async function viewerCookie(path: string, person = anna): Promise<string> {
  const browser = house.visitor(person);
  let address = `${house.content_url}/viewer/sign-in?to=${encodeURIComponent(path)}`;
  for (let hops = 0; hops < 6; hops++) {
    const location = (await browser.open(address)).headers.get("location");
    if (location === null) break;
    address = new URL(location, address).href;
  }
  const own = browser.cookies.get(new URL(house.content_url).host) ?? new Map<string, string>();
  return [...own].map(([name, value]) => `${name}=${value}`).join("; ");
}

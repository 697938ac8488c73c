// Sites against bad input and bad moments:
// names full of markup, aliases like our own paths, odd addresses and methods, and what is closed while its page is made.
import { expect, test } from "bun:test";
import { SaxesParser } from "saxes";
import { DAY_MS } from "../../kernel/plugin.ts";
import { ANNAS } from "../content/domain_server.ts";
import { unlimited } from "../permission/unlimited.ts";
import { AS_PAGE, openReadySite } from "./ready_site.ts";

const site = await openReadySite({ manifest: unlimited });
const { runtime, other, anna, wiki, tree, navigation, chapter } = site;
const { put, must, settle, viewerCookie } = site;

async function read(
  path: string,
  sent: { method?: string; headers?: Record<string, string> } = {},
  server: Pick<typeof runtime, "open"> = runtime,
) {
  const headers = { ...AS_PAGE, ...sent.headers };
  const answer = await server.open(path, { ...sent, headers });
  return { status: answer.status, headers: answer.headers, text: new TextDecoder().decode(answer.bytes) };
}

async function navigate(entries: object[]) {
  const { version } = await must(`GET /api/navigations/${navigation.id}`);
  return must(`PUT /api/navigations/${navigation.id}`, { version, entries });
}

const HOSTILE = [
  `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`,
  "]]></title><svg/onload=alert(1)>&amp;&lt;",
  "{{constructor}} <%= 1 %>",
  "👩‍👩‍👧‍👦 🏳️‍🌈 \u{1F468}\u{1F3FD}",
  "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
];

test("labels and titles of any text are text on every page, and leave feed, search and maps whole", async () => {
  const docs = await Promise.all(
    HOSTILE.map((text) => put(`# T\n\nThe rhinoceros.`, { title: text, folder: "Guide" })),
  );
  const named = HOSTILE.map((label, at) => ({
    kind: "group",
    label,
    children: [{ target: `doc:${docs[at]?.doc_id}` }],
  }));
  await navigate([{ target: `doc:${chapter.doc_id}` }, ...named]);
  const pages = ["", "search?q=rhinoceros", ...docs.map(({ doc_id }) => doc_id)].map((path) => wiki + path);
  for (const path of [...pages, `${tree}Guide/`]) {
    const { status, text } = await read(path);
    expect([path, status, /<script>|<img|<svg|onload=alert\(1\)>/.test(text)]).toEqual([path, 200, false]);
  }
  const { results } = JSON.parse((await read(`${wiki}search?q=rhinoceros&format=json`)).text);
  expect(results.map(({ title }: { title: string }) => title).toSorted()).toEqual(HOSTILE.toSorted());
  for (const path of ["feed.xml", "opensearch.xml"]) {
    const parser = new SaxesParser();
    parser.on("error", (error) => expect.unreachable(error.message));
    parser.write((await read(wiki + path)).text).close();
  }
});

test("a label that turns the direction of what follows is refused by its character, and the tree stays", async () => {
  for (const mark of ["\u202e", "\u2066", "\u0000", "\u0007"]) {
    const { version } = await must(`GET /api/navigations/${navigation.id}`);
    const { status, body } = await runtime.call(`PUT /api/navigations/${navigation.id}`, {
      as: anna,
      json: { version, entries: [{ label: `a${mark}b` }] },
    });
    expect([status, JSON.stringify(body).includes("label")]).toEqual([mark === "\u0000" ? 400 : 422, true]);
    expect((await must(`GET /api/navigations/${navigation.id}`)).version).toBe(version);
  }
});

test("a document whose alias looks like a path of the site is refused the alias, or stays to be found by its id", async () => {
  const taken = ["r", "folder", "tag", "search", "sitemap", "feed", "llms", "assets", "w", "d"];
  const docs = [];
  for (const alias of [...taken, "sitemap.xml", "feed.xml", "llms.txt", "search/x", "@team", "~agent"]) {
    const doc = await put(`# Alias of ${alias.length}`, { folder: "Guide" });
    const { status } = await runtime.call(`PUT /api/docs/${doc.doc_id}/alias`, { as: anna, json: { alias } });
    expect([alias, status === 200 || (status >= 400 && status < 500)]).toEqual([alias, true]);
    docs.push({ ...doc, alias, is_named: status === 200 });
  }
  await navigate(docs.map(({ doc_id }) => ({ target: `doc:${doc_id}` })));
  for (const base of [wiki, `${tree}Guide/`]) {
    for (const { doc_id, alias } of docs) {
      const first = await read(base + doc_id);
      const shown = first.status === 301 ? await read(first.headers.get("location") ?? "") : first;
      expect([base, alias, shown.status, shown.text.includes(`Alias of ${alias.length}`)]).toEqual([
        ...[base, alias, 200, true],
      ]);
    }
  }
  // What is the site's own stays it.
  expect((await read(`${wiki}search?q=alias`)).text).toContain("Pages with");
  expect((await read(`${wiki}feed.xml`)).headers.get("content-type")).toStartWith("application/atom+xml");
  expect((await read(`${tree}Guide/`)).status).toBe(200);
});

const ODD = [
  "%2e%2e/%2e%2e/etc/passwd",
  "..%2f..%2f",
  "a%2fb",
  `${chapter.doc_id}%2f`,
  `${chapter.doc_id}/more`,
  `%00${chapter.doc_id}`,
  "%ff%fe",
  "%ed%a0%80",
  "%",
  "%zz",
  "\\..\\",
  "a//b",
  "search/../search%00",
  "tag/",
  "tag/%2e%2e",
  "folder/~0/x",
  "folder/general/../..",
  "r/",
  "r/~0/",
  "r/~999999999999999999/",
  "r/..%2f/",
  "__proto__",
  "x".repeat(8192),
  "%41".repeat(2700),
  "🦏",
];

test("odd addresses have a clear answer at every base and by every method, and none says more than that nothing is there", async () => {
  // A browser takes such ways back out of an address before it asks.
  const homes = [wiki, tree, `${tree}Guide/`];
  for (const base of [wiki, tree, `${tree}Guide/`, "/w/@nobody-here/", "/w/@nobody-here/r/handbook/", "/w/@/"]) {
    for (const odd of ODD) {
      for (const method of ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"]) {
        const { status } = await read(base + odd, { method });
        const isClear =
          (status >= 400 && status < 500) ||
          [301, 302, 308].includes(status) ||
          (status === 200 && homes.includes(new URL(base + odd, runtime.content_url).pathname));
        expect([base, odd.slice(0, 30), method, status, isClear]).toEqual([
          base,
          odd.slice(0, 30),
          method,
          status,
          true,
        ]);
      }
    }
  }
  for (const odd of ODD) {
    const answer = await runtime.at(ANNAS, `/w/${odd}`, { headers: AS_PAGE });
    expect([odd.slice(0, 30), answer.status < 500]).toEqual([odd.slice(0, 30), true]);
  }
});

test("a query is bounded, and said twice or in vain it is no fault of ours", async () => {
  for (const query of [
    `q=${"x".repeat(9000)}`,
    "q=a&q=b",
    "q=%00",
    "q=%ff",
    "format=x",
    "version=0",
    "version=x",
    "format=md&format=json",
    "q=%22(*",
    "q=🦏",
  ]) {
    for (const path of [`${wiki}search`, `${tree}search`, wiki, `${wiki}${chapter.doc_id}`]) {
      const { status, headers } = await read(`${path}?${query}`);
      expect([path, query.slice(0, 20), status < 500]).toEqual([path, query.slice(0, 20), true]);
      // Somebody with a browser is shown a page.
      if (status === 404) expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    }
  }
});

test("a tree of 2,000 tags, most of which nobody carries, is a site as any other, and 10,000 tags on a document are refused", async () => {
  const tags = Array.from({ length: 10_000 }, (_, at) => `t${at}`);
  const json = { markdown: "# Tagged", folder: "Guide", root: "handbook", visibility: "unlisted" };
  const many = await runtime.call("POST /api/docs", { as: anna, json: { ...json, tags } });
  expect([many.status >= 400 && many.status < 500, JSON.stringify(many.body).length < 2000]).toEqual([true, true]);
  await put("# Tagged", { tags: ["t1999"] });
  await navigate(tags.slice(0, 2000).map((tag) => ({ target: `tag:${tag}` })));
  const { status, text } = await read(wiki);
  // A tag that says nothing and shows nothing is not shown.
  expect([status, text.includes("tag/t1999"), text.includes("tag/t1998")]).toEqual([200, true, false]);
  await navigate([{ target: `doc:${chapter.doc_id}` }]);
});

test("what is closed, moved, deleted or out of its time while its page is asked for is there or not, and afterwards not", async () => {
  const nothing = (await read(`${wiki}doc_nothing`)).status;
  const ends: ((doc_id: string) => unknown)[] = [
    (doc_id) => must(`PATCH /api/docs/${doc_id}`, { visibility: "restricted" }),
    (doc_id) => must(`PATCH /api/docs/${doc_id}`, { root: "~", folder: "", visibility: "restricted" }),
    (doc_id) => must(`DELETE /api/docs/${doc_id}`),
    (doc_id) => must(`DELETE /api/docs/${doc_id}?purge=true`),
    () => runtime.clock.advance(DAY_MS),
  ];
  for (const end of ends) {
    const { doc_id } = await put("# Zebra here", { retention_days: 1 });
    await navigate([{ target: `doc:${chapter.doc_id}` }, { target: `doc:${doc_id}` }]);
    const places = [wiki + doc_id, `${tree}Guide/${doc_id}`, `${wiki}search?q=zebra`, `${wiki}feed.xml`, wiki];
    const asking = [runtime, other].flatMap((server) => places.map((path) => read(path, {}, server)));
    const [answers] = await Promise.all([Promise.all(asking), end(doc_id)]);
    expect(answers.filter(({ status }) => status !== 200 && status !== nothing)).toEqual([]);
    await settle();
    for (const server of [runtime, other]) {
      for (const path of places) {
        const { status, text } = await read(path, {}, server);
        expect([path, text.includes("Zebra"), text.replaceAll(/to=[^"]*/g, "").includes(doc_id)]).toEqual([
          path,
          false,
          false,
        ]);
        expect([path, status]).toEqual([path, path.includes(doc_id) ? nothing : 200]);
      }
    }
  }
});

test("a tag of the stranger's page gives a member none of it, nor does theirs give a stranger anything, across a rule of the workspace", async () => {
  await navigate([{ target: `doc:${chapter.doc_id}` }]);
  const cookie = await viewerCookie(wiki);
  const paths = [wiki, wiki + chapter.doc_id, `${wiki}feed.xml`, `${tree}Guide/`, `${wiki}search`];
  const tags = new Map<string, string>();
  for (const path of paths) {
    const { headers } = await read(path);
    tags.set(path, headers.get("etag") ?? "none");
    const mine = await read(path, { headers: { cookie, "if-none-match": tags.get(path) ?? "" } });
    expect([path, mine.status === 304, mine.headers.get("etag")]).toEqual([path, false, null]);
  }
  const asked = (path: string): Record<string, string>[] => [
    {},
    { "if-none-match": tags.get(path) ?? "" },
    { "if-none-match": "*" },
    { range: "bytes=0-9" },
  ];
  for (const publishing of ["signed_in", "off"]) {
    await must("PUT /api/policy", { publishing });
    await settle();
    for (const server of [runtime, other]) {
      for (const path of paths) {
        for (const sent of asked(path)) {
          for (const method of ["GET", "HEAD"]) {
            const { status } = await read(path, { method, headers: sent }, server);
            expect([publishing, path, method, sent, status]).toEqual([publishing, path, method, sent, 404]);
          }
        }
        const mine = await read(path, { headers: { cookie } }, server);
        const hasFeed = !path.endsWith("feed.xml");
        expect([publishing, path, mine.status]).toEqual([
          publishing,
          path,
          publishing === "off" || !hasFeed ? 404 : 200,
        ]);
      }
    }
  }
  await must("PUT /api/policy", { publishing: "public" });
  expect((await read(wiki)).status).toBe(200);
});

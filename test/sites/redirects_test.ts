// Redirects of sites: where old addresses lead, for whom, and which ones an editor may not keep.
import { expect, test } from "bun:test";
import { openSiteServer } from "./site_server.ts";

const server = await openSiteServer();
const { put, navigate, settle, read, anna, otto, site } = server;
const wiki = `/w/@${anna.workspace}/`;
const intro = await put("Book", "# Introduction", { filename: "intro.md" });
const secret = await put("Book", "# Secret plan", { visibility: "workspace" });
const guide = await put("Guide", "# The guide", { filename: "guide.md" });
await settle("Guide", { published: true });
const { tree, ...navigation } = await navigate([
  { target: `doc:${intro.doc_id}` },
  { target: `doc:${secret.doc_id}` },
  { target: "folder:handbook:Guide", label: "Guide" },
  { target: "https://elsewhere.example/x", kind: "link", label: "Elsewhere" },
]);
await must(server.call("PUT /api/wiki-site", { as: anna, json: { enabled: true, navigation: navigation.slug } }));
const [, , folderEntry, linkEntry] = tree.entries;

let version = 1;
async function keep(redirects: object[]) {
  const kept = await must(server.call("PUT /api/wiki-site/redirects", { as: anna, json: { redirects, version } }));
  version = kept.version;
  return kept;
}
async function leads(path: string, headers: Record<string, string> = {}) {
  const answer = await read(path, headers);
  return [answer.status, answer.headers.get("location")];
}

test("an old address leads to a document, an entry, a page, a folder and another site, by the status that was chosen", async () => {
  await keep([
    { from: "old/page", to: `doc:${intro.doc_id}` },
    { from: `/w/@${anna.workspace}/old%20news`, to: `entry:${folderEntry.id}`, status: 302 },
    { from: "r/handbook/Old/Guide", to: "r/handbook/Guide#top", status: 308 },
    { from: "moved", to: "https://example.com/docs/", external: true, prefix: true },
    { from: "link", to: `entry:${linkEntry.id}` },
    { from: "first", to: "old/page" },
    { from: "manual", to: "r/handbook/Guide", prefix: true },
    { from: intro.doc_id, to: "moved" },
  ]);
  expect(await leads(`${wiki}old/page`)).toEqual([301, wiki + intro.doc_id]);
  expect(await leads(`${wiki}old/page/?utm=1&handoff=x`)).toEqual([301, `${wiki}${intro.doc_id}?utm=1`]);
  expect(await leads(`${wiki}old%20news`)).toEqual([302, `${wiki}folder/handbook/Guide`]);
  expect(await leads(`${site}Old/Guide/`)).toEqual([308, `${site}Guide/#top`]);
  expect(await leads(`${wiki}moved/a b/%2e%2e/c?x=1`)).toEqual([301, "https://example.com/docs/c"]);
  expect(await leads(`${wiki}moved//evil.example`)).toEqual([301, "https://example.com/docs//evil.example"]);
  expect(await leads(`${wiki}link`)).toEqual([404, null]);
  expect(await leads(`${wiki}first`)).toEqual([301, wiki + intro.doc_id]);
  expect(await leads(`${wiki}manual/${guide.doc_id}`)).toEqual([301, `${site}Guide/${guide.doc_id}`]);
  expect(await leads(`${wiki}manual/nothing`)).toEqual([404, null]);
  // A page always wins.
  expect((await read(wiki + intro.doc_id)).status).toBe(200);
});

test("a redirect to what the reader may not open answers as an address where nothing is", async () => {
  await keep([
    { from: "plan", to: `doc:${secret.doc_id}` },
    { from: "plan-page", to: secret.doc_id },
  ]);
  const nothing = await read(`${wiki}nothing`);
  for (const name of ["plan", "plan-page"]) {
    const closed = await read(wiki + name);
    expect([closed.status, closed.headers.get("location")]).toEqual([404, null]);
    expect(closed.text.replaceAll(name, "nothing")).toBe(nothing.text);
  }
  const policy = (publishing: string) => must(server.call("PUT /api/policy", { as: anna, json: { publishing } }));
  await keep([{ from: "away", to: "https://example.com/", external: true }]);
  await policy("signed_in");
  expect(await leads(`${wiki}away`)).toEqual([404, null]);
  await policy("public");
  expect(await leads(`${wiki}away`)).toEqual([301, "https://example.com/"]);
});

test("an alias that a document had leads to it still, in the wiki and in its folder", async () => {
  const alias = (name: string) =>
    must(server.call(`PUT /api/docs/${guide.doc_id}/alias`, { as: anna, json: { alias: name } }));
  await alias("how-to");
  await alias("handbook-guide");
  await server.runtime.relay.relayAll();
  await server.runtime.jobs.runDue();
  expect(await leads(`${site}Guide/how-to`)).toEqual([301, `${site}Guide/handbook-guide`]);
  expect(await leads(`${wiki}how-to?filter=a%3Aeq%3A%26`)).toEqual([301, `${wiki}handbook-guide?filter=a%3Aeq%3A%26`]);
  await must(server.call(`PATCH /api/docs/${guide.doc_id}`, { as: anna, json: { visibility: "restricted" } }));
  expect(await leads(`${wiki}how-to`)).toEqual([404, null]);
});

test("what leads in a circle, out of the site without saying so, or nowhere is refused and nothing is kept", async () => {
  const before = (await server.call("GET /api/wiki-site/redirects", { as: anna })).body;
  const refused: [object[], string][] = [
    [[{ from: "a", to: "a" }], "circle"],
    [
      [
        { from: "a", to: "b" },
        { from: "b", to: "c" },
        { from: "c", to: "a" },
      ],
      "circle",
    ],
    [[{ from: "a", to: "a/b", prefix: true }], "circle"],
    [
      [
        { from: "a", to: "x" },
        { from: "/a/", to: "y" },
      ],
      "twice",
    ],
    [[{ from: "a", to: "//evil.example" }], "no path"],
    [[{ from: "a", to: "/\\evil.example" }], "no path"],
    [[{ from: "a", to: "javascript:alert(1)" }], "no path"],
    [[{ from: "a", to: "http://example.com/", external: true }], "no path"],
    [[{ from: "a", to: "https://example.com/" }], "external: true"],
    [[{ from: "a", to: "b", external: true }], "goes with"],
    [[{ from: "a", to: "https://user:pw@example.com/", external: true }], "no https"],
    [[{ from: "a", to: "https://example.com/x", external: true, prefix: true }], "ends with a slash"],
    [[{ from: "a", to: "../x" }], "no path"],
    [[{ from: "a/%00", to: "x" }], "no path"],
    [[{ from: "a%zz", to: "x" }], "%25"],
    [[{ from: "", to: "x" }], "from"],
    [[{ from: "/w/", to: "x" }], "no path"],
    [[{ from: "a", to: "doc:doc_nothing" }], "may open"],
    [[{ from: "a", to: "x", status: 307 }], "301, 302, 308"],
  ];
  for (const [redirects, words] of refused) {
    const answer = await server.call("PUT /api/wiki-site/redirects", { as: anna, json: { redirects, version } });
    expect([redirects, answer.status, String(answer.body.error)]).toEqual([
      redirects,
      400,
      expect.stringContaining(words),
    ]);
  }
  const many = Array.from({ length: 1001 }, (_, n) => ({ from: `a${n}`, to: "x" }));
  expect(
    (await server.call("PUT /api/wiki-site/redirects", { as: anna, json: { redirects: many, version } })).status,
  ).toBe(400);
  const stale = await server.call("PUT /api/wiki-site/redirects", {
    as: anna,
    json: { redirects: [], version: version - 1 },
  });
  expect([stale.status, stale.body.current_version]).toEqual([409, version]);
  for (const route of ["GET", "PUT"]) {
    const json = route === "PUT" ? { json: { redirects: [], version } } : {};
    expect((await server.call(`${route} /api/wiki-site/redirects`, { as: otto, ...json })).status).toBe(403);
  }
  expect((await server.call("GET /api/wiki-site/redirects", { as: anna })).body).toEqual(before);
});

test("a list that says nothing new is no change, and a redirect to a document that another editor cannot open stays", async () => {
  const boss = await server.person({ role: "owner", workspace_id: anna.workspace_id });
  const own = await must(server.call("POST /api/docs", { as: anna, json: { markdown: "# Mine" } }));
  const kept = await keep([{ from: "mine", to: `doc:${own.doc_id}` }]);
  const rows = (await server.audit()).length;
  const again = await server.call("PUT /api/wiki-site/redirects", {
    as: boss,
    json: { redirects: kept.redirects, version },
  });
  expect([again.status, again.body.version]).toEqual([200, version]);
  expect((await server.audit()).length).toBe(rows);
  const other = { redirects: [...kept.redirects, { from: "more", to: "search" }], version };
  expect((await server.call("PUT /api/wiki-site/redirects", { as: boss, json: other })).status).toBe(200);
  expect((await server.audit()).at(-1)).toMatchObject({
    action: "wiki.redirects",
    meta: { added: ["more"], redirects: 2 },
  });
});

async function must(answering: ReturnType<typeof server.call>) {
  const { status, body } = await answering;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

// Pages of sites in the memory of two servers, while content, time and a member's rights change.
import { expect, test } from "bun:test";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { until } from "../harness/until.ts";
import { AS_PAGE, openReadySite } from "./ready_site.ts";

const site = await openReadySite();
const { runtime, other, anna, wiki, chapter, navigation } = site;
const { settle, warm, put, must, viewerCookie } = site;

test("new content of one server shows on the other a moment later, and under a new tag", async () => {
  await warm(wiki + chapter.doc_id);
  const etag = (await other.open(wiki + chapter.doc_id, { headers: AS_PAGE })).headers.get("etag") ?? "";
  await must(`POST /api/docs/${chapter.doc_id}/edit`, {
    path: "source.md",
    old_string: "elephant",
    new_string: "giraffe",
  });
  expect((await runtime.open(wiki + chapter.doc_id, { headers: AS_PAGE })).body).toContain("giraffe");
  await until(async () => (await other.open(wiki + chapter.doc_id, { headers: AS_PAGE })).body.includes("giraffe"));
  expect((await other.open(wiki + chapter.doc_id, { headers: { ...AS_PAGE, "if-none-match": etag } })).status).toBe(
    200,
  );
});

test("whatever changes of a page on one server, the other sends it under another tag", async () => {
  const guide = `${site.tree}Guide/`;
  const page = wiki + chapter.doc_id;
  const { secret } = site;
  // A tag without a document that its reader may open is no page.
  await put("# First news", { tags: ["news"] });
  await settle();
  const doc = (fields: object) => must(`PATCH /api/docs/${secret.doc_id}`, fields);
  const settings = (fields: object) => must("PUT /api/wiki-site", fields);
  const folder = (fields: object) => must("PUT /api/folder-meta?root=handbook&path=Guide", fields);
  const navigate = async (label: string) => {
    const { version } = await must(`GET /api/navigations/${navigation.id}`);
    const named = [chapter, secret].map(({ doc_id }) => ({ target: `doc:${doc_id}` }));
    const entries = [...named, { target: "tag:news", label }];
    return must(`PUT /api/navigations/${navigation.id}`, { version, entries });
  };
  const changes: [what: string, paths: string[], change: () => Promise<unknown>][] = [
    ["the title of another page", [page, guide, `${wiki}feed.xml`], () => doc({ title: "Walruses" })],
    ["a tag", [page, `${wiki}tag/news`], () => doc({ tags: ["news"] })],
    ["an alias", [page], () => must(`PUT /api/docs/${secret.doc_id}/alias`, { alias: "walrus" })],
    ["a right", [page, guide, wiki], () => doc({ visibility: "restricted" })],
    ["a right that is given back", [page, guide, wiki], () => doc({ visibility: "unlisted" })],
    ["the navigation", [page, wiki], () => navigate("What is new")],
    ["the title of the site", [page, wiki], () => settings({ title: "Another book" })],
    ["its tagline", [wiki], () => settings({ tagline: "Said anew" })],
    ["its colour", [page], () => settings({ accent: "#0b6e4f" })],
    ["its foot", [page], () => settings({ footer_md: "By **us**" })],
    ["its home", [wiki], () => settings({ home_doc: chapter.doc_id })],
    ["a home that is none any more", [wiki], () => settings({ home_doc: null })],
    ["what a folder says", [guide], () => folder({ description: "For everybody" })],
    ["the order in it", [guide], () => folder({ child_order: [`d:${secret.doc_id}`, `d:${chapter.doc_id}`] })],
    ["the name of the root", [guide], () => must("PATCH /api/roots/handbook", { name: "The shelf" })],
    ["a page that is moved away", [page], () => doc({ folder: "Drafts", visibility: "restricted" })],
  ];
  const tagOf = async (path: string) => (await other.open(path, { headers: AS_PAGE })).headers.get("etag");
  for (const [what, paths, change] of changes) {
    for (const path of paths) await warm(path);
    const before = new Map(await Promise.all(paths.map(async (path) => [path, await tagOf(path)] as const)));
    await change();
    await settle();
    for (const path of paths) {
      await until(async () => (await tagOf(path)) !== before.get(path));
      const known = { ...AS_PAGE, "if-none-match": before.get(path) ?? "" };
      expect([what, path, (await other.open(path, { headers: known })).status]).toEqual([what, path, 200]);
    }
  }
  await must("PUT /api/policy", { publishing: "off" });
  await settle();
  expect((await other.open(page, { headers: AS_PAGE })).status).toBe(404);
  await must("PUT /api/policy", { publishing: "public" });
  await settle();
});

test("what no server was told of shows after a minute all the same", async () => {
  await warm(wiki);
  await runtime.runtime.database.sql`
    update document_counters set change_seq = change_seq + 1 where workspace_id = ${anna.workspace_id}`;
  await runtime.runtime.database.sql`update documents set title = 'Overlooked' where doc_id = ${chapter.doc_id}`;
  expect((await other.open(wiki, { headers: AS_PAGE })).body).not.toContain("Overlooked");
  runtime.clock.advance(MINUTE_MS + 1);
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
  for (const server of [runtime, other]) expect(await shown(server)).toEqual([true, 200]);
  runtime.clock.advance(24 * 60 * MINUTE_MS);
  for (const server of [runtime, other]) expect(await shown(server)).toEqual([false, 404]);
});

test("a member's page comes from memory for that member alone, until a right of theirs ends by hand or by its time", async () => {
  const { otto } = runtime;
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
      expires_at: new Date(runtime.clock.now().getTime() + hours * 60 * MINUTE_MS).toISOString(),
    });
  await lend(2);
  const cookies = { otto: await viewerCookie(wiki, otto), anna: await viewerCookie(wiki, anna) };
  const shown = async (who: keyof typeof cookies, server: typeof other = runtime) => {
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
  runtime.clock.advance(2 * 60 * MINUTE_MS);
  expect(await everywhere()).toEqual([[], []]);
  await lend(1);
  expect(await everywhere()).toEqual([["Lent to Otto"], ["Lent to Otto"]]);
});

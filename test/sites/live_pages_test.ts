// A database as a page of a wiki and of a folder site:
// its tables inside the site's frame, at addresses that stay there, for whoever may open it at that moment.
import { expect, test } from "bun:test";
import { databasesOf } from "../databases/made.ts";
import { AS_PAGE, openReadySite } from "./ready_site.ts";

const site = await openReadySite();
const { runtime, other, anna, eve, wiki, tree, navigation, chapter, viewerCookie, settle } = site;
const { must, makeDatabase, addRecord } = databasesOf(runtime);
const shelf = await makeDatabase({ as: anna, root: "handbook", folder: "Guide" });
const closed = await makeDatabase({ as: anna, root: "handbook", folder: "Guide" });
await rename(shelf, { title: "Open orders", visibility: "unlisted" });
await rename(closed, { title: "Closed orders", visibility: "workspace" });
const ops = Array.from({ length: 60 }, (_, n) => ({
  op: "create",
  data: { name: `Item ${String(n).padStart(3, "0")}`, amount: n, status: n % 2 ? "open" : "done" },
}));
await must(runtime.call(`POST ${shelf.in}/records/batch`, { as: anna, json: { ops } }));
await addRecord(closed, { name: "Giraffe" });
const config = { filters: [{ field: "status", op: "eq", value: "done" }] };
const view = await must(runtime.call(`POST ${shelf.in}/views`, { as: anna, json: { name: "Done", config } }));
await must(runtime.call(`PUT /api/docs/${shelf.doc_id}/alias`, { as: anna, json: { alias: "orders" } }));
const { version } = await must(runtime.call(`GET /api/navigations/${navigation.id}`, { as: anna }));
const entries = [chapter.doc_id, shelf.doc_id, closed.doc_id].map((id) => ({ target: `doc:${id}` }));
await must(runtime.call(`PUT /api/navigations/${navigation.id}`, { as: anna, json: { version, entries } }));
const page = `${wiki}orders`;
const inTree = `${tree}Guide/orders`;

async function rename({ doc_id }: { doc_id: string }, fields: object): Promise<void> {
  await must(runtime.call(`PATCH /api/docs/${doc_id}`, { as: anna, json: fields }));
}

async function read(
  path: string,
  headers: Record<string, string> = {},
  server: Pick<typeof runtime, "open"> = runtime,
) {
  const { status, headers: sent, bytes } = await server.open(path, { headers: { ...AS_PAGE, ...headers } });
  return { status, headers: sent, text: new TextDecoder().decode(bytes) };
}

/** The addresses of links whose text or label holds the words. */
function links(text: string, words: string): string[] {
  const found = [...text.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
  return found
    .filter(([whole]) => whole.includes(words))
    .map(([, href = ""]) => href.replaceAll("&amp;", "&").replaceAll("&#39;", "'"));
}

for (const [where, at] of [
  ["a wiki", page],
  ["a folder site", inTree],
] as const) {
  test(`in ${where} a table is paged, sorted, searched and viewed beside the site's tree, at addresses of the site`, async () => {
    const first = await read(at);
    expect(first.status).toBe(200);
    for (const part of ['<nav class="tree"', "Open orders", "Item 049", ">Chapter<"]) {
      expect(first.text).toContain(part);
    }
    expect(first.text).not.toContain("Item 050");
    expect(first.text.replaceAll("/app/d/", "")).not.toContain("/d/");
    const second = await read(links(first.text, `rel="next" class="next" href="${at}?`)[0] ?? "");
    expect([second.text.includes("Item 050"), second.text.includes("Item 049")]).toEqual([true, false]);
    expect(second.text).toContain('<nav class="tree"');
    const sorted = await read(`${at}?sort=amount&descending=true`);
    expect(/Item \d{3}/.exec(sorted.text)?.[0]).toBe("Item 059");
    const found = await read(`${at}?q=item+00`);
    expect([found.text.includes("10 of 60 records"), found.text.includes("Item 010")]).toEqual([true, false]);
    const [saved = ""] = links(first.text, ">Done<");
    expect(saved).toStartWith(`${at}?`);
    expect(saved).toContain(`view=${view.id}`);
    expect((await read(saved)).text).toContain("30 of 60 records");
    const [record = ""] = links(first.text, 'aria-label="Record ');
    const whole = await read(record);
    expect([record.startsWith(`${at}?record=`), whole.status, whole.text.includes('<nav class="tree"')]).toEqual([
      true,
      200,
      true,
    ]);
  });
}

test("what an address asks of the page goes along to its one address, and through signing in, but no code that works once", async () => {
  const wanted = "filter=status%3Aeq%3Adone+%26&sort=amount&q=%2F%2Fevil.example%0D%0Ax%23%5C";
  for (const [from, to] of [
    [`${wiki}${shelf.doc_id}`, page],
    [`${tree}Guide/${shelf.doc_id}`, inTree],
    [`${tree}${shelf.doc_id}`, inTree],
  ]) {
    const moved = await read(`${from}?${wanted}&handoff=made-up`);
    expect([from, moved.status, moved.headers.get("location")]).toEqual([from, 301, `${to}?${wanted}`]);
  }
  for (const at of [page, inTree, wiki + closed.doc_id]) {
    const [way = ""] = links((await read(`${at}?${wanted}`)).text, "Sign in");
    const browser = runtime.visitor(anna);
    const asked = await browser.open(runtime.content_url + way);
    const back = await browser.open(asked.headers.get("location") ?? "");
    const come = await browser.open(back.headers.get("location") ?? "");
    expect([come.status, come.headers.get("location")]).toEqual([302, `${at}?${wanted}`]);
  }
  // What is longer than an address that one comes back to after signing in leads to the page at least.
  for (const n of [500, 900]) {
    const [way = ""] = links((await read(`${page}?x=${"%26".repeat(n)}`)).text, "Sign in");
    const asked = new URL((await runtime.visitor().open(runtime.content_url + way)).headers.get("location") ?? "");
    expect([n, asked.searchParams.get("page")]).toEqual([n, page]);
  }
});

test("the field of a table's search takes what the page does", async () => {
  const most = Number(/aria-label="Search the records[^>]* maxlength="(\d+)"/.exec((await read(page)).text)?.[1]);
  expect(most).toBeGreaterThan(0);
  for (const at of [page, inTree]) expect((await read(`${at}?q=${"x".repeat(most)}`)).status).toBe(200);
});

test("the page loads what the site's policy allows, with no script or style inline", async () => {
  const { text, headers } = await read(page);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(text).not.toMatch(/<script(?![^>]* src=)|<style|style="/);
  const [, sheet = ""] = /href="(\/assets\/live-[0-9a-f]+\.css)"/.exec(text) ?? [];
  expect((await runtime.open(sheet)).status).toBe(200);
});

test("what an address asks for in vain is said on the page, without a crawler or a cache keeping it", async () => {
  for (const query of ["view=99999999", "sort=nothing", "table=x", "record=1&record=2", "cursor=made-up"]) {
    const { status, text, headers } = await read(`${page}?${query}`);
    expect([query, status, text.includes("This page cannot be shown")]).toEqual([query, 404, true]);
    expect(text).toContain('<nav class="tree"');
    expect(headers.get("cache-control")).toBe("private, no-store");
  }
});

test("a record shows at the next request on every server, and the page of one query is not that of another", async () => {
  for (const server of [runtime, other]) {
    for (const _round of ["cold", "warm"]) {
      expect((await read(page, {}, server)).text).toContain("Item 000");
      expect((await read(`${page}?q=059`, {}, server)).text).not.toContain("Item 000");
    }
  }
  await addRecord(shelf, { name: "Brand-new", amount: -1 });
  for (const server of [runtime, other]) {
    const { text, headers } = await read(`${page}?sort=amount`, {}, server);
    expect([text.includes("Brand-new"), headers.get("cache-control")]).toEqual([true, "private, no-store"]);
  }
});

test("a closed database is shown to whoever may open it, and to nobody else from the moment it is closed", async () => {
  const at = wiki + closed.doc_id;
  const nothing = `${wiki}doc_nothing`;
  const plain = ({ status, text }: Awaited<ReturnType<typeof read>>) => [status, text.replaceAll(/to=[^"]*/g, "")];
  const cookie = await viewerCookie(wiki);
  const outsider = await viewerCookie(wiki, eve);
  const strangers: Record<string, string>[] = [{}, { cookie: outsider }];
  for (const headers of strangers) {
    expect(plain(await read(at, headers))).toEqual(plain(await read(nothing, headers)));
    expect(plain(await read(`${at}?q=giraffe`, headers))).toEqual(plain(await read(nothing, headers)));
  }
  const mine = await read(at, { cookie });
  expect([mine.status, mine.text.includes("Giraffe")]).toEqual([200, true]);
  expect(mine.headers.get("cache-control")).toBe("private, no-store");
  expect((await read(page)).status).toBe(200);
  await rename(shelf, { visibility: "workspace" });
  await settle();
  for (const server of [runtime, other]) {
    for (const address of [page, inTree, `${page}?q=item`]) {
      expect([address, (await read(address, {}, server)).status]).toEqual([address, 404]);
      expect([address, (await read(address, { cookie }, server)).status]).toEqual([address, 200]);
    }
  }
  await rename(shelf, { visibility: "unlisted" });
});

test("somebody from outside whose domain reads along gets what every member may open, until the claim ends", async () => {
  const { sql } = runtime.runtime.database;
  await sql`update users set email = 'anna@along.test', last_sign_in_at = ${runtime.clock.now()} where user_id = ${anna.user_id}`;
  const guest = await runtime.person({ role: "owner", email: "guest@along.test" });
  const claim = (viewer_domains: string[]) =>
    must(runtime.call("PATCH /api/billing/workspace", { as: anna, json: { viewer_domains } }));
  await claim(["along.test"]);
  const cookie = await viewerCookie(wiki, guest);
  const shown = await read(`${wiki}${closed.doc_id}?q=giraffe`, { cookie });
  expect([shown.status, shown.text.includes("Giraffe")]).toEqual([200, true]);
  expect((await read(page, { cookie })).text).toContain("Item 000");
  await claim([]);
  expect((await read(`${wiki}${closed.doc_id}?q=giraffe`, { cookie })).status).toBe(404);
  expect((await read(page, { cookie })).status).toBe(200);
});

test("without the plugin of databases the site says where it is, and asks for nothing", async () => {
  const without = await runtime.twin({ PLUGINS: "-databases,-database_sql,-forms" });
  const { status, text } = await read(page, {}, without);
  expect([status, text.includes("This is a database"), text.includes("Item 000")]).toEqual([200, true, false]);
});

// The index follows the documents:
// after a crash, with several servers, for deleted and moved ones, and never with old words.
import { expect, test } from "bun:test";
import { createWorkspace, personMoveHook } from "../../kernel/plugin.ts";
import { movePerson } from "../../kernel/ports/auth.ts";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { grep, indexAll, rank } from "./found.ts";

const h = await openHarness();

async function rows(): Promise<Record<string, number>> {
  return h.rows("search_files", "search_texts");
}

test("another server catches up with what the first one left", async () => {
  const { as } = await publish(h, { markdown: "left behind" });
  const twin = await h.twin();
  h.clock.advance(1000);
  await twin.runtime.jobs.runDue();
  expect((await rank(h, as, { q: "behind" })).count).toBe(1);
});

test("two servers at once write nothing twice and lose nothing", async () => {
  const as = await h.person();
  const twin = await h.twin();
  for (let index = 0; index < 120; index += 1) await publish(h, { markdown: `numbered w${index}w` }, { as });
  h.clock.advance(1000);
  await Promise.all([h.runtime.jobs.runDue(), twin.runtime.jobs.runDue()]);
  await indexAll(h);
  const { sql } = h.runtime.database;
  const [count] = await sql<{ n: number }[]>`
    select count(*)::int as n from search_files where workspace_id = ${as.workspace_id}`;
  expect(count?.n).toBe(120);
  expect((await rank(h, as, { q: "numbered", limit: 100 })).count).toBe(100);
  expect((await rank(h, as, { q: "w77w" })).count).toBe(1);
});

test("the same text is kept once, and goes with the last document that holds it", async () => {
  const as = await h.person();
  await indexAll(h);
  const before = await rows();
  const one = await publish(h, { markdown: "the very same" }, { as });
  const two = await publish(h, { markdown: "the very same" }, { as });
  await indexAll(h);
  expect(await rows()).toEqual({
    search_files: (before["search_files"] ?? 0) + 2,
    search_texts: (before["search_texts"] ?? 0) + 1,
  });
  await h.call(`PUT ${one.at}/files/source.md`, { as, json: { content: "something else" } });
  await indexAll(h);
  expect((await grep(h, as, { q: "very same" })).count).toBe(1);
  for (const { at } of [one, two]) await h.call(`DELETE ${at}`, { as });
  await indexAll(h);
  expect(await rows()).toEqual(before);
});

test("an index that is lost is made again", async () => {
  const { as } = await publish(h, { html: "<p>made again</p>" });
  await indexAll(h);
  const before = await rows();
  const { sql } = h.runtime.database;
  await sql`truncate search_files, search_texts, search_cursors`;
  expect((await grep(h, as, { q: "made again" })).count).toBe(1);
  await indexAll(h);
  expect(await rows()).toEqual(before);
  expect((await rank(h, as, { q: "again" })).count).toBe(1);
});

test("an edit that is not indexed yet hides the words before it", async () => {
  const { as, at } = await publish(h, { markdown: "yesterday" });
  await indexAll(h);
  await h.call(`PUT ${at}/files/source.md`, { as, json: { content: "today" } });
  expect((await rank(h, as, { q: "yesterday" })).count).toBe(0);
  await indexAll(h);
  expect((await rank(h, as, { q: "today" })).count).toBe(1);
});

test("a version that is brought back is found by its words again", async () => {
  const { as, at } = await publish(h, { markdown: "the first state" });
  await h.call(`PUT ${at}/files/source.md`, { as, json: { content: "the second state" } });
  await indexAll(h);
  await h.call(`POST ${at}/versions/1/restore`, { as });
  await indexAll(h);
  expect((await rank(h, as, { q: "first state" })).count).toBe(1);
  expect((await rank(h, as, { q: "second state" })).count).toBe(0);
});

test("what a person takes along to another workspace is found there, and by nobody before", async () => {
  const { runtime, clock } = h;
  const { as } = await publish(h, { markdown: "luggage of mine", visibility: "workspace", listing: "team" });
  const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
  await indexAll(h);
  expect((await rank(h, colleague, { q: "luggage" })).count).toBe(1);
  const now = clock.now();
  const to = await createWorkspace(runtime.database.sql, { slug: "elsewhere", name: "Elsewhere", plan: "free", now });
  await runtime.database.withTransaction(async (sql) => {
    const move = { sql, now, user_id: as.user_id, from_workspace_id: as.workspace_id, to_workspace_id: to.id };
    await runtime.callHook(personMoveHook, move);
    await movePerson(sql, { ...move, role: "owner" });
  });
  await runtime.database.bus.catchUp();
  for (const isIndexed of [false, true]) {
    if (isIndexed) await indexAll(h);
    expect((await grep(h, as, { q: "luggage" })).count).toBe(1);
    expect((await rank(h, as, { q: "luggage" })).count).toBe(1);
    expect((await grep(h, colleague, { q: "luggage" })).count).toBe(0);
    expect((await rank(h, colleague, { q: "luggage" })).count).toBe(0);
  }
});

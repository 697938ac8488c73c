// A person who moves to another workspace takes their My documents along, at the same links,
// and leaves their audience behind.
import { expect, test } from "bun:test";
import { createWorkspace, personMoveHook } from "../../kernel/plugin.ts";
import { movePerson } from "../../kernel/ports/auth.ts";
import { openHarness } from "../harness/harness.ts";
import { publish } from "./published.ts";

const h = await openHarness();

test("My documents move with the person, what lies in a root stays, and the counters follow", async () => {
  const { runtime, clock } = h;
  const { sql } = runtime.database;
  const anna = await h.person();
  const bert = await h.person({ workspace_id: anna.workspace_id });
  const { doc: own } = await publish(h, { html: "own", folder: "Plans", visibility: "workspace" }, { as: anna });
  const { doc: rooted } = await publish(h, { html: "rooted", root: "general", folder: "" }, { as: anna });
  expect((await h.call(`GET /api/docs/${own.doc_id}/manifest`, { as: bert })).status).toBe(200);
  const now = clock.now();
  const to = await createWorkspace(sql, { slug: "own", name: "Own", plan: "free", now });
  await runtime.database.withTransaction(async (tx) => {
    const move = { sql: tx, now, user_id: anna.user_id, from_workspace_id: anna.workspace_id, to_workspace_id: to.id };
    await runtime.callHook(personMoveHook, move);
    await movePerson(tx, { ...move, role: "owner" });
  });
  await runtime.database.bus.catchUp();
  const moved = await h.call(`GET /api/docs/${own.doc_id}`, { as: anna });
  expect(moved.body).toMatchObject({ url: own.url, folder: "Plans", visibility: "restricted", my_level: "own" });
  expect((await h.call(`GET /api/docs/${own.doc_id}/manifest`, { as: bert })).status).toBe(404);
  expect((await h.call(`GET /api/docs/${rooted.doc_id}`, { as: bert })).status).toBe(200);
  expect((await h.call(`GET /api/docs/${rooted.doc_id}`, { as: anna })).status).toBe(404);
  const counted = await sql`
    select workspace_id, live from document_owners where owner_id = ${anna.user_id} order by workspace_id`;
  expect([...counted]).toEqual([
    { workspace_id: anna.workspace_id, live: 1 },
    { workspace_id: to.id, live: 1 },
  ]);
  const bytes = await sql`select bytes from document_counters where workspace_id = ${to.id}`;
  expect(bytes[0]).toEqual({ bytes: 3 });
});

test("whoever moved copies what they brought along, small and large, and the copy outlives the original", async () => {
  const anna = await h.person({ role: "owner" });
  const bert = await h.person({ role: "member", workspace_id: anna.workspace_id });
  const large = "x".repeat(300_000);
  const small = await publish(h, { html: "small" }, { as: bert });
  const page = await publish(h, { html: large }, { as: bert });
  // Somebody who stays has the same bytes.
  await publish(h, { html: "small" }, { as: anna });
  expect((await h.call(`DELETE /api/members/${bert.user_id}`, { as: anna })).status).toBe(200);
  for (const [{ at }, content] of [
    [small, "small"],
    [page, large],
  ] as const) {
    const copies = await Promise.all([0, 1].map(() => h.call(`POST ${at}/duplicate`, { as: bert, json: {} })));
    expect(copies.map(({ status }) => status)).toEqual([201, 201]);
    expect((await h.call(`DELETE ${at}?purge=true`, { as: bert })).status).toBe(200);
    h.clock.advance(3 * 86_400_000);
    await h.runtime.jobs.runDue();
    for (const { body } of copies) {
      const read = await h.call(`GET /api/docs/${body.doc_id}/files/index.html`, { as: bert });
      expect(read.body).toBe(content);
    }
  }
});

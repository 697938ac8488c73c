// Counts of roots and tags that are kept as documents change:
// by the clock, through lists and folders that come and go, and by many at once.
import { expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { findMiscounts } from "../harness/kept_counts.ts";

const h = await openHarness();

async function foldAll(): Promise<void> {
  h.clock.advance(10_000);
  await h.runtime.jobs.runDue();
  expect(await h.runtime.database.sql`select from document_count_changes`).toHaveLength(0);
}

async function countsOf(
  person: Person,
): Promise<{ own: number; roots: Record<string, number>; tags: Record<string, number> }> {
  const [{ body: listed }, { body: tagged }] = await Promise.all([
    h.call("GET /api/roots", { as: person }),
    h.call("GET /api/tags?include_team=1", { as: person }),
  ]);
  const pairs = (rows: Record<string, unknown>[], name: string, count: string) =>
    Object.fromEntries(rows.map((row) => [row[name], row[count]]));
  return {
    own: listed.personal.doc_count,
    roots: pairs(listed.roots, "slug", "doc_count"),
    tags: pairs(tagged.tags, "tag", "count"),
  };
}

test("a document whose end has come is counted by nobody, before it is released and after, and again once it is kept", async () => {
  const ann = await h.person();
  const json = { html: "<p>x</p>", root: "general", tags: ["soon"], retention_days: 1 };
  const { body } = await h.call("POST /api/docs", { as: ann, json });
  await h.call("POST /api/docs", { as: ann, json: { html: "<p>y</p>", tags: ["stays"] } });
  await foldAll();
  expect(await countsOf(ann)).toEqual({ own: 1, roots: { general: 1 }, tags: { soon: 1, stays: 1 } });
  h.clock.advance(DAY_MS);
  const over = { own: 1, roots: { general: 0 }, tags: { stays: 1 } };
  expect(await countsOf(ann)).toEqual(over);
  await h.runtime.jobs.runDue();
  expect(await countsOf(ann)).toEqual(over);
  const kept = await h.call(`POST /api/docs/${body.doc_id}/keep`, { as: ann });
  expect(kept.status).toBe(200);
  expect(await countsOf(ann)).toEqual({ own: 1, roots: { general: 1 }, tags: { soon: 1, stays: 1 } });
  expect(await findMiscounts(h.runtime.database.sql)).toEqual([]);
});

test("a list that begins above counted documents and what is not added up yet takes both along, and so does its end", async () => {
  const boss = await h.person();
  const ann = await h.person({ role: "member", workspace_id: boss.workspace_id });
  const publish = (html: string, visibility = "restricted") =>
    h.call("POST /api/docs", {
      as: boss,
      json: { html, root: "general", folder: "plans/q1", tags: ["plan"], visibility },
    });
  await publish("<p>one</p>");
  await foldAll();
  await publish("<p>two</p>");
  await publish("<p>three</p>", "workspace");
  expect((await countsOf(ann)).roots).toEqual({ general: 3 });
  const listed = { folder: "plans", subject_type: "user", subject: boss.email, level: "edit" };
  expect((await h.call("POST /api/roots/general/access", { as: boss, json: listed })).status).toBe(201);
  expect(await countsOf(ann)).toMatchObject({ roots: { general: 1 }, tags: { plan: 1 } });
  expect(await countsOf(boss)).toMatchObject({ roots: { general: 3 }, tags: { plan: 3 } });
  await publish("<p>four</p>");
  await foldAll();
  expect(await countsOf(ann)).toMatchObject({ roots: { general: 1 }, tags: { plan: 1 } });
  const ended = { as: boss, json: { folder: "plans" } };
  expect((await h.call("POST /api/roots/general/access/inherit", ended)).status).toBeLessThan(300);
  expect(await countsOf(ann)).toMatchObject({ roots: { general: 4 }, tags: { plan: 4 } });
  expect(await findMiscounts(h.runtime.database.sql)).toEqual([]);
});

test("sixteen writers of one root and a list that comes and goes meanwhile leave exact counts", async () => {
  const boss = await h.person();
  const writers = await Promise.all(
    Array.from({ length: 16 }, () => h.person({ role: "member", workspace_id: boss.workspace_id })),
  );
  const write = async (as: Person, number: number) => {
    const json = { html: `<p>${number}</p>`, root: "general", folder: "busy", tags: ["load"], visibility: "workspace" };
    const { body } = await h.call("POST /api/docs", { as, json });
    if (number % 3 === 0) await h.call(`DELETE /api/docs/${body.doc_id}`, { as });
    if (number % 3 === 1)
      await h.call(`PATCH /api/docs/${body.doc_id}`, { as, json: { visibility: "restricted", tags: [] } });
  };
  const fold = () =>
    h.runtime.database.sql`select fold_document_counts(${boss.workspace_id}, 3)`.then(() => Bun.sleep(1));
  const shift = async () => {
    const json = { folder: "busy", subject_type: "workspace", level: "edit" };
    await h.call("POST /api/roots/general/access", { as: boss, json });
    await fold();
    await h.call("POST /api/roots/general/access/inherit", { as: boss, json: { folder: "busy" } });
  };
  await Promise.all([
    ...writers.map(async (as, number) => {
      for (let turn = 0; turn < 3; turn++) await write(as, number + turn);
    }),
    (async () => {
      for (let turn = 0; turn < 4; turn++) await shift();
    })(),
  ]);
  expect(await findMiscounts(h.runtime.database.sql)).toEqual([]);
  await foldAll();
  expect(await findMiscounts(h.runtime.database.sql)).toEqual([]);
  expect((await countsOf(boss)).roots).toEqual({ general: 32 });
});

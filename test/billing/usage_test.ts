// Storage by the hour: bought within limits that hold at once.
import { afterAll, expect, test } from "bun:test";
import { findStorageDifferences } from "../../plugins/documents/port/write.ts";
import { GIB, HOUR_MS, openUsageServer } from "./usage_server.ts";

const { h, sql, processor, onTeam, fillTo, optIn, runJobs, bytesOf } = await openUsageServer();
afterAll(processor.close);

test("above the cap nothing grows until an owner opts in, and then up to the limits", async () => {
  const { as } = await onTeam();
  await h.call("POST /api/docs", { as, json: { html: "<p>one</p>" } });
  await fillTo(as, 100 * GIB);
  const full = await h.call("POST /api/docs", { as, json: { html: "<p>two</p>" } });
  expect([full.status, full.body.error]).toEqual([
    413,
    expect.stringContaining("storage quota exceeded: the Team plan holds 100 GiB"),
  ]);

  // 55 cents buy 5 GiB at 10 cents each.
  const { body } = await optIn(as, 55, 40);
  expect(body).toMatchObject({
    storage: { cap: 105 * GIB },
    usage: { enabled: true, spending_limit_cents: 55, capacity_limit_gib: 40 },
  });
  expect((await h.call("POST /api/docs", { as, json: { html: "<p>two</p>" } })).status).toBe(201);

  const room = 2000;
  await fillTo(as, 105 * GIB - room);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      h.call("POST /api/docs", { as, json: { html: `<p>${"x".repeat(600)}${i}</p>` } }),
    ),
  );
  const taken = answers.filter((one) => one.status === 201).length;
  expect(taken).toBe(3);
  expect(answers.filter((one) => one.status === 413).length).toBe(5);
  expect(answers.find((one) => one.status === 413)?.body.error).toContain("with what was added to it holds 105 GiB");
  await fillTo(as, 0);
  await sql`update document_counters c set bytes = (select coalesce(sum(size_bytes), 0) from documents d
    where d.workspace_id = c.workspace_id and d.deleted_at is null) where workspace_id = ${as.workspace_id}`;
});

test.each([
  ["spending", 55, 40],
  ["capacity", 5000, 5],
])("many at once, by every way in and on two servers, stop at the %s limit and fill it", async (_name, cents, gib) => {
  const { as } = await onTeam();
  const beside = await h.twin();
  const made = await h.call("POST /api/databases", { as, json: { title: "Orders" } });
  const at = `/api/databases/${made.body.doc.doc_id}`;
  const table = await h.call(`POST ${at}/tables`, {
    as,
    json: { name: "Orders", fields: [{ key: "n", type: "long_text" }] },
  });
  const doc = (await h.call("POST /api/docs", { as, json: { html: "x" } })).body.doc_id;
  const trashed = await Promise.all(
    [0, 1, 2].map(async () => {
      const { body } = await h.call("POST /api/docs", { as, json: { html: "t".repeat(2000) } });
      await h.call(`DELETE /api/docs/${body.doc_id}`, { as });
      return body.doc_id;
    }),
  );
  await optIn(as, cents, gib);
  const own = await bytesOf(as);
  const room = 25_000;
  await fillTo(as, 105 * GIB - room);
  const text = (size: number) => "x".repeat(size);
  const ways = [
    () => ({ route: "POST /api/docs", send: { json: { html: text(2000) } } }),
    (i: number) => ({ route: `PUT /api/upload?filename=a${i}.bin`, send: { body: text(2000) } }),
    (i: number) => ({ route: `PUT /api/docs/${doc}/files/f${i}.txt`, send: { json: { content: text(2000) } } }),
    () => ({ route: `POST ${at}/tables/${table.body.id}/records`, send: { json: { data: { n: text(2000) } } } }),
    (i: number) => ({ route: `POST /api/docs/${trashed[i % 3]}/undelete`, send: { json: {} } }),
    () => ({ route: `POST /api/docs/${doc}/duplicate`, send: { json: {} } }),
  ];
  const answers = await Promise.all(
    Array.from({ length: 36 }, (_, i) => {
      const { route, send } = (ways[i % ways.length] ?? (() => ({ route: "", send: {} })))(i);
      return (i % 2 === 0 ? h : beside).call(route, { as, ...send });
    }),
  );
  const by = Map.groupBy(answers, (one) => one.status);
  expect([...by.keys()].filter((status) => ![200, 201, 404, 409, 413].includes(status))).toEqual([]);
  expect(by.get(413)?.length).toBeGreaterThan(0);
  const left = 105 * GIB - (await bytesOf(as));
  expect(left).toBeGreaterThanOrEqual(0);
  // Whatever was refused found less room than it wants, and room never grew.
  expect(left).toBeLessThan(2100);
  await sql`update document_counters set bytes = bytes - ${105 * GIB - room - own} where workspace_id = ${as.workspace_id}`;
  expect(await findStorageDifferences(sql, { workspace_id: as.workspace_id })).toEqual([]);
});

test("a plan is sold with the price of what is metered, and that is not ended while more is stored than the cap", async () => {
  const { as } = await onTeam();
  const session = processor.sent.findLast((one) => one.path === "/v1/checkout/sessions" && one.form.size > 0)?.form;
  expect([session?.get("line_items[0][price]"), session?.get("line_items[1][price]")]).toEqual(["price_tm", "price_u"]);
  await optIn(as, 500, 50);
  await h.call("POST /api/docs", { as, json: { html: "<p>one</p>" } });
  const own = await bytesOf(as);
  await fillTo(as, 103 * GIB);
  const ended = await h.call("PATCH /api/billing/workspace", { as, json: { usage: null } });
  expect([ended.status, ended.body.error]).toEqual([409, expect.stringContaining("3 GiB are stored above the cap")]);
  await fillTo(as, own);
  expect((await h.call("PATCH /api/billing/workspace", { as, json: { usage: null } })).body.usage.enabled).toBe(false);
});

test("who may opt in, and to what", async () => {
  const { as } = await onTeam();
  const admin = await h.person({ role: "admin", workspace_id: as.workspace_id });
  expect((await optIn(admin, 500, 5)).status).toBe(403);
  const little = await optIn(as, 9, 5);
  expect([little.status, little.body.error]).toEqual([400, expect.stringContaining("a GiB costs 10 cents")]);
  const free = await h.person({ role: "owner", plan: "free" });
  expect((await optIn(free, 500, 5)).status).toBe(402);
  const unsold = await h.person({ role: "owner", plan: "business" });
  expect((await optIn(unsold, 500, 5)).status).toBe(402);
  expect((await h.call("PATCH /api/billing/workspace", { as, json: { usage: null } })).body.usage.enabled).toBe(false);
});

test("no more is metered than the limits buy, however it came, and no limit is set below what is stored", async () => {
  const { as } = await onTeam();
  await h.call("POST /api/docs", { as, json: { html: "<p>one</p>" } });
  const own = await bytesOf(as);
  await optIn(as, 50, 100);
  // As by somebody who joined and brought their documents.
  await fillTo(as, 120 * GIB);
  const lower = await optIn(as, 10, 100);
  expect([lower.status, lower.body.error]).toEqual([
    409,
    "20 GiB are stored above the cap, more than these limits buy; give capacity_limit_gib 20 and spending_limit_cents 200 at least, or delete documents",
  ]);
  h.clock.advance(10 * HOUR_MS);
  await runJobs();
  expect((await h.call("GET /api/billing/workspace", { as })).body.usage).toMatchObject({
    spending_limit_cents: 50,
    gib_hours: 50,
  });
  expect((await optIn(as, 200, 20)).status).toBe(200);
  h.clock.advance(10 * HOUR_MS);
  await runJobs();
  expect((await h.call("GET /api/billing/workspace", { as })).body.usage.gib_hours).toBe(250);
  await fillTo(as, own);
});

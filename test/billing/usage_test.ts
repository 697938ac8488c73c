// Storage by the hour: bought within limits that hold at once, metered by time, reported once.
import { afterAll, expect, test } from "bun:test";
import { setPlan } from "../../kernel/mod.ts";
import { findStorageDifferences } from "../../plugins/documents/port/write.ts";
import { openHarness, type Person } from "../harness.ts";
import { START } from "../house_database.ts";
import { until } from "../until.ts";
import { openProcessor, signedEvent } from "./stripe_stand_in.ts";

const GIB = 1024 ** 3;
const HOUR_MS = 3_600_000;
const processor = openProcessor({ start: START });
const h = await openHarness({ env: { EDITION: "cloud", ...processor.env } });
afterAll(processor.close);
const { sql } = h.house.database;
let events = 0;

async function onTeam(): Promise<{ as: Person; customer: string }> {
  const as = await h.person({ role: "owner", plan: "free" });
  const { body } = await h.call("POST /api/billing/checkout", { as, json: { price: "team_monthly" } });
  const customer = body.url.split("/").at(-1);
  processor.has.set(customer, [{ price: "price_tm", beside: ["price_u"] }]);
  const event = await signedEvent({ id: `evt_u${++events}`, type: "invoice.paid", customer }, h.clock.now());
  await h.call("POST /api/billing/webhook", event);
  return { as, customer };
}

/** Makes the documents of a workspace take so many bytes, without writing them. */
const fillTo = (as: Person, bytes: number) =>
  sql`update document_counters set bytes = ${bytes} where workspace_id = ${as.workspace_id}`;

const optIn = (as: Person, cents: number, gib: number) =>
  h.call("PATCH /api/billing/workspace", {
    as,
    json: { usage: { spending_limit_cents: cents, capacity_limit_gib: gib } },
  });

const runJobs = async () => {
  await h.house.jobs.runDue();
};

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

test("what is above the cap is metered by time, kept over changes, and reported once under its own id", async () => {
  const { as, customer } = await onTeam();
  const doc = await h.call("POST /api/docs", { as, json: { html: "<p>one</p>" } });
  const own = await bytesOf(as);
  await optIn(as, 1000, 100);
  // Two GiB above for two hours, a write in between, then one GiB for an hour.
  await fillTo(as, 102 * GIB);
  h.clock.advance(HOUR_MS);
  await h.call(`PATCH /api/docs/${doc.body.doc_id}`, { as, json: { title: "Touched" } });
  h.clock.advance(HOUR_MS);
  processor.state.away = true;
  await runJobs();
  processor.state.away = false;
  await fillTo(as, 101 * GIB);
  h.clock.advance(HOUR_MS);
  await runJobs();
  await runJobs();
  const reported = [...processor.meter.values()];
  expect(reported.reduce((sum, one) => sum + one, 0)).toBeCloseTo(5, 3);
  const shown = (await h.call("GET /api/billing/workspace", { as })).body.usage;
  expect(shown.gib_hours).toBeCloseTo(5, 3);
  expect(shown.cost_cents).toBe(1);
  expect(
    processor.sent.findLast((one) => one.path === "/v1/billing/meter_events")?.form.get("payload[stripe_customer_id]"),
  ).toBe(customer);
  await fillTo(as, own);
});

test("what was used until an owner ends it is kept", async () => {
  const { as } = await onTeam();
  const doc = await h.call("POST /api/docs", { as, json: { html: "<p>one</p>" } });
  const own = await bytesOf(as);
  await optIn(as, 1000, 100);
  await fillTo(as, 102 * GIB);
  h.clock.advance(HOUR_MS / 2);
  // Any change is counted, and what was above until then with it.
  await h.call(`PATCH /api/docs/${doc.body.doc_id}`, { as, json: { title: "Touched" } });
  await fillTo(as, own);
  const { body } = await h.call("PATCH /api/billing/workspace", { as, json: { usage: null } });
  expect(body.usage).toMatchObject({ enabled: false, gib_hours: 1 });
});

test("a reading that is refused holds up nobody else, however many wait", async () => {
  const [bad, good] = [await onTeam(), await onTeam()];
  await runJobs();
  processor.state.refused.add(bad.customer);
  const add = (of: Person, count: number) => sql`
    insert into billing_usage (workspace_id, read_at, gib_hours)
    select ${of.workspace_id}, ${h.clock.now()}, 1 from generate_series(1, ${count})`;
  await add(bad.as, 2);
  await add(good.as, 201);
  h.clock.advance(HOUR_MS);
  await runJobs();
  processor.state.refused.clear();
  expect([await unreportedOf(bad.as), await unreportedOf(good.as)]).toEqual([2, 0]);
  h.clock.advance(HOUR_MS);
  await runJobs();
  expect(await unreportedOf(bad.as)).toBe(0);
});

test("a plan that changes while the meters are read decides what is included", async () => {
  const { as } = await onTeam();
  await optIn(as, 1000, 100);
  h.clock.advance(HOUR_MS);
  let running: Promise<void> = Promise.resolve();
  await h.house.database.withTransaction(async (tx) => {
    await setPlan(tx, as.workspace_id, "business");
    running = runJobs();
    await Promise.race([running, until(isSomebodyWaiting)]);
  });
  await running;
  const [row] = await sql`select bytes_included from document_counters where workspace_id = ${as.workspace_id}`;
  expect(row?.["bytes_included"]).toBe(1024 * GIB);
});

test("what storage by the hour has cost is a month's also where the plan is paid by the year, as its limit is", async () => {
  const as = await h.person({ role: "owner", plan: "free" });
  const { body } = await h.call("POST /api/billing/checkout", { as, json: { price: "team_yearly" } });
  const customer = body.url.split("/").at(-1);
  processor.state.period_days = 365;
  processor.has.set(customer, [{ price: "price_ty", beside: ["price_u"] }]);
  await h.call(
    "POST /api/billing/webhook",
    await signedEvent({ id: `evt_u${++events}`, type: "invoice.paid", customer }, h.clock.now()),
  );
  processor.state.period_days = 30;
  await optIn(as, 1000, 100);
  const used = (days: number, hours: number) => sql`
    insert into billing_usage (workspace_id, read_at, gib_hours, reported_at)
    values (${as.workspace_id}, ${new Date(START.getTime() + days * 24 * HOUR_MS)}, ${hours}, ${START})`;
  await used(1, 74_400);
  await used(35, 7_440);
  await used(36, 7_440);
  h.clock.set(new Date(Math.max(h.clock.now().getTime(), START.getTime() + 40 * 24 * HOUR_MS)));
  expect((await h.call("GET /api/billing/workspace", { as })).body.usage).toMatchObject({
    spending_limit_cents: 1000,
    gib_hours: 14_880,
    cost_cents: 200,
  });
});

test("readings are reported while the processor takes them and kept for 400 days, events for 30", async () => {
  const { as } = await onTeam();
  const at = (days: number) => new Date(h.clock.now().getTime() - days * 24 * HOUR_MS);
  const add = (days: number, count: number, reported: Date | null) => sql`
    insert into billing_usage (workspace_id, read_at, gib_hours, reported_at)
    select ${as.workspace_id}, ${at(days)}, 1, ${reported} from generate_series(1, ${count})`;
  await add(399, 3, at(399));
  // More than one statement takes at once.
  await add(401, 2500, at(401));
  await add(420, 2, null);
  await add(36, 1, null);
  await add(20, 1, null);
  const stays = await sql`select from billing_events where received_at > ${at(29)}`;
  await sql`
    insert into billing_events (event_id, workspace_id, type, received_at)
    select 'evt_old_' || n, ${as.workspace_id}, 'invoice.paid', ${at(31)} from generate_series(1, 2500) n`;
  h.clock.advance(24 * HOUR_MS);
  await runJobs();
  const left = await sql<{ days: number; reported: boolean; rows: number }[]>`
    select round(extract(epoch from ${h.clock.now()} - read_at) / 86400)::int as days, reported_at is not null as reported,
      count(*)::int as rows
    from billing_usage where workspace_id = ${as.workspace_id} group by 1, 2 order by 1`;
  expect([...left]).toEqual([
    { days: 21, reported: true, rows: 1 },
    { days: 37, reported: false, rows: 1 },
    { days: 400, reported: true, rows: 3 },
  ]);
  expect((await sql`select from billing_events`).length).toBeGreaterThanOrEqual(stays.length);
  expect((await sql`select from billing_events where received_at < ${at(30)}`).length).toBe(0);
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

async function isSomebodyWaiting(): Promise<boolean> {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length > 0;
}

async function unreportedOf({ workspace_id }: Person): Promise<number> {
  const rows = await sql`select from billing_usage where workspace_id = ${workspace_id} and reported_at is null`;
  return rows.length;
}

async function bytesOf(as: Person): Promise<number> {
  const [row] = await sql<
    { bytes: number }[]
  >`select bytes from document_counters where workspace_id = ${as.workspace_id}`;
  return row?.bytes ?? 0;
}

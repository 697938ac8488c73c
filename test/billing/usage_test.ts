// Storage by the hour: bought within limits that hold at once, metered by time, reported once.
import { afterAll, expect, test } from "bun:test";
import { setPlan } from "../../kernel/mod.ts";
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

// Storage by the hour: metered by time, kept for as long as it is asked about, reported once.
import { afterAll, expect, test } from "bun:test";
import { setPlan } from "../../kernel/plugin.ts";
import type { Person } from "../harness/harness.ts";
import { START } from "../harness/server_database.ts";
import { until } from "../harness/until.ts";
import { GIB, HOUR_MS, openUsageServer } from "./usage_server.ts";

const { h, sql, processor, onTeam, fillTo, optIn, runJobs, bytesOf, tellPaid } = await openUsageServer();
afterAll(processor.close);

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
  await h.runtime.database.withTransaction(async (tx) => {
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
  await tellPaid(customer);
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

async function isSomebodyWaiting(): Promise<boolean> {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length > 0;
}

async function unreportedOf({ workspace_id }: Person): Promise<number> {
  const rows = await sql`select from billing_usage where workspace_id = ${workspace_id} and reported_at is null`;
  return rows.length;
}

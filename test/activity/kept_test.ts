// How long activity is kept and shown on each plan, and what becomes of it when people go.
import { expect, test } from "bun:test";
import { DAY_MS, PLANS, type Plan } from "../../kernel/plugin.ts";
import { openContentServer } from "../content/published.ts";
import type { Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";

const h = await openContentServer();
const { sql } = h.runtime.database;
const FIREFOX = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0" };

async function settle(): Promise<void> {
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
}

/** A document of a workspace on a plan, read once by a visitor and once by its owner. */
async function readDocument(plan: Plan): Promise<{ as: Person; doc_id: string }> {
  const as = await h.person({ plan });
  const { body } = await must(h.call("POST /api/docs", { as, json: { html: "<p>x</p>", visibility: "unlisted" } }));
  await h.open(`/d/${body.slug}/`, { headers: FIREFOX });
  await must(h.call(`GET /api/docs/${body.doc_id}/files/index.html`, { as }));
  await settle();
  return { as, doc_id: body.doc_id };
}

const KEPT: Record<Plan, { days: number; detail: number }> = {
  free: { days: 90, detail: 0 },
  team: { days: 365, detail: 7 },
  business: { days: 730, detail: 30 },
  enterprise: { days: 1095, detail: 90 },
};

test.each([...PLANS])("the %s plan keeps what it says and shows no more", async (plan) => {
  const { days, detail } = KEPT[plan];
  // Jobs that recur are not due again where the clock goes back.
  const start = h.clock.now().getTime();
  const { as, doc_id } = await readDocument(plan);
  const rowsOf = async () => {
    const [row] = await sql`
      select (select count(*) from activity_days a where a.document_id = d.document_id) as days,
        (select count(*) from activity_readers a where a.document_id = d.document_id) as readers,
        (select count(*) from activity_events a where a.document_id = d.document_id and kind <> 'edit') as read_events,
        (select count(*) from activity_events a where a.document_id = d.document_id and kind = 'edit') as edit_events
      from documents d where d.doc_id = ${doc_id}`;
    return row;
  };
  const summary = async (more = "") =>
    (await must(h.call(`GET /api/activity/summary?doc_id=${doc_id}&from=2020-01-01${more}`, { as }))).body;
  const events = (more = "") => h.call(`GET /api/activity/events?doc_id=${doc_id}${more}`, { as });

  const first = await summary();
  expect([first.clamped, first.series.length, first.series.at(-1).views]).toEqual([true, days, 1]);
  const seen = await events("&from=2020-01-01");
  if (detail === 0) {
    expect([seen.status, seen.body.plan]).toEqual([402, "team"]);
    expect((await h.call("GET /api/activity/summary?by=actor", { as })).status).toBe(402);
    expect(await rowsOf()).toMatchObject({ days: 1, readers: 1, read_events: 0 });
  } else {
    expect(seen.body).toMatchObject({ clamped: true, from: new Date(start - detail * DAY_MS).toISOString() });
    expect(seen.body.events.map((one: { kind: string }) => one.kind).sort()).toEqual(["download", "edit", "view"]);
  }
  h.clock.set(new Date(start + Math.max(detail, 1) * DAY_MS + 1));
  await settle();
  expect(await rowsOf()).toMatchObject({ days: 1, readers: 1, read_events: 0, edit_events: 0 });
  h.clock.set(new Date(start + (days - 1) * DAY_MS));
  await settle();
  expect((await summary()).series[0].views).toBe(1);
  h.clock.set(new Date(start + days * DAY_MS));
  expect((await summary()).series.every((one: { views: number }) => one.views === 0)).toBe(true);
  await settle();
  expect(await rowsOf()).toMatchObject({ days: 0, readers: 0 });
});

test("a document that is purged takes its activity along", async () => {
  const { as, doc_id } = await readDocument("enterprise");
  const before = await h.rows("activity_days", "activity_readers", "activity_events");
  await must(h.call(`DELETE /api/docs/${doc_id}?purge=true`, { as }));
  await settle();
  const after = await h.rows("activity_days", "activity_readers", "activity_events");
  const gone = Object.keys(before).map((table) => Number(before[table]) - Number(after[table]));
  expect(gone).toEqual([1, 1, 3]);
});

test("what a document in the trash saw is shown again once it is back", async () => {
  const { as, doc_id } = await readDocument("enterprise");
  const at = `/api/docs/${doc_id}`;
  await must(h.call(`DELETE ${at}`, { as }));
  expect((await h.call(`GET /api/activity/summary?doc_id=${doc_id}`, { as })).status).toBe(404);
  expect((await must(h.call("GET /api/activity/summary", { as }))).body.top).toEqual([]);
  await must(h.call(`POST ${at}/undelete`, { as, json: {} }));
  expect((await must(h.call("GET /api/activity/summary", { as }))).body.top).toMatchObject([{ doc_id, views: 1 }]);
});

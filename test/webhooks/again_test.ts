// Events that are sent again, and a receiver that the service gives up on.
import { beforeEach, expect, test } from "bun:test";
import { recoverFailed, recoverMissing } from "../../plugins/webhooks/store/deliveries.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { deliver, deliveriesOf, hook, OPENED, openReceiver } from "./receiver.ts";

const h = await openHarness({ env: OPENED });
const receiver = openReceiver();
const START = h.clock.now();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BAD = () => new Response("out of order", { status: 500 });
const GOOD = () => new Response("thanks");

beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = GOOD;
  h.clock.set(START);
});

async function failUntilGivenUp(as: Person, id: number): Promise<void> {
  for (let attempt = 0; attempt < 6; attempt++) {
    await deliver(h);
    h.clock.advance(12 * HOUR);
  }
  expect((await deliveriesOf(h, as, id))[0]).toMatchObject({ status: "failed", attempts: 6 });
}

test("a delivery is sent again under the same event id and once, six times where that is asked for, on a paused webhook too", async () => {
  const as = await h.person();
  const { id } = await hook(h, as, { url: receiver.url, events: ["doc.*"] });
  receiver.answer = BAD;
  await publish(h, { html: "x" }, { as });
  await failUntilGivenUp(as, id);
  await h.call(`PATCH /api/webhooks/${id}`, { as, json: { active: false } });
  const [failed] = await deliveriesOf(h, as, id);
  const at = `/api/webhooks/${id}/deliveries/${failed.id}`;
  const again = await h.call(`POST ${at}/redeliver`, { as, json: {} });
  expect(again.status).toBe(202);
  await deliver(h);
  h.clock.advance(DAY);
  await deliver(h);
  const expected = { kind: "redelivery", event_id: failed.event_id, status: "failed", attempts: 1 };
  expect((await deliveriesOf(h, as, id))[0]).toMatchObject({ id: again.body.delivery_id, ...expected });
  await h.call(`POST ${at}/redeliver`, { as, json: { retry: true } });
  await deliver(h);
  receiver.answer = GOOD;
  h.clock.advance(60_000);
  await deliver(h);
  expect((await deliveriesOf(h, as, id)).map((one) => [one.status, one.attempts])).toEqual([
    ["ok", 2],
    ["failed", 1],
    ["failed", 6],
  ]);
  expect(new Set(receiver.received.map((one) => one.text)).size).toBe(1);
  expect(new Set(receiver.received.map((one) => one.headers["webhook-id"])).size).toBe(1);
  expect((await h.call(`POST /api/webhooks/${id}/deliveries/9999999/redeliver`, { as, json: {} })).status).toBe(404);
});

test("a delivery shows each attempt with its code, its time and the first 4 KiB of the answer", async () => {
  const as = await h.person();
  const { id } = await hook(h, as, { url: receiver.url, events: ["doc.*"] });
  receiver.answer = () => new Response(`${"x".repeat(4095)}ü${"y".repeat(1_000_000)}`, { status: 500 });
  await publish(h, { html: "x" }, { as });
  await deliver(h);
  receiver.answer = GOOD;
  h.clock.advance(60_000);
  await deliver(h);
  const [{ id: delivery_id }] = await deliveriesOf(h, as, id);
  const { body } = await h.call(`GET /api/webhooks/${id}/deliveries/${delivery_id}`, { as });
  expect(body).toMatchObject({ id: delivery_id, status: "ok", attempts: 2 });
  expect(body.attempt_log).toEqual([
    {
      ...{ attempt: 1, attempted_at: START.toISOString(), status_code: 500, error: null },
      ...{ duration_ms: expect.any(Number), response: "x".repeat(4095) },
    },
    expect.objectContaining({ attempt: 2, status_code: 200, response: "thanks" }),
  ]);
  const { stats } = (await h.call(`GET /api/webhooks/${id}`, { as })).body;
  expect(stats).toEqual({ ok_24h: 1, failed_24h: 0, pending: 0, oldest_pending: null, paused_reason: null });
});

test("what was given up is recovered once, and what came up during a pause where that is asked for", async () => {
  const as = await h.person();
  const { id } = await hook(h, as, { url: receiver.url, events: ["doc.*"] });
  receiver.answer = BAD;
  await publish(h, { html: "given up" }, { as });
  await failUntilGivenUp(as, id);
  receiver.answer = GOOD;
  await h.call(`PATCH /api/webhooks/${id}`, { as, json: { active: false } });
  h.clock.advance(1000);
  const { doc } = await publish(h, { html: "missed" }, { as });
  await h.call("POST /api/stars", { as, json: { doc_id: doc.doc_id } });
  await deliver(h);
  h.clock.advance(1000);
  const recover = (json: object) => h.call(`POST /api/webhooks/${id}/recover`, { as, json });
  const since = START.toISOString();
  receiver.received.length = 0;
  expect((await recover({ since })).body).toEqual({ queued: 1, has_more: false });
  expect((await recover({ since })).body).toEqual({ queued: 0, has_more: false });
  expect((await recover({ since, only: "missing" })).body).toEqual({ queued: 1, has_more: false });
  expect((await recover({ since, only: "missing" })).body).toEqual({ queued: 0, has_more: false });
  await deliver(h);
  expect(receiver.received.map((one) => one.body.action)).toEqual(["doc.publish", "doc.publish"]);
  const tooOld = await recover({ since: new Date(h.clock.now().getTime() - 31 * DAY).toISOString() });
  const earliest = new Date(h.clock.now().getTime() - 30 * DAY).toISOString();
  expect([tooOld.status, tooOld.body.error]).toEqual([400, expect.stringContaining(`so send ${earliest} or later`)]);
  expect((await recover({ since, until: "2020-01-01" })).status).toBe(400);
  expect((await recover({ since: "yesterday morning" })).status).toBe(400);
  // No day of that name, a remark behind a time, and a time to come with no end named.
  for (const wrong of ["2026-11-31T00:00:00Z", `${since.slice(0, 10)} (morning)`, "2999-01-01"]) {
    const { status, body } = await recover({ since: wrong });
    expect([status, body.error]).toEqual([400, expect.stringContaining(`since "${wrong}"`)]);
  }
});

test("a recovery takes as many as it may, and says whether there are more", async () => {
  const as = await h.person();
  const { id } = await hook(h, as, { url: receiver.url, events: ["doc.publish"] });
  await h.call(`PATCH /api/webhooks/${id}`, { as, json: { active: false } });
  h.clock.advance(1000);
  for (const html of ["one", "two", "three"]) await publish(h, { html }, { as });
  await deliver(h);
  const recovery = {
    webhook: { workspace_id: as.workspace_id, webhook_id: id, events: ["doc.publish"] },
    ...{ since: START, until: h.clock.now(), attempts_max: 1, limit: 2, now: h.clock.now() },
  };
  const { sql } = h.runtime.database;
  expect(await recoverMissing(sql, recovery)).toEqual({ queued: 2, has_more: true });
  expect(await recoverMissing(sql, recovery)).toEqual({ queued: 1, has_more: false });
  receiver.answer = BAD;
  await deliver(h);
  expect(await recoverFailed(sql, { ...recovery, limit: 3 })).toEqual({ queued: 3, has_more: false });
  await deliver(h);
  expect(await recoverFailed(sql, recovery)).toEqual({ queued: 2, has_more: true });
  expect(await recoverFailed(sql, recovery)).toEqual({ queued: 1, has_more: false });
});

test("after 5 days and 20 failures without a success a webhook is paused, its managers are told, and its retries go on", async () => {
  const as = await h.person();
  const { id } = await hook(h, as, { url: receiver.url, events: ["doc.*"] });
  receiver.answer = BAD;
  for (let day = 0; day <= 5; day++) {
    for (let count = 0; count < 4; count++) await publish(h, { html: "x" }, { as });
    await deliver(h);
    expect((await h.call(`GET /api/webhooks/${id}`, { as })).body.active).toBe(day < 5);
    h.clock.advance(DAY);
  }
  await deliver(h);
  const shown = (await h.call(`GET /api/webhooks/${id}`, { as })).body;
  expect(shown).toMatchObject({ active: false, paused_reason: "failing", stats: { paused_reason: "failing" } });
  const paused = (await h.audit()).filter((row) => row.action === "webhook.pause");
  expect(paused).toMatchObject([
    { actor: "system", target_id: String(id), meta: { reason: "failing", via: "system" } },
  ]);
  const { notifications } = (await h.call("GET /api/notifications?kind=webhook.paused", { as })).body;
  const url = `${h.runtime.config.base_url}/app/settings/company/webhooks/${id}`;
  expect(notifications).toMatchObject([{ target: { type: "webhook", id: String(id), url } }]);
  expect((await h.call(`GET ${new URL(url).pathname}`, { as, with_cookie: true })).body).toContain("kept failing");
  const attempts = receiver.received.length;
  h.clock.advance(DAY);
  await deliver(h);
  expect(receiver.received.length).toBeGreaterThan(attempts);
  await h.call(`PATCH /api/webhooks/${id}`, { as, json: { active: true } });
  await publish(h, { html: "x" }, { as });
  await deliver(h);
  expect((await h.call(`GET /api/webhooks/${id}`, { as })).body).toMatchObject({ active: true, paused_reason: null });
});

test("an operator who wants none paused has none paused", async () => {
  const as = await h.person();
  const { id } = await hook(h, as, { url: receiver.url, events: ["doc.*"] });
  await h.runtime.database
    .sql`update webhooks set failures = 100, well_since = ${new Date(START.getTime() - 6 * DAY)} where webhook_id = ${id}`;
  receiver.answer = BAD;
  await publish(h, { html: "x" }, { as });
  await deliver(await h.twin({ WEBHOOK_AUTO_PAUSE: "false" }));
  expect(receiver.received).toHaveLength(1);
  expect((await h.call(`GET /api/webhooks/${id}`, { as })).body.active).toBe(true);
});

// Events on their way to a receiver:
// which of them, in what form, signed how, and what becomes of them when it does not answer well.
import { beforeEach, expect, test } from "bun:test";
import { Webhook as StandardWebhook } from "standardwebhooks";
import Stripe from "stripe";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { deliver, deliveriesOf, hook, OPENED, openReceiver } from "./receiver.ts";

const h = await openHarness({ env: OPENED });
const receiver = openReceiver();
const MINUTE = 60_000;

beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = () => new Response(null, { status: 204 });
});

async function hooked(events?: string[]) {
  const as = await h.person();
  const made = await hook(h, as, { url: receiver.url, ...(events ? { events } : {}) });
  return { as, ...made };
}

test("an event is sent once, as sorted compact JSON with the contract's headers", async () => {
  const { as, id } = await hooked(["doc.*"]);
  const { doc } = await publish(h, { html: "x", title: "Plan ✎" }, { as });
  await deliver(h);
  await deliver(h);
  expect(receiver.received).toHaveLength(1);
  const [{ headers, text, body }] = receiver.received as [(typeof receiver.received)[0]];
  expect(Object.keys(body)).toEqual([
    ...["action", "actor", "created_at", "id", "meta", "target_id", "target_type", "workspace_id"],
  ]);
  expect(Object.keys(body.meta)).toEqual(Object.keys(body.meta).sort());
  expect(text).toBe(JSON.stringify(body));
  const { doc_id } = doc;
  expect(body).toMatchObject({
    action: "doc.publish",
    actor: as.email,
    workspace_id: as.workspace_id,
    target_id: doc_id,
  });
  expect(body.created_at).toBe(h.clock.now().toISOString());
  const [delivery] = await deliveriesOf(h, as, id);
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": "Service-Webhooks/1",
    "x-service-event": "doc.publish",
    "x-service-delivery": String(delivery.id),
    host: new URL(receiver.url).host,
  });
  expect(delivery).toMatchObject({
    ...{ webhook_id: id, event_id: body.id, action: "doc.publish", status: "ok", attempts: 1, last_status_code: 204 },
    ...{ last_error: null, next_attempt_at: null, delivered_at: h.clock.now().toISOString() },
  });
});

test("verifiers of Stripe and of Standard Webhooks take the signatures, and none over other bytes", async () => {
  const { as, secret } = await hooked(["doc.publish"]);
  h.clock.set(new Date());
  await publish(h, { html: "x" }, { as });
  await deliver(h);
  const [{ headers, text, body }] = receiver.received as [(typeof receiver.received)[0]];
  const { webhooks } = new Stripe("sk_test_none");
  const header = headers["x-service-signature"] ?? "";
  expect<unknown>(await webhooks.constructEventAsync(text, header, secret, 300)).toEqual(body);
  await expect(webhooks.constructEventAsync(`${text} `, header, secret, 300)).rejects.toThrow();
  const standard = new StandardWebhook(secret);
  expect(standard.verify(text, headers)).toEqual(body);
  expect(() => standard.verify(`${text} `, headers)).toThrow();
  expect(header).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
});

test.each([
  [["doc.publish"], ["doc.publish"]],
  [["doc.*"], ["doc.publish"]],
  [["star.*", "star.create"], ["star.create"]],
  [["*"], ["doc.publish", "star.create"]],
  [[], ["doc.publish", "star.create"]],
  [["do.*", "doc.edit", "stars.*"], []],
])("of a publish and a star, %p gets %p", async (events, expected) => {
  const { as } = await hooked(events);
  const { doc } = await publish(h, { html: "x" }, { as });
  await h.call("POST /api/stars", { as, json: { doc_id: doc.doc_id } });
  await deliver(h);
  expect(receiver.received.map((one) => one.body.action).sort()).toEqual(expected);
});

test("an event is for the webhooks of its workspace that were there and active when it happened", async () => {
  const { as, id } = await hooked(["doc.*"]);
  const stranger = await h.person();
  await publish(h, { html: "x" }, { as: stranger });
  h.clock.advance(1000);
  await h.call(`PATCH /api/webhooks/${id}`, { as, json: { active: false } });
  h.clock.advance(1000);
  await publish(h, { html: "while paused" }, { as });
  h.clock.advance(1000);
  await h.call(`PATCH /api/webhooks/${id}`, { as, json: { active: true } });
  h.clock.advance(1000);
  const late = await hook(h, as, { url: receiver.url });
  await deliver(h);
  expect(receiver.received).toEqual([]);
  expect(await deliveriesOf(h, as, late.id)).toEqual([]);
});

test("a failed attempt is followed by five more, after 1, 5 and 30 minutes, 2 and 12 hours, and then by none", async () => {
  const { as, id } = await hooked(["doc.*"]);
  receiver.answer = () => new Response("not now", { status: 503 });
  await publish(h, { html: "x" }, { as });
  await deliver(h);
  for (const [index, minutes] of [1, 5, 30, 120, 720].entries()) {
    expect(receiver.received).toHaveLength(index + 1);
    h.clock.advance(minutes * MINUTE - 1);
    await deliver(h);
    expect(receiver.received).toHaveLength(index + 1);
    const [{ status, attempts, last_status_code, next_attempt_at }] = await deliveriesOf(h, as, id);
    expect({ status, attempts, last_status_code }).toEqual({
      status: "pending",
      attempts: index + 1,
      last_status_code: 503,
    });
    expect(next_attempt_at).toBe(new Date(h.clock.now().getTime() + 1).toISOString());
    h.clock.advance(1);
    await deliver(h);
  }
  const expected = { status: "failed", attempts: 6, last_status_code: 503, last_error: null, next_attempt_at: null };
  expect((await deliveriesOf(h, as, id))[0]).toMatchObject({ ...expected, delivered_at: null });
  h.clock.advance(48 * 60 * MINUTE);
  await deliver(h);
  expect(receiver.received).toHaveLength(6);
  expect(new Set(receiver.received.map((one) => one.text)).size).toBe(1);
  expect(new Set(receiver.received.map((one) => one.headers["x-service-delivery"])).size).toBe(1);
});

test.each([
  ["a redirect", () => Response.redirect("http://127.0.0.1:1/", 302), 302],
  ["not modified", () => new Response(null, { status: 304 }), 304],
  ["a refusal", () => new Response("no", { status: 410 }), 410],
])("%s is a failure and is not followed", async (_what, answer, status) => {
  const { as, id } = await hooked(["doc.*"]);
  receiver.answer = answer;
  await publish(h, { html: "x" }, { as });
  await deliver(h);
  expect((await deliveriesOf(h, as, id))[0]).toMatchObject({
    status: "pending",
    attempts: 1,
    last_status_code: status,
  });
  expect(receiver.received).toHaveLength(1);
});

test("a receiver that is not there leaves words and no status, and a pause stops no retry", async () => {
  const as = await h.person();
  const { id } = await hook(h, as, { url: "http://127.0.0.1:1/hook", events: ["doc.*"] });
  await publish(h, { html: "x" }, { as });
  await deliver(h);
  const [first] = await deliveriesOf(h, as, id);
  expect(first).toMatchObject({ attempts: 1, last_status_code: null, last_error: expect.stringContaining("refused") });
  await h.call(`PATCH /api/webhooks/${id}`, { as, json: { active: false, url: receiver.url } });
  h.clock.advance(MINUTE);
  await deliver(h);
  expect((await deliveriesOf(h, as, id))[0]).toMatchObject({ status: "ok", attempts: 2 });
});

test("a test is sent whatever the webhook asks for, once, as an event of the log", async () => {
  const { as, id } = await hooked(["doc.*", "webhook.*"]);
  const other = await h.person();
  expect((await h.call(`POST /api/webhooks/${id}/test`, { as: other })).status).toBe(404);
  const { status, body } = await h.call(`POST /api/webhooks/${id}/test`, { as });
  expect([status, body]).toEqual([
    200,
    { queued: true, delivery_id: expect.any(Number), event_id: expect.any(Number) },
  ]);
  await deliver(h);
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]?.body).toMatchObject({
    ...{ action: "webhook.test", id: body.event_id, target_type: "webhook", target_id: String(id) },
    meta: { url: receiver.url, test: true },
  });
  expect((await deliveriesOf(h, as, id))[0]).toMatchObject({ id: body.delivery_id, kind: "test", status: "ok" });
});

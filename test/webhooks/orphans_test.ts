// Webhooks of somebody who manages the workspace no more: who is told, who takes them over, and what is sent meanwhile.
import { afterEach, expect, test } from "bun:test";
import { databasesOf } from "../databases/made.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { deliver, OPENED, openReceiver } from "./receiver.ts";

const h = await openHarness({ env: { ...OPENED, WEBHOOK_PAUSE_ORPHANED: "true" } });
const open = await openHarness({ env: OPENED });
const receiver = openReceiver();

afterEach(() => {
  receiver.received.length = 0;
});

/** A workspace whose admin has made a webhook. */
async function withWebhook(server: typeof h) {
  const owner = await server.person({ role: "owner", plan: "enterprise" });
  const admin = await server.person({ role: "admin", workspace_id: owner.workspace_id });
  const json = { url: receiver.url, events: ["doc.*"] };
  const { body } = await server.call("POST /api/webhooks", { as: admin, json });
  return { owner, admin, id: body.id as number, at: `/api/webhooks/${body.id}` };
}

const hear = async (server: typeof h) => {
  await server.runtime.relay.relayAll();
  await server.runtime.jobs.runDue();
};

const demote = async (server: typeof h, { owner, admin }: { owner: Person; admin: Person }) => {
  const { status } = await server.call(`PATCH /api/members/${admin.user_id}`, { as: owner, json: { role: "member" } });
  if (status !== 200) throw new Error(`not demoted: ${status}`);
  await hear(server);
};

const noticesOf = async (server: typeof h, as: Person) =>
  (await server.call("GET /api/notifications?kind=webhook.orphaned", { as })).body.notifications;

test("owners and admins are told of the webhooks of who is demoted, and one of them takes each over", async () => {
  const made = await withWebhook(open);
  const { owner, admin, at } = made;
  expect((await open.call(`GET ${at}`, { as: owner })).body).toMatchObject({
    ...{ owner_email: admin.email, is_owner_managing: true, active: true },
  });
  await demote(open, made);
  expect((await open.call(`GET ${at}`, { as: owner })).body).toMatchObject({ is_owner_managing: false, active: true });
  const [notice] = await noticesOf(open, owner);
  expect(notice.title).toContain(`goes on, though ${admin.email} manages the workspace no more`);
  expect(await noticesOf(open, admin)).toEqual([]);
  const taken = await open.call(`PATCH ${at}`, { as: owner, json: { take_over: true } });
  expect([taken.status, taken.body.owner_email, taken.body.is_owner_managing]).toEqual([200, owner.email, true]);
  expect((await open.audit()).at(-1)).toMatchObject({ action: "webhook.update", meta: { taken_over: true } });
});

test("they are told of those of who is removed, too", async () => {
  const { owner, admin, at } = await withWebhook(open);
  expect((await open.call(`DELETE /api/members/${admin.user_id}`, { as: owner })).status).toBe(200);
  await hear(open);
  expect(await noticesOf(open, owner)).toHaveLength(1);
  expect((await open.call(`GET ${at}`, { as: owner })).body).toMatchObject({ is_owner_managing: false });
});

test("where the operator has it so they are paused, until somebody takes them over", async () => {
  const made = await withWebhook(h);
  const { owner, at } = made;
  await demote(h, made);
  expect((await h.call(`GET ${at}`, { as: owner })).body).toMatchObject({ active: false, paused_reason: "owner" });
  expect((await noticesOf(h, owner))[0].title).toContain("is paused");
  await h.call("POST /api/docs", { as: owner, json: { html: "<p>x</p>" } });
  await hear(h);
  await deliver(h);
  expect(receiver.received).toEqual([]);
  const taken = await h.call(`PATCH ${at}`, { as: owner, json: { take_over: true } });
  expect(taken.body).toMatchObject({ active: true, paused_reason: null, owner_email: owner.email });
});

test("a connection sends what happened and no values at once, until somebody who may read them takes it over", async () => {
  const owner = await open.person({ role: "owner", plan: "enterprise" });
  const admin = await open.person({ role: "admin", workspace_id: owner.workspace_id });
  const { makeDatabase, addRecord } = databasesOf(open);
  const db = await makeDatabase({ as: admin });
  const share = { subject_type: "user", subject: owner.email, level: "edit" };
  expect((await open.call(`POST /api/docs/${db.doc_id}/access`, { as: admin, json: share })).status).toBe(201);
  const of = { database_id: db.doc_id, table_id: db.table.id, fields: ["name"] };
  const json = { url: receiver.url, events: ["record.*"], ...of };
  const { body } = await open.call("POST /api/webhooks", { as: admin, json });
  const sent = async (name: string) => {
    await addRecord(db, { name });
    await deliver(open);
    return receiver.received.splice(0).map(({ body: event }) => [event.action, event.data ?? null]);
  };
  expect(await sent("One")).toEqual([["record.created", { name: "One" }]]);
  await addRecord(db, { name: "Two" });
  await open.call(`PATCH /api/members/${admin.user_id}`, { as: owner, json: { role: "member" } });
  await deliver(open);
  expect(receiver.received.splice(0).map(({ body: event }) => [event.action, event.data ?? null])).toEqual([
    ["record.created", null],
  ]);
  expect(await sent("Three")).toEqual([["record.created", null]]);
  const taken = await open.call(`PATCH /api/webhooks/${body.id}`, { as: owner, json: { take_over: true } });
  expect([taken.status, taken.body.fields]).toEqual([200, ["name"]]);
  expect(await sent("Four")).toEqual([["record.created", { name: "Four" }]]);
});

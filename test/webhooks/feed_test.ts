// The feed of events: what webhooks are sent, in one order that no reader finds a hole in.
import { expect, test } from "bun:test";
import { feedRoomPort } from "../../plugins/webhooks/feed.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";
import { deliver, hook, OPENED, openReceiver } from "./receiver.ts";

const h = await openHarness({ env: OPENED });
const read = async (as: Person, query = "") => (await must(h.call(`GET /api/events?${query}`, { as }))).body;

test("pages hold the events of the workspace as webhooks are sent them, and end where the next begins", async () => {
  const receiver = openReceiver();
  const as = await h.person();
  await hook(h, as, { url: receiver.url });
  h.clock.advance(1000);
  for (let n = 0; n < 3; n++) await publish(h, { html: `${n}` }, { as });
  await publish(h, { html: "another workspace" });
  await deliver(h);
  await deliver(h);
  const first = await read(as, "limit=3");
  expect(first).toMatchObject({ next_after: 3, has_more: true, latest: 4 });
  const rest = await read(as, `after=${first.next_after}&limit=3`);
  expect(rest).toMatchObject({ next_after: 4, has_more: false });
  expect(await read(as, "after=4")).toEqual({ events: [], next_after: 4, has_more: false, latest: 4 });
  const events = [...first.events, ...rest.events];
  expect(events.map((one) => one.action)).toEqual(["webhook.create", "doc.publish", "doc.publish", "doc.publish"]);
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
  expect(receiver.received.map((one) => one.body).sort(byId)).toEqual(events.slice(1).sort(byId));
});

test("an event ends the wait, on the server that has it and on another", async () => {
  const { as } = await publish(h);
  await deliver(h);
  const twin = await h.twin();
  const { latest } = await read(as);
  const waiting = [h, twin].map((from) => {
    const room = from.runtime.use(feedRoomPort);
    const begun = Promise.withResolvers<void>();
    const { wait } = room;
    room.wait = (asked) => {
      begun.resolve();
      room.wait = wait;
      return wait(asked);
    };
    return { begun: begun.promise, answer: from.call(`GET /api/events?after=${latest}&wait=60`, { as }) };
  });
  for (const { begun } of waiting) await begun;
  await publish(h, { html: "new" }, { as });
  await deliver(h);
  for (const { answer } of waiting) expect((await answer).body.events).toMatchObject([{ action: "doc.publish" }]);
});

test("with writers at work all the while, a reader that goes on from page to page misses none and reads none twice", async () => {
  const as = await h.person();
  const { sql } = h.runtime.database;
  const write = async (count: number) => {
    await sql`
      with written as (
        insert into audit_events (workspace_id, action, actor, target_type, target_id, created_at)
        select ${as.workspace_id}, 'star.create', 'system', 'star', n::text, ${h.clock.now()}
        from generate_series(1, ${count}::int) as n returning event_id)
      insert into audit_outbox select event_id from written`;
  };
  const servers = [h, await h.twin()];
  let isOver = false;
  const writers = Promise.all(
    servers.map(async (server) => {
      for (let round = 0; round < 6; round++) {
        await write(40);
        await deliver(server);
      }
    }),
  ).then(() => {
    isOver = true;
  });
  const seen: number[] = [];
  for (let after = 0, hasMore = false; !isOver || hasMore; ) {
    const page = await read(as, `after=${after}&limit=50`);
    seen.push(...page.events.map((one: { id: number }) => one.id));
    after = page.next_after;
    hasMore = page.has_more;
  }
  await writers;
  await deliver(h);
  const last = await read(as, `after=${seen.length}&limit=500`);
  seen.push(...last.events.map((one: { id: number }) => one.id));
  const written = await sql<{ event_id: number }[]>`
    select event_id from audit_events where workspace_id = ${as.workspace_id} order by event_id`;
  expect(seen).toHaveLength(480);
  expect([...seen].sort((one, other) => one - other)).toEqual(written.map((row) => row.event_id));
});

test("the feed is for owners and admins on the Business plan, and a number from elsewhere is refused", async () => {
  const as = await h.person();
  const member = await h.person({ role: "member", workspace_id: as.workspace_id });
  const team = await h.person({ plan: "team" });
  expect((await h.call("GET /api/events", { as: member })).status).toBe(403);
  expect((await h.call("GET /api/events", { as: team })).status).toBe(402);
  const beyond = await h.call("GET /api/events?after=1000", { as });
  expect([beyond.status, beyond.body.error]).toEqual([400, expect.stringContaining("begin anew")]);
  expect((await h.call("GET /api/events?after=x", { as })).status).toBe(422);
});

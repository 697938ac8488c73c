// Notifications: who is told of what, what they see of it later, and how it is marked as read.
import { afterEach, describe, expect, test } from "bun:test";
import { noticeHook } from "../../kernel/plugin.ts";
import { commented, comment as write } from "../comments/commented.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { limited } from "../oauth/limited.ts";
import { listening, type Shown } from "./listening.ts";

const h = await openHarness();
const START = h.clock.now().getTime();

const DAY_MS = 86_400_000;

afterEach(() => h.clock.set(new Date(START)));

const { hear, look, told } = listening(h);

/** A person with so many notifications, the newest last. */
async function toldTimes(count: number): Promise<{ as: Person; ids: number[] }> {
  const { as, at, commenter } = await commented(h);
  for (let n = 1; n < count; n++) {
    h.clock.advance(1000);
    await write(h, at, { as: commenter, json: { body: `more ${n}` } });
    await hear();
  }
  return { as, ids: (await told(as)).map((one) => one.id).reverse() };
}

describe("the list", () => {
  test("comes newest first, in pages that miss and repeat nothing", async () => {
    const { as, ids } = await toldTimes(5);
    const seen: number[] = [];
    let cursor: string | undefined = "";
    do {
      const page: { notifications: Shown[]; next_cursor?: string; unread: number } = (
        await look(as, `?limit=2&cursor=${cursor}`)
      ).body;
      expect(page.unread).toBe(5);
      seen.push(...page.notifications.map((one) => one.id));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual([...ids].reverse());
  });

  test("is filtered by what is unread and by kind; an unknown kind is a 400 that names those there are", async () => {
    const { as, ids } = await toldTimes(3);
    await h.call("POST /api/notifications/read", { as, json: { ids: ids.slice(0, 2) } });
    expect((await look(as, "?unread=1")).body).toMatchObject({ unread: 1, notifications: [{ id: ids[2] }] });
    expect((await look(as, "?kind=comment.created")).body.notifications).toHaveLength(3);
    expect((await look(as, "?kind=comment.resolved")).body).toMatchObject({ unread: 1, notifications: [] });
    const unknown = await look(as, "?kind=comment.eaten");
    expect(unknown.status).toBe(400);
    expect(unknown.body.error).toMatch(
      /kind "comment.eaten" is not allowed; use one of .*comment\.created, comment\.mentioned/,
    );
  });

  test.each([["x"], ["0"], ["-1"], ["99999999999999999"]])("refuses the cursor %p with 400", async (cursor) => {
    expect((await look(await h.person(), `?cursor=${cursor}`)).status).toBe(400);
  });
});

describe("marking as read", () => {
  test("some by id leaves an audit row, and again none", async () => {
    const { as, ids } = await toldTimes(2);
    h.clock.advance(1000);
    const json = { ids: [ids[0], ids[0], 999_999_999] };
    const answer = await h.call("POST /api/notifications/read", { as, json });
    expect(answer.body).toEqual({ unread: 1 });
    expect((await h.audit()).at(-1)).toMatchObject({ action: "notification.read", meta: { count: 1 } });
    const { length } = await h.audit();
    const at = h.clock.now().toISOString();
    h.clock.advance(1000);
    await h.call("POST /api/notifications/read", { as, json });
    expect(await h.audit()).toHaveLength(length);
    expect((await look(as)).body.notifications).toMatchObject([{ read_at: null }, { read_at: at }]);
  });

  test("all, or all before an instant", async () => {
    const { as } = await toldTimes(3);
    const before = new Date(START + 2000).toISOString();
    const some = await h.call("POST /api/notifications/read", { as, json: { all: true, before } });
    expect(some.body).toEqual({ unread: 1 });
    expect((await h.call("POST /api/notifications/read", { as, json: { all: true } })).body).toEqual({ unread: 0 });
  });

  test("touches nobody else's", async () => {
    const { ids, as } = await toldTimes(1);
    const colleague = await h.person({ workspace_id: as.workspace_id, role: "admin" });
    await h.call("POST /api/notifications/read", { as: colleague, json: { ids } });
    await h.call("POST /api/notifications/read", { as: colleague, json: { all: true } });
    expect((await look(as)).body.unread).toBe(1);
  });

  test.each([
    ["nothing", {}, 400],
    ["both", { ids: [1], all: true }, 400],
    ["all: false", { all: false }, 400],
    ["before without all", { ids: [1], before: "2026-03-01T00:00:00Z" }, 400],
    ["a text that is no instant", { all: true, before: "yesterday" }, 400],
    ["the year 0", { all: true, before: "0000-01-01T00:00:00Z" }, 400],
    ["1,001 ids", { ids: Array(1001).fill(1) }, 400],
    ["an id of 0", { ids: [0] }, 400],
    ["a text as id", { ids: ["x"] }, 422],
    ["a number as before", { all: true, before: 5 }, 422],
  ])("refuses %s", async (_what, json, status) => {
    await scenario(h, {
      given: () => h.person(),
      act: (as) => ({ as, call: "POST /api/notifications/read", json }),
      expect: { status },
      tools: false,
    });
  });
});

test("notifications are kept for 90 days", async () => {
  const { as } = await toldTimes(1);
  h.clock.advance(90 * DAY_MS);
  expect(await told(as)).toHaveLength(1);
  h.clock.advance(2 * 3_600_000);
  expect(await told(as)).toEqual([]);
});

test("whoever moves to another workspace takes their notifications and the comments on their own documents along", async () => {
  const { as: boss } = await publish(h, { html: "x" });
  const mover = await h.person({ workspace_id: boss.workspace_id, role: "member" });
  const mine = await publish(h, { html: "<h1>Mine</h1>" }, { as: mover });
  const theirs = await publish(h, { html: "x", root: "general" }, { as: boss });
  await write(h, mine.at, { as: mover, json: { body: "kept" } });
  await write(h, theirs.at, { as: mover, json: { body: "left behind" } });
  await write(h, theirs.at, { as: boss, json: { body: `@${mover.email}` } });
  await hear();
  const removed = await h.call(`DELETE /api/members/${mover.user_id}`, { as: boss });
  expect(removed.status).toBe(200);
  expect((await h.call(`GET ${mine.at}/comments`, { as: mover })).body.comments).toMatchObject([{ body: "kept" }]);
  expect((await h.call(`GET ${theirs.at}/comments`, { as: boss })).body.comments).toHaveLength(2);
  expect(await told(mover)).toMatchObject([{ kind: "comment.mentioned", title: null, body: null }]);
});

test("an agent lists notifications and marks them as read by tools", async () => {
  const { as, ids } = await toldTimes(1);
  const list = await callTool(h, as, { name: "list_notifications", arguments: { unread: true } });
  expect(list.structuredContent).toMatchObject({ unread: 1, notifications: [{ id: ids[0] }] });
  const read = await callTool(h, as, { name: "mark_notifications_read", arguments: { all: true } });
  expect(read.structuredContent).toEqual({ unread: 0 });
});

test("notifications ask who is calling", async () => {
  expect((await h.call("GET /api/notifications")).status).toBe(401);
  expect((await h.call("POST /api/notifications/read", { json: { all: true } })).status).toBe(401);
});

test("without the plugin that keeps them, comments go on and nobody is told", async () => {
  const off = await openHarness({ env: { PLUGINS: "-notifications" } });
  const { as, at } = await commented(off);
  await off.runtime.relay.relayAll();
  await off.runtime.jobs.runDue();
  expect((await off.call("GET /api/notifications", { as })).status).toBe(404);
  expect((await off.call(`GET ${at}/comments`, { as })).body.open_count).toBe(1);
  expect((await off.runtime.database.sql`select 1 from notifications`).count).toBe(0);
});

test("a connection limited to roots sees no notice that is about no document, counts none and marks none as read", async () => {
  const as = await h.person({ role: "owner" });
  const { body: root } = await h.call("POST /api/roots", { as, json: { name: "Plans" } });
  const now = h.clock.now();
  await h.runtime.database.withTransaction((sql) =>
    h.runtime.callHook(noticeHook, {
      ...{ sql, now, workspace_id: as.workspace_id, user_ids: [as.user_id], kind: "chat.stopped", key: "chat:1" },
      ...{ actor: "system", actor_user_id: null, title: "Your chat takes no messages", body: "words", thread: null },
      ...{ target: { type: "user", id: String(as.user_id) }, doc_id: null, created_at: now },
    }),
  );
  const seen = async (by: Person) => {
    const { body } = await h.call("GET /api/notifications", { as: by });
    return [body.notifications.length, body.unread];
  };
  for (const roots of [["~"], [String(root.id)], []]) {
    const by = await limited(h, as, { roots });
    expect([roots, await seen(by)]).toEqual([roots, [0, 0]]);
    const read = await h.call("POST /api/notifications/read", { as: by, json: { all: true } });
    expect([read.status, read.body]).toEqual([200, { unread: 0 }]);
  }
  expect(await seen(await limited(h, as, { read_only: true }))).toEqual([1, 1]);
  expect(await seen(as)).toEqual([1, 1]);
});

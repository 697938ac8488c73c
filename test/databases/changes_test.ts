// The feed of a database: every change once and in the order of commits, for 30 days; and what waits for it.
import { expect, test } from "bun:test";
import { DAY_MS, later } from "../../kernel/plugin.ts";
import { waitingPort } from "../../plugins/databases/waiting.ts";
import { openHarness } from "../harness/harness.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);

const changesOf = (db: Made, query = "") => must(h.call(`GET ${db.at}/changes${query}`, { as: db.as }));

test("the feed tells of tables, views and records in order, with deletions, and who did it", async () => {
  const db = await makeDatabase();
  const { id } = await addRecord(db, { name: "One" });
  await must(h.call(`PATCH ${db.in}/records/${id}`, { as: db.as, json: { data: { amount: 1 }, base_version: 1 } }));
  await must(h.call(`DELETE ${db.in}/records/${id}?base_version=2`, { as: db.as }));
  await must(h.call(`POST ${db.in}/records/${id}/restore`, { as: db.as, json: {} }));
  await must(h.call(`POST ${db.in}/views`, { as: db.as, json: { name: "All", config: {} } }));
  await must(h.call(`DELETE ${db.in}?base_version=1&confirm=Orders`, { as: db.as }));
  const { changes, next_cursor, has_more } = await changesOf(db);
  const table_id = db.table.id;
  expect(changes.map(({ at: _at, ...one }: { at: string }) => one)).toEqual([
    { seq: 1, op: "schema", table_id, version: 1, deleted: false, actor: db.as.email, via: "api" },
    {
      seq: 2,
      op: "record.create",
      table_id,
      record_id: id,
      version: 1,
      deleted: false,
      actor: db.as.email,
      via: "api",
    },
    {
      seq: 3,
      op: "record.update",
      table_id,
      record_id: id,
      version: 2,
      deleted: false,
      actor: db.as.email,
      via: "api",
    },
    { seq: 4, op: "record.delete", table_id, record_id: id, version: 3, deleted: true, actor: db.as.email, via: "api" },
    {
      seq: 5,
      op: "record.restore",
      table_id,
      record_id: id,
      version: 4,
      deleted: false,
      actor: db.as.email,
      via: "api",
    },
    { seq: 6, op: "view", table_id, version: 1, deleted: false, actor: db.as.email, via: "api" },
    { seq: 7, op: "schema", table_id, deleted: true, actor: db.as.email, via: "api" },
  ]);
  expect([next_cursor, has_more]).toEqual([7, false]);
  const page = await changesOf(db, "?after=2&limit=2");
  expect([page.changes.map(({ seq }: { seq: number }) => seq), page.next_cursor, page.has_more]).toEqual([
    [3, 4],
    4,
    true,
  ]);
  const { events } = await must(h.call(`GET ${db.at}/activity?limit=2`, { as: db.as }));
  expect(events.map(({ seq }: { seq: number }) => seq)).toEqual([7, 6]);
});

test("many writers at once are numbered without a gap, and a follower sees each of them once", async () => {
  const db = await makeDatabase();
  const seen: number[] = [];
  let cursor = 1;
  let isOver = false;
  const follow = (async () => {
    for (;;) {
      const wasOver = isOver;
      const page = await changesOf(db, `?after=${cursor}&limit=7`);
      seen.push(...page.changes.map(({ record_id }: { record_id: number }) => record_id));
      cursor = page.next_cursor;
      if (wasOver && !page.has_more) return;
    }
  })();
  const writers = Array.from({ length: 8 }, async (_, n) => {
    for (let round = 0; round < 10; round++) await addRecord(db, { name: `${n} ${round}` });
  });
  await Promise.all(writers);
  isOver = true;
  await follow;
  expect(seen).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
});

test("status says whether there is anything new", async () => {
  const db = await makeDatabase();
  const status = (after: number) => must(h.call(`GET ${db.at}/status?after=${after}`, { as: db.as }));
  expect(await status(1)).toMatchObject({ changed: false, revision: 1 });
  await addRecord(db, { name: "One" });
  expect(await status(1)).toMatchObject({ changed: true, revision: 2 });
});

test("a follower who waits is answered by the next change, and not by one of another database", async () => {
  const db = await makeDatabase();
  const other = await makeDatabase({ as: db.as });
  const waiting = changesOf(db, "?after=1&wait=30");
  await addRecord(other, { name: "Elsewhere" });
  await addRecord(db, { name: "One" });
  expect((await waiting).changes).toMatchObject([{ seq: 2, op: "record.create" }]);
});

test("whoever waits for a database is woken when it goes to the trash, however long the wait is", async () => {
  const db = await makeDatabase();
  const [row] = await h.runtime.database.sql<{ document_id: number }[]>`
    select document_id from documents where doc_id = ${db.doc_id}`;
  const waiting = h.runtime.use(waitingPort).wait({
    ...{ workspace_id: row?.document_id ?? 0, user_id: 1, since: 1, ms: DAY_MS },
    signal: new AbortController().signal,
  });
  const woken = waiting.then(() => "woken");
  // While others wait in vain, it is looked at as well.
  for (let look = 0; look < 2; look++) await changesOf(db, "?after=1&wait=1");
  expect(await Promise.race([woken, "waiting"])).toBe("waiting");
  await must(h.call(`DELETE /api/docs/${db.doc_id}`, { as: db.as }));
  expect(await woken).toBe("woken");
  expect((await h.call(`GET ${db.at}/changes?after=1`, { as: db.as })).status).toBe(404);
});

test("changes are forgotten after 30 days: a cursor from before is a 410 that says to begin anew", async () => {
  const db = await makeDatabase();
  await addRecord(db, { name: "One" });
  h.clock.set(later(h.clock.now(), 30 * DAY_MS + 60_000));
  await addRecord(db, { name: "Two" });
  await h.runtime.jobs.runDue();
  const old = await h.call(`GET ${db.at}/changes?after=1`, { as: db.as });
  expect([old.status, old.body.resync, old.body.revision]).toEqual([410, true, 3]);
  expect((await changesOf(db, "?after=2")).changes).toMatchObject([{ seq: 3 }]);
  const ahead = await h.call(`GET ${db.at}/changes?after=9`, { as: db.as });
  expect([ahead.status, ahead.body.resync]).toEqual([410, true]);
});

test("a version that ended long ago is forgotten, and one that was written long ago and ended now is kept", async () => {
  const db = await makeDatabase();
  const { id } = await addRecord(db, { name: "One" });
  const at = `${db.in}/records/${id}`;
  await must(h.call(`PATCH ${at}`, { as: db.as, json: { data: { amount: 1 }, base_version: 1 } }));
  h.clock.set(later(h.clock.now(), 31 * DAY_MS));
  await must(h.call(`DELETE ${at}?base_version=2`, { as: db.as }));
  await h.runtime.jobs.runDue();
  const { versions } = await must(h.call(`GET ${at}/history`, { as: db.as }));
  expect(versions.map(({ version }: { version: number }) => version)).toEqual([3, 2]);
  expect((await must(h.call(`POST ${at}/restore`, { as: db.as, json: {} }))).version).toBe(4);
});

// Checks that every committed event reaches each of its listeners, none of a rolled-back one does,
// and servers share the work.
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { readRows } from "../../test/harness/job_handlers.ts";
import { openKernelDatabase } from "../../test/harness/kernel_database.ts";
import { createLog } from "../base/log.ts";
import { HOUR_MS, type MovableClock, movableClock } from "../base/time.ts";
import type { Database, Sql } from "../db/sql.ts";
import type { AuditEvent } from "../hooks/audit_event.ts";
import { type ListenerContext, listen, listenInBatches } from "../hooks/hooks.ts";
import { createJobRunner } from "../jobs/jobs.ts";
import { type AuditEntry, writeAudit } from "./audit.ts";
import { createRelay, listenerJobs, type OwnedListener } from "./outbox.ts";

const START = new Date("2026-03-01T12:00:00Z");
const log = createLog("silent");
let database: Database;
let clock: MovableClock;

function openContext(): ListenerContext {
  const use = () => {
    throw new Error("these listeners use nothing");
  };
  const callHook = () => {
    throw new Error("these listeners ask nothing");
  };
  return { use, callHook, database, clock, log };
}

beforeAll(async () => {
  database = await openKernelDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.sql`truncate jobs, audit_events, audit_outbox`;
  clock = movableClock(START);
});

/** Listeners of a plugin that remember what they hear, and the relay and runner that serve them. */
function openBell(listening: Record<string, string[]>, hear?: (name: string) => Promise<void> | void) {
  const heard: { name: string; event: AuditEvent }[] = [];
  const listeners = Object.entries(listening).flatMap(([action, names]) =>
    names.map((name) => ({
      plugin: "bell",
      ...listen(action, name, async (event) => {
        await hear?.(name);
        heard.push({ name, event });
      }),
    })),
  );
  return { heard, ...serve(listeners) };
}

function serve(listeners: readonly OwnedListener[]) {
  const definitions = listenerJobs(listeners, openContext());
  const runner = createJobRunner({ database, clock, log, definitions, concurrency: 4 });
  let relayed = 0;
  const relay = createRelay({
    database,
    clock,
    log,
    listeners,
    onRelayed: () => {
      relayed += 1;
    },
  });
  return { relay, runner, countBatches: () => relayed };
}

async function write(sql: Sql, action: string, { count = 1, isHeard = true } = {}): Promise<void> {
  const by = { user_id: 7, workspace_id: 3, email: "anna@example.com" };
  const entries = Array.from({ length: count }, (_, n): AuditEntry => {
    return { action, target_type: "document", target_id: `doc-${n}`, meta: { title: "Plan ✎", n }, by };
  });
  const request = { id: "r-1", ip: "203.0.113.9" };
  await writeAudit(sql, entries, { actor: null, via: "api", request, now: clock.now(), isHeard: () => isHeard });
}

test("a listener hears the whole event, with its time as a time", async () => {
  const { heard, relay, runner } = openBell({ "doc.publish": ["mark"] });
  await write(database.sql, "doc.publish");
  expect(await relay.relayAll()).toBe(1);
  await runner.runDue();
  expect(heard.map((one) => one.event)).toEqual([
    {
      event_id: expect.any(Number),
      workspace_id: 3,
      action: "doc.publish",
      actor: "anna@example.com",
      actor_user_id: 7,
      target_type: "document",
      target_id: "doc-0",
      meta: { title: "Plan ✎", n: 0, via: "api", request_id: "r-1" },
      ip: "203.0.113.9",
      created_at: START,
    },
  ]);
});

test("every listener to an action hears it, and nobody hears another action", async () => {
  const { heard, relay, runner } = openBell({ "doc.publish": ["mark", "count"], "doc.delete": ["forget"] });
  await write(database.sql, "doc.publish");
  await relay.relayAll();
  await runner.runDue();
  expect(heard.map((one) => one.name).sort()).toEqual(["count", "mark"]);
});

test("an event is relayed once, in batches, and the runner is told after each", async () => {
  const { heard, relay, runner, countBatches } = openBell({ "doc.publish": ["mark"] });
  await write(database.sql, "doc.publish", { count: 250 });
  expect(await relay.relayAll()).toBe(250);
  expect(await relay.relayAll()).toBe(0);
  expect(countBatches()).toBe(2);
  await runner.runDue();
  expect(new Set(heard.map((one) => one.event.event_id)).size).toBe(250);
  expect(heard.length).toBe(250);
});

test("an event of a transaction that rolls back is never heard", async () => {
  const { relay } = openBell({ "doc.publish": ["mark"] });
  const undone = database.withTransaction(async (sql) => {
    await write(sql, "doc.publish");
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect(await relay.relayAll()).toBe(0);
});

test("an event that commits after a later one is not skipped", async () => {
  const { relay } = openBell({ "doc.publish": ["mark"] });
  const written = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const early = database.withTransaction(async (sql) => {
    await write(sql, "doc.publish");
    written.resolve();
    await commit.promise;
  });
  await written.promise;
  await write(database.sql, "doc.publish");
  expect(await relay.relayAll()).toBe(1);
  commit.resolve();
  await early;
  expect(await relay.relayAll()).toBe(1);
});

test("several servers that relay at once tell each listener once", async () => {
  const servers = Array.from({ length: 5 }, () => openBell({ "doc.publish": ["mark"] }));
  await write(database.sql, "doc.publish", { count: 600 });
  const counts = await Promise.all(servers.map(({ relay }) => relay.relayAll()));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(600);
  expect((await readRows(database)).length).toBe(600);
});

test("rows that nobody listened to when they were written are not relayed", async () => {
  const { relay } = openBell({ "doc.publish": ["mark"] });
  await write(database.sql, "doc.publish", { isHeard: false });
  expect(await relay.relayAll()).toBe(0);
});

test("events of actions that only another server's plugins hear are left to it", async () => {
  const [mine, theirs] = [openBell({ "doc.publish": ["mark"] }), openBell({ "form.submit": ["mark"] })];
  await write(database.sql, "form.submit");
  expect(await mine.relay.relayAll()).toBe(0);
  expect(await theirs.relay.relayAll()).toBe(1);
});

test("a listener to a family hears its actions, one to * hears all, and neither a name that only begins alike", async () => {
  const { heard, relay, runner } = openBell({ "doc.*": ["family"], "*": ["all"] });
  for (const action of ["doc.publish", "doc.version.name", "docs.publish", "doc"]) await write(database.sql, action);
  expect(await relay.relayAll()).toBe(4);
  await runner.runDue();
  const actionsOf = (name: string) => heard.filter((one) => one.name === name).map((one) => one.event.action);
  expect(actionsOf("family").sort()).toEqual(["doc.publish", "doc.version.name"]);
  expect(actionsOf("all").sort()).toEqual(["doc", "doc.publish", "doc.version.name", "docs.publish"]);
});

test("a listener in batches costs one job a batch, hears every event once and in order, and again whole when it fails", async () => {
  const batches: number[][] = [];
  let failures = 0;
  const { relay, runner } = serve([
    {
      plugin: "bell",
      ...listenInBatches("*", "mark", async (events) => {
        if (failures++ === 0) throw new Error("not now");
        batches.push(events.map((event) => event.event_id));
      }),
    },
  ]);
  await write(database.sql, "doc.publish", { count: 150 });
  await write(database.sql, "form.submit", { count: 100 });
  expect(await relay.relayAll()).toBe(250);
  expect(await readRows(database)).toHaveLength(2);
  await runner.runDue();
  clock.advance(HOUR_MS);
  await runner.runDue();
  expect(batches.map((ids) => ids.length).sort()).toEqual([200, 50]);
  expect(new Set(batches.flat()).size).toBe(250);
  for (const ids of batches) expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test("a listener that fails is told again, and the others are not told twice", async () => {
  let failures = 0;
  const { heard, relay, runner } = openBell({ "doc.publish": ["broken", "sound"] }, (name) => {
    if (name === "broken" && failures++ < 2) throw new Error("not now");
  });
  await write(database.sql, "doc.publish");
  await relay.relayAll();
  await runner.runDue();
  expect(heard.map((one) => one.name)).toEqual(["sound"]);
  clock.advance(HOUR_MS);
  await runner.runDue();
  clock.advance(HOUR_MS);
  await runner.runDue();
  expect(heard.map((one) => one.name)).toEqual(["sound", "broken"]);
});

test("a started relay works when it is woken, and stops after the batch under way", async () => {
  const told = Promise.withResolvers<void>();
  const relay = createRelay({
    database,
    clock,
    log,
    listeners: [{ plugin: "bell", ...listen("doc.publish", "mark", async () => {}) }],
    onRelayed: told.resolve,
  });
  relay.start();
  await write(database.sql, "doc.publish");
  relay.wake();
  await told.promise;
  await relay.stop();
  relay.wake();
  expect((await readRows(database)).map((row) => row.kind)).toEqual(["event:bell.mark"]);
});

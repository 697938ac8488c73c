// Checks the queue against a real Postgres:
// what is asked for once runs once, in time, and what fails is tried again or kept.
import { expect, test } from "bun:test";
import { blocker, define, openJobQueue, recorder } from "../../test/harness/job_handlers.ts";
import { cutShort } from "../base/dependency.ts";
import { createLog } from "../base/log.ts";
import { refuse } from "../base/refusal.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "../base/time.ts";
import { openSql } from "../db/sql.ts";
import { abandonJob, createJobRunner, enqueue, enqueueAll, FAILED_JOBS_PURGE, type Job } from "./jobs.ts";

const START = new Date("2026-03-01T12:00:00Z");
const { database, clock, runnerOf, rows } = await openJobQueue(START);

test("a job runs once with its payload and leaves no row", async () => {
  const { jobs, definition } = recorder("t.note");
  const runner = runnerOf([definition]);
  await enqueue(database.sql, { kind: "t.note", payload: { text: "Grüße", list: [1, null] }, due_at: START });
  expect(await runner.runDue()).toBe(1);
  expect(await runner.runDue()).toBe(0);
  expect(jobs).toMatchObject([{ kind: "t.note", attempts: 1, payload: { text: "Grüße", list: [1, null] } }]);
  expect(await rows()).toEqual([]);
});

test("a job does not run before it is due", async () => {
  const { jobs, definition } = recorder("t.note");
  const runner = runnerOf([definition]);
  await enqueue(database.sql, { kind: "t.note", payload: {}, due_at: later(START, HOUR_MS) });
  clock.advance(HOUR_MS - 1);
  expect(await runner.runDue()).toBe(0);
  clock.advance(1);
  expect(await runner.runDue()).toBe(1);
  expect(jobs.length).toBe(1);
});

test("a job of a transaction that rolls back does not exist", async () => {
  const { definition } = recorder("t.note");
  const undone = database.withTransaction(async (sql) => {
    await enqueue(sql, { kind: "t.note", payload: {}, due_at: START });
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  expect(await runnerOf([definition]).runDue()).toBe(0);
});

test("a failed job is tried again after its backoff, until it is done", async () => {
  let attempts = 0;
  const flaky = define(
    "t.flaky",
    async () => {
      attempts += 1;
      if (attempts < 3) throw new Error(`no luck ${attempts}`);
    },
    { backoff_ms: (attempt) => attempt * MINUTE_MS },
  );
  const runner = runnerOf([flaky]);
  await enqueue(database.sql, { kind: "t.flaky", payload: {}, due_at: START });
  expect(await runner.runDue()).toBe(1);
  expect(await rows()).toMatchObject([{ due_at: later(START, MINUTE_MS), last_error: "no luck 1", held: false }]);
  clock.advance(MINUTE_MS);
  await runner.runDue();
  expect(await rows()).toMatchObject([{ due_at: later(START, 3 * MINUTE_MS), last_error: "no luck 2" }]);
  clock.advance(2 * MINUTE_MS);
  await runner.runDue();
  expect(await rows()).toEqual([]);
});

test("a job whose attempts are used up stays as failed and never runs again", async () => {
  let attempts = 0;
  const broken = define("t.broken", async () => {
    attempts += 1;
    throw new Error("always");
  });
  const runner = runnerOf([broken]);
  await enqueue(database.sql, { kind: "t.broken", payload: {}, due_at: START });
  for (let day = 0; day < 5; day++) {
    await runner.runDue();
    clock.advance(DAY_MS);
  }
  expect(attempts).toBe(3);
  expect(await rows()).toMatchObject([{ attempts: 3, last_error: "always", failed_at: later(START, 2 * DAY_MS) }]);
  expect(await runner.health()).toEqual([{ kind: "t.broken", waiting: 0, failed: 1, lag_seconds: 0 }]);
});

const code = (name: string) => Object.assign(new Error(name), { code: name });
/** What Postgres and the store of files make of an attempt while they do not serve. */
const CUT_SHORT: [string, () => Promise<unknown>][] = [
  ["a connection that was lost", () => Promise.reject(code("CONNECTION_CLOSED"))],
  ["Postgres that is not there", () => openSql("postgres://127.0.0.1:1/nothing", { log: createLog("silent") })],
  ["Postgres that ends", () => Promise.reject(code("57P01"))],
  ["a full disk", () => Promise.reject(code("53100"))],
  ["a database that is read-only", () => Promise.reject(code("25006"))],
  ["a store of files that is full", () => Promise.reject(cutShort(refuse.unavailable("full")))],
];

test.each(CUT_SHORT)("an attempt that is cut short by %s is none that the job has failed", async (_, fail) => {
  let isBack = false;
  const seen: number[] = [];
  const waiting = define("t.waiting", async ({ failures }) => {
    seen.push(failures);
    if (!isBack) await fail();
  });
  const runner = runnerOf([waiting]);
  await enqueue(database.sql, { kind: "t.waiting", payload: {}, due_at: START });
  for (let minute = 0; minute < 6; minute += 1) {
    await runner.runDue();
    clock.advance(MINUTE_MS);
  }
  expect(await rows()).toMatchObject([{ attempts: 6, failed_at: null, held: false }]);
  isBack = true;
  await runner.runDue();
  expect(seen).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(await rows()).toEqual([]);
});

test("a receiver elsewhere that is away counts: how long it is tried is for the job to say", async () => {
  const refused = define("t.refused", () => Promise.reject(code("ECONNREFUSED")));
  const runner = runnerOf([refused]);
  await enqueue(database.sql, { kind: "t.refused", payload: {}, due_at: START });
  for (let day = 0; day < 3; day += 1) {
    await runner.runDue();
    clock.advance(DAY_MS);
  }
  expect(await rows()).toMatchObject([
    { attempts: 3, last_error: "ECONNREFUSED", failed_at: later(START, 2 * DAY_MS) },
  ]);
});

test("of a recurring job nothing is said to have failed for good, since its next time is there", async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const fails = define("t.often", () => Promise.reject(new Error("no luck")), { every_ms: MINUTE_MS, attempts_max: 1 });
  await createJobRunner({ database, clock, log, definitions: [fails], concurrency: 4 }).runDue();
  expect(lines.map(({ level, msg, next_due_at }) => ({ level, msg, next_due_at }))).toEqual([
    {
      level: "error",
      msg: "a job has failed and runs at its next time",
      next_due_at: later(START, MINUTE_MS).toISOString(),
    },
  ]);
  expect(await rows()).toMatchObject([{ failed_at: START }, { failed_at: null, due_at: later(START, MINUTE_MS) }]);
});

test("an abandoned job fails at its first attempt", async () => {
  const hopeless = define("t.hopeless", async () => {
    throw abandonJob("gone for good");
  });
  await enqueue(database.sql, { kind: "t.hopeless", payload: {}, due_at: START });
  await runnerOf([hopeless]).runDue();
  expect(await rows()).toMatchObject([{ attempts: 1, last_error: "gone for good", failed_at: START }]);
});

test("failed jobs are forgotten after 30 days", async () => {
  await database.sql`insert into jobs (kind, payload, wanted_at, due_at, failed_at)
    values ('t.old', '{}', ${START}, ${START}, ${later(START, -30 * DAY_MS)}),
      ('t.young', '{}', ${START}, ${START}, ${later(START, -30 * DAY_MS + 1)})`;
  await runnerOf([FAILED_JOBS_PURGE]).runDue();
  expect((await rows()).map((row) => row.kind)).toEqual(["t.young", "jobs.purge"]);
});

test("the same work asked for twice while it waits is queued once", async () => {
  const { jobs, definition } = recorder("t.index");
  const job = { kind: "t.index", payload: {}, due_at: START, dedupe_key: "index:5" };
  await enqueue(database.sql, job);
  await enqueueAll(database.sql, [job, job, { ...job, dedupe_key: "index:6" }]);
  await runnerOf([definition]).runDue();
  expect(jobs.length).toBe(2);
});

test("work asked for while it runs is run once more afterwards", async () => {
  let runs = 0;
  const job = { kind: "t.index", payload: {}, due_at: START, dedupe_key: "index:5" };
  const indexer = define("t.index", async () => {
    runs += 1;
    if (runs > 1) return;
    await enqueue(database.sql, job);
    await enqueue(database.sql, job);
  });
  await enqueue(database.sql, job);
  expect(await runnerOf([indexer]).runDue()).toBe(2);
  expect(await rows()).toEqual([]);
});

test("a failed job does not stand in the way of the same work asked for later", async () => {
  const job = { kind: "t.index", payload: {}, due_at: START, dedupe_key: "index:5" };
  let broken = true;
  const indexer = define("t.index", async () => {
    if (broken) throw abandonJob("broken");
  });
  const runner = runnerOf([indexer]);
  await enqueue(database.sql, job);
  await runner.runDue();
  broken = false;
  await enqueue(database.sql, job);
  expect(await runner.runDue()).toBe(1);
  expect(await rows()).toMatchObject([{ last_error: "broken" }]);
});

test("a job that asks for another has it run in the same pass", async () => {
  const { jobs, definition } = recorder("t.second");
  const first = define("t.first", async (_job, context) => {
    await enqueue(context.database.sql, { kind: "t.second", payload: {}, due_at: context.clock.now() });
  });
  await enqueue(database.sql, { kind: "t.first", payload: {}, due_at: START });
  expect(await runnerOf([first, definition]).runDue()).toBe(2);
  expect(jobs.length).toBe(1);
});

test("a started server runs a job when it is woken", async () => {
  const done = Promise.withResolvers<Job>();
  const runner = runnerOf([define("t.note", async (job) => done.resolve(job))]);
  runner.start();
  await enqueue(database.sql, { kind: "t.note", payload: { n: 1 }, due_at: START });
  runner.wake();
  expect((await done.promise).payload).toEqual({ n: 1 });
  await runner.stop();
  expect(await rows()).toEqual([]);
});

test("stop waits for what runs and claims nothing more", async () => {
  const slow = blocker("t.slow");
  const { jobs, definition } = recorder("t.note");
  const runner = runnerOf([slow.definition, definition]);
  await enqueue(database.sql, { kind: "t.slow", payload: {}, due_at: START });
  runner.start();
  await slow.began;
  let stopped = false;
  const stopping = runner.stop().then(() => {
    stopped = true;
  });
  await enqueue(database.sql, { kind: "t.note", payload: {}, due_at: START });
  runner.wake();
  await database.sql`select 1`;
  expect(stopped).toBe(false);
  slow.letGo();
  await stopping;
  expect(jobs).toEqual([]);
  expect((await rows()).map((row) => row.kind)).toEqual(["t.note"]);
});

test("health tells what waits, for how long, and what failed", async () => {
  const { definition } = recorder("t.note");
  await enqueueAll(database.sql, [
    { kind: "t.note", payload: {}, due_at: START },
    { kind: "t.note", payload: {}, due_at: later(START, MINUTE_MS) },
    { kind: "t.note", payload: {}, due_at: later(START, DAY_MS) },
  ]);
  clock.advance(2 * MINUTE_MS);
  expect(await runnerOf([definition]).health()).toEqual([{ kind: "t.note", waiting: 2, failed: 0, lag_seconds: 120 }]);
});

test("a retry that waits by its backoff keeps waiting, and one that a clock put off for days does not", async () => {
  let attempts = 0;
  const slow = define(
    "t.slow",
    async () => {
      attempts += 1;
      throw new Error("not yet");
    },
    { backoff_ms: () => HOUR_MS },
  );
  const runner = runnerOf([slow]);
  await enqueue(database.sql, { kind: "t.slow", payload: {}, due_at: START });
  await runner.runDue();
  await runner.runDue();
  expect(await rows()).toMatchObject([{ due_at: later(START, HOUR_MS) }]);
  clock.advance(33 * DAY_MS);
  await runner.runDue();
  clock.set(later(START, MINUTE_MS));
  await runner.runDue();
  expect(attempts).toBe(3);
});

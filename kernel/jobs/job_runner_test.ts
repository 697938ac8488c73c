// Checks many servers on one queue: each job runs once, none is lost with its server, and none starves another.
import { expect, test } from "bun:test";
import { blocker, define, openJobQueue, recorder } from "../../test/harness/job_handlers.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "../base/time.ts";
import { abandonJob, enqueue, enqueueAll } from "./jobs.ts";

const START = new Date("2026-03-01T12:00:00Z");
const { database, clock, runnerOf, rows } = await openJobQueue(START);

test("ten servers that claim at once run every one of 500 jobs exactly once", async () => {
  const ran: number[] = [];
  const count = define("t.count", async (job) => void ran.push(Number(job.payload["n"])));
  const numbers = Array.from({ length: 500 }, (_, n) => n);
  await enqueueAll(
    database.sql,
    numbers.map((n) => ({ kind: "t.count", payload: { n }, due_at: START })),
  );
  const runs = await Promise.all(Array.from({ length: 10 }, () => runnerOf([count]).runDue()));
  expect(ran.sort((a, b) => a - b)).toEqual(numbers);
  expect(runs.reduce((sum, run) => sum + run, 0)).toBe(500);
});

test("a dead server's job is taken over when its lease of 15 seconds is over, and not before", async () => {
  const dead = blocker("t.slow");
  const { jobs, definition } = recorder("t.slow");
  await enqueue(database.sql, { kind: "t.slow", payload: {}, due_at: START });
  const first = runnerOf([dead.definition]).runDue();
  await dead.began;
  const survivor = runnerOf([definition]);
  clock.advance(15 * SECOND_MS - 1);
  expect(await survivor.runDue()).toBe(0);
  clock.advance(1);
  expect(await survivor.runDue()).toBe(1);
  expect(jobs).toMatchObject([{ attempts: 2 }]);
  dead.letGo();
  await first;
});

test("a server that renews keeps its job", async () => {
  const slow = blocker("t.slow");
  await enqueue(database.sql, { kind: "t.slow", payload: {}, due_at: START });
  const runner = runnerOf([slow.definition]);
  const running = runner.runDue();
  const signal = await slow.began;
  const other = runnerOf([slow.definition]);
  for (let beat = 0; beat < 6; beat++) {
    clock.advance(10 * SECOND_MS);
    await runner.renewLeases();
    expect(await other.runDue()).toBe(0);
  }
  expect(signal.aborted).toBe(false);
  slow.letGo();
  expect(await running).toBe(1);
});

test("a server that lost its lease is told, and what it settles later changes nothing", async () => {
  const stalled = blocker("t.slow");
  const taken = blocker("t.slow");
  await enqueue(database.sql, { kind: "t.slow", payload: {}, due_at: START });
  const old = runnerOf([stalled.definition]);
  const oldRun = old.runDue();
  const signal = await stalled.began;
  clock.advance(MINUTE_MS);
  const newRun = runnerOf([taken.definition]).runDue();
  await taken.began;
  await old.renewLeases();
  expect(signal.aborted).toBe(true);
  stalled.breakOff(new Error("too late"));
  // The old server finds nothing else to do: the job is the new one's until that has settled it.
  await oldRun;
  expect(await rows()).toMatchObject([{ attempts: 2, held: true, last_error: null, failed_at: null }]);
  taken.letGo();
  await newRun;
  expect(await rows()).toEqual([]);
});

/** Servers that take what is due and end under it, so many one after the other. */
async function endServers(count: number, kind: string): Promise<void> {
  for (let server = 0; server < count; server += 1) {
    const dead = blocker(kind);
    void runnerOf([dead.definition]).runDue();
    await dead.began;
    clock.advance(15 * SECOND_MS);
  }
}

test("attempts that died with their server are none that the job has failed, however many there are", async () => {
  const { jobs, definition } = recorder("t.mail");
  await enqueue(database.sql, { kind: "t.mail", payload: {}, due_at: START });
  await endServers(3, "t.mail");
  const survivor = runnerOf([definition]);
  await survivor.runDue();
  clock.advance(HOUR_MS);
  await survivor.runDue();
  expect(jobs).toMatchObject([{ attempts: 5, failures: 0 }]);
  expect(await rows()).toEqual([]);
});

test("a job under which servers keep ending is put off longer each time, and leaves the servers be meanwhile", async () => {
  const waits: number[] = [];
  const { definition } = recorder("t.poison");
  await enqueue(database.sql, { kind: "t.poison", payload: {}, due_at: START });
  await endServers(2, "t.poison");
  for (let death = 3; death < 12; death += 1) {
    await endServers(1, "t.poison");
    expect(await runnerOf([definition]).runDue()).toBe(1);
    const [row] = await rows();
    expect(row).toMatchObject({ held: false, failed_at: null });
    expect(row?.last_error).toContain(`its server ended during ${death} attempts`);
    waits.push((row?.due_at.getTime() ?? 0) - clock.now().getTime());
    clock.set(row?.due_at ?? START);
  }
  const seconds = [15, 30, 60, 120, 240, 480, 600, 600, 600];
  expect(waits).toEqual(seconds.map((one) => one * SECOND_MS));
});

test("a recurring job runs at once, then every period, and once for all that it missed", async () => {
  const { jobs, definition } = recorder("t.daily", { every_ms: DAY_MS });
  const runner = runnerOf([definition]);
  expect(await runner.runDue()).toBe(1);
  expect(await runner.runDue()).toBe(0);
  clock.advance(DAY_MS - 1);
  expect(await runner.runDue()).toBe(0);
  clock.advance(1);
  expect(await runner.runDue()).toBe(1);
  clock.advance(5 * DAY_MS + HOUR_MS);
  expect(await runner.runDue()).toBe(1);
  expect(jobs.length).toBe(3);
  // It stays on the grid of its period and does not drift with the late run.
  expect(await rows()).toMatchObject([{ due_at: later(START, 7 * DAY_MS) }]);
});

test("a recurring job of several servers has one row and runs once a period", async () => {
  const { jobs, definition } = recorder("t.daily", { every_ms: DAY_MS });
  const servers = Array.from({ length: 5 }, () => runnerOf([definition]));
  await Promise.all(servers.map((server) => server.runDue()));
  clock.advance(DAY_MS);
  await Promise.all(servers.map((server) => server.runDue()));
  expect(jobs.length).toBe(2);
  expect((await rows()).length).toBe(1);
});

test("a recurring job that fails for good still comes back at its next time", async () => {
  const { definition } = recorder("t.daily", { every_ms: DAY_MS });
  const runner = runnerOf([{ ...definition, run: () => Promise.reject(abandonJob("today not")) }]);
  await runner.runDue();
  expect(await rows()).toMatchObject([{ failed_at: START }, { failed_at: null, due_at: later(START, DAY_MS) }]);
});

test("a period made shorter by a new release takes effect at its start", async () => {
  const { definition } = recorder("t.sweep", { every_ms: 30 * DAY_MS });
  await runnerOf([definition]).runDue();
  await runnerOf([{ ...definition, every_ms: HOUR_MS }]).runDue();
  expect(await rows()).toMatchObject([{ due_at: later(START, HOUR_MS) }]);
});

test("a flood of one slow kind leaves half of the places to the others", async () => {
  const flood = blocker("t.flood");
  const { jobs, definition } = recorder("t.mail");
  const many = Array.from({ length: 20 }, () => ({ kind: "t.flood", payload: {}, due_at: START }));
  await enqueueAll(database.sql, many);
  await enqueue(database.sql, { kind: "t.mail", payload: {}, due_at: later(START, SECOND_MS) });
  clock.advance(MINUTE_MS);
  const runner = runnerOf([flood.definition, definition], 4);
  const running = runner.runDue();
  await flood.began;
  expect(jobs.length).toBe(1);
  expect((await rows()).filter((row) => row.kind === "t.flood" && row.held).length).toBe(2);
  flood.letGo();
  await running;
});

test("jobs of kinds that this server does not know are left to those that do", async () => {
  const { definition } = recorder("t.note");
  await enqueue(database.sql, { kind: "t.newer", payload: {}, due_at: START });
  expect(await runnerOf([definition]).runDue()).toBe(0);
  expect(await rows()).toMatchObject([{ kind: "t.newer", attempts: 0 }]);
});

test("a server does not take once more what it is at work on when its clock jumps ahead", async () => {
  const slow = blocker("t.slow");
  const noted = Promise.withResolvers<void>();
  const note = define("t.note", async () => noted.resolve());
  await enqueue(database.sql, { kind: "t.slow", payload: {}, due_at: START });
  const runner = runnerOf([slow.definition, note]);
  const running = runner.runDue();
  await slow.began;
  clock.advance(33 * DAY_MS);
  await enqueue(database.sql, { kind: "t.note", payload: {}, due_at: clock.now() });
  const beside = runner.runDue();
  await noted.promise;
  expect(await rows()).toContainEqual(expect.objectContaining({ kind: "t.slow", attempts: 1 }));
  clock.set(START);
  slow.letGo();
  expect((await running) + (await beside)).toBe(2);
  expect(await rows()).toEqual([]);
});

test("a job that died with its server while the clock was ahead is taken over once the clock is right and a lease is over", async () => {
  const dead = blocker("t.slow");
  const { jobs, definition } = recorder("t.slow");
  clock.advance(33 * DAY_MS);
  await enqueue(database.sql, { kind: "t.slow", payload: {}, due_at: clock.now() });
  const first = runnerOf([dead.definition]).runDue();
  await dead.began;
  clock.set(START);
  const survivor = runnerOf([definition]);
  expect(await survivor.runDue()).toBe(0);
  clock.advance(15 * SECOND_MS);
  expect(await survivor.runDue()).toBe(1);
  expect(jobs.length).toBe(1);
  dead.letGo();
  await first;
});

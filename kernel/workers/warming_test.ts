// Proves that workers are warm before they are needed, that whoever waits goes first,
// and that a replaced one is warmed as well.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../test/harness/until.ts";
import type { tasks } from "./fixtures/worker_tasks.ts";
import { startProcess } from "./runner.ts";
import { createWorkers, type Workers, type WorkersOptions } from "./workers.ts";

const module = new URL("./fixtures/worker_tasks.ts", import.meta.url);
const MIB = 1024 * 1024;
const TIMES = 3;
const WARM = Array.from({ length: TIMES }, () => ({ module, task: "warm", input: null }));

const opened: Workers[] = [];
const folder = mkdtempSync(join(tmpdir(), "docsvc-warming-"));
afterAll(async () => {
  await Promise.all(opened.map((workers) => workers.close()));
  rmSync(folder, { recursive: true, force: true });
});

function open(options: Partial<WorkersOptions>) {
  const workers = createWorkers({ start: startProcess, ...options });
  opened.push(workers);
  return { workers, run: workers.module<typeof tasks>(module) };
}

test("workers run what warms them before any task, each all of it, and no more of them start", async () => {
  const { workers, run } = open({ size: 2, runners_max: 3 });
  workers.keepWarm(2, WARM);
  expect(workers.runners()).toBe(2);
  await until(async () => (await run("warmed", null)).times === TIMES);
  expect(workers.runners()).toBe(2);
});

test("what somebody waits for goes before the rest of what warms a worker", async () => {
  const { workers, run } = open({ size: 1, runners_max: 1 });
  const endless = Array.from({ length: 100_000 }, () => WARM[0] as (typeof WARM)[number]);
  workers.keepWarm(1, endless);
  const { times } = await run("warmed", null);
  expect(times).toBeLessThan(endless.length);
});

test("a worker that comes in the place of one that was ended is warmed, and takes no work while another is there", async () => {
  const { workers, run } = open({ size: 2, runners_max: 2, running_of_owner_max: 2 });
  workers.keepWarm(2, [{ module, task: "hold", input: { folder, name: "warming" } }, ...WARM]);
  writeFileSync(join(folder, "release"), "");
  await until(async () => {
    const both = await Promise.all(
      ["user:1", "user:2"].map((owner) => run("warmed", null, { owner, lane: "publish" })),
    );
    return both[0]?.pid !== both[1]?.pid && both.every(({ times }) => times === TIMES);
  });
  rmSync(join(folder, "release"));
  rmSync(join(folder, "warming"), { force: true });
  const grown = await run("grow", { mib: 4000 }, { budget: { memory_bytes: 150 * MIB } }).catch(
    (error: unknown) => error,
  );
  expect(grown).toMatchObject({ kind: "invalid" });
  // The new one is at the first of what warms it, which lasts until it is released.
  await until(() => readdirSync(folder).includes("warming"));
  const { pid, times } = await run("warmed", null);
  expect(times).toBe(TIMES);
  for (let again = 0; again < 5; again += 1) expect((await run("warmed", null)).pid).toBe(pid);
  writeFileSync(join(folder, "release"), "");
  expect(workers.runners()).toBe(2);
});

test("what ends a worker that warms up ends no other: none is begun for it again, and tasks have workers as before", async () => {
  const { workers, run } = open({ size: 1, runners_max: 1 });
  workers.keepWarm(1, [{ module, task: "exit", input: null }]);
  await until(() => workers.runners() === 0);
  expect(await run("add", { a: 1, b: 2 })).toBe(3);
});

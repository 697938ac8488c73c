// A server of several processes loses single ones of them under load, and its supervisor:
// work goes on, and nothing that was promised is lost.
import { afterAll, expect, test } from "bun:test";
import { pickByDepth } from "../harness/depth.ts";
import { until } from "../harness/until.ts";
import { expectAll, startLoad } from "./load.ts";
import { childrenOf, isRunning, untilEnded } from "./process_tree.ts";
import { makeReadyPlace, type ServerProcess } from "./server_process.ts";

/** How many workers are killed, one after the other. */
const ROUNDS = pickByDepth({ small: 1, deep: 2 });

const place = await makeReadyPlace({ QUOTA_PUBLISH: "1000000", WORKERS: "2" });
await place.runHere("user", "add", "writer@example.org", "--workspace", "faults");
const token = await place.runHere("token", "create", "writer@example.org", "--name", "faults");
const target = { base_url: place.base_url, token };
afterAll(() => place.remove());

/** The server that the test before left, as a start takes seconds of processor time. */
let left: ServerProcess | null = null;

async function takeServer(): Promise<ServerProcess> {
  const server = left ?? (await place.start());
  left = null;
  return server;
}

const workersOf = (server: ServerProcess) => childrenOf(server.pid, "--worker");

/** Waits until there are two, none of which is the dead one. */
async function untilWorkers(server: ServerProcess, without: number): Promise<number[]> {
  let workers: number[] = [];
  await until(() => {
    workers = workersOf(server);
    return workers.length === 2 && !workers.includes(without);
  });
  return workers;
}

test("kill -9 of one worker under load: the other goes on, a new one comes, and nothing that was answered is lost", async () => {
  const server = await takeServer();
  const load = startLoad(target);
  const seen = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    await load.untilWritten(40);
    const [victim = 0, other = 0] = await untilWorkers(server, 0);
    process.kill(victim, "SIGKILL");
    await load.untilWritten(40);
    expect(isRunning(other)).toBe(true);
    for (const worker of await untilWorkers(server, victim)) seen.add(worker);
  }
  await load.untilWritten(40);
  await load.stop();
  expect(seen.size).toBeGreaterThanOrEqual(ROUNDS + 1);
  expect([...load.others]).toEqual([]);
  await expectAll(target, load.kept);
  left = server;
});

test("kill -9 of the supervisor: the workers finish and end by themselves, Postgres with the last, and the next start serves", async () => {
  const server = await takeServer();
  const load = startLoad(target);
  await load.untilWritten(40);
  const family = [...workersOf(server), place.postgresPid()];
  expect(family).toHaveLength(3);
  await server.kill();
  await untilEnded(family);
  await load.stop();
  expect([...load.others]).toEqual([]);
  const next = await place.start();
  await expectAll(target, load.kept);
  left = next;
});

test("kill -9 of all of them at once: the next start takes over the Postgres that they left, and nothing is lost", async () => {
  const server = await takeServer();
  const load = startLoad(target);
  await load.untilWritten(40);
  const workers = workersOf(server);
  const postgres = place.postgresPid();
  await server.kill();
  for (const worker of workers) process.kill(worker, "SIGKILL");
  await untilEnded(workers);
  await load.stop();
  expect(isRunning(postgres)).toBe(true);
  const next = await place.start();
  expect(place.postgresPid()).toBe(postgres);
  await expectAll(target, load.kept);
  left = next;
});

test("SIGTERM under load ends every process, also a Postgres that was taken over, and what was answered until then is kept", async () => {
  const server = await takeServer();
  const load = startLoad(target);
  await load.untilWritten(40);
  const family = [...workersOf(server), place.postgresPid()];
  expect(await server.stop()).toBe(0);
  await untilEnded(family);
  await load.stop();
  expect([...load.others]).toEqual([]);
  const next = await place.start();
  await expectAll(target, load.kept);
  expect(await next.stop()).toBe(0);
});

// Power cuts: whatever was answered 2xx is there afterwards, whole, and the next start needs no hand.
import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { pickByDepth } from "../harness/depth.ts";
import { until } from "../harness/until.ts";
import { expectAll, startLoad, type Written } from "./load.ts";
import { descendantsOf, killHard } from "./process_tree.ts";
import { makeReadyPlace, type ServerProcess } from "./server_process.ts";

/** How often each thing is killed. */
const ROUNDS = pickByDepth({ small: 1, deep: 2 });
const MIB = 1024 * 1024;

const place = await makeReadyPlace({ QUOTA_PUBLISH: "1000000" });
await place.runHere("user", "add", "writer@example.org", "--workspace", "faults");
const token = await place.runHere("token", "create", "writer@example.org", "--name", "faults");
const target = { base_url: place.base_url, token };
afterAll(() => place.remove());

/** The server that the test before left, as a start takes seconds of processor time; the last test stops it. */
let left: ServerProcess | null = null;

async function takeServer(): Promise<ServerProcess> {
  const server = left ?? (await place.start());
  left = null;
  return server;
}

test("kill -9 of the server loses nothing that was answered", async () => {
  const kept: Written[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await place.start();
    const load = startLoad(target, kept);
    await load.untilWritten(20 + Math.floor(Math.random() * 40));
    await server.kill();
    await load.stop();
    expect([...load.others]).toEqual([]);
  }
  left = await place.start();
  await expectAll(target, kept);
});

test("kill -9 of Postgres loses nothing that was answered; meanwhile requests get 503, afterwards they work again", async () => {
  const server = await takeServer();
  const load = startLoad(target);
  for (let round = 0; round < ROUNDS; round++) {
    await load.untilWritten(40);
    process.kill(place.postgresPid(), "SIGKILL");
    // More than the writers may have had under way.
    await load.untilWritten(40);
  }
  await load.stop();
  expect([...load.others].filter((status) => status !== 503)).toEqual([]);
  await expectAll(target, load.kept);
  left = server;
});

test("kill -9 of every process of Postgres at once, at full load, loses nothing that was answered", async () => {
  const server = await takeServer();
  // All in one workspace: their transactions let its counter go before they are on the disk.
  const loads = Array.from({ length: 4 }, () => startLoad(target));
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(loads.map((load) => load.untilWritten(30)));
    const postmaster = place.postgresPid();
    for (const pid of [postmaster, ...descendantsOf(postmaster)]) killHard(pid);
    await Promise.all(loads.map((load) => load.untilWritten(10)));
  }
  await Promise.all(loads.map((load) => load.stop()));
  for (const load of loads) {
    expect([...load.others].filter((status) => status !== 503)).toEqual([]);
    await expectAll(target, load.kept);
  }
  left = server;
});

/** Whether the store holds what is not whole yet. */
function isUnderWay(): boolean {
  return readdirSync(place.data_dir, { recursive: true, encoding: "utf8" }).some((name) => name.endsWith(".part"));
}

/** Whether nobody takes a new connection. */
function isClosed(): Promise<boolean> {
  return fetch(`${place.base_url}/healthz`, { keepalive: false }).then(
    () => false,
    () => true,
  );
}

test("SIGTERM answers the requests under way before the server ends", async () => {
  const server = await takeServer();
  const rest = Promise.withResolvers<void>();
  const slow = new ReadableStream({
    start: (to) => to.enqueue(new Uint8Array(MIB)),
    async pull(to) {
      await rest.promise;
      to.enqueue(new Uint8Array(MIB));
      to.close();
    },
  });
  const upload = fetch(`${place.base_url}/api/upload?filename=slow.bin`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}` },
    body: slow,
  });
  await until(isUnderWay);
  const ended = server.stop();
  await until(isClosed);
  rest.resolve();
  expect((await upload).status).toBe(201);
  expect(await ended).toBe(0);
});

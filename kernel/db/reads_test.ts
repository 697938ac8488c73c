// Shows that a statement ends when its reader goes,
// and that a cancel on its way reaches nobody else's, however late it comes.
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { cloneDatabase, type TestDatabase, testPostgres } from "../../test/harness/test_postgres.ts";
import { until } from "../../test/harness/until.ts";
import { createLog } from "../base/log.ts";
import { CallerGone } from "./caller_gone.ts";
import { type Database, openSql } from "./sql.ts";

const CANCEL_REQUEST = Buffer.from([0, 0, 0, 16, 4, 210, 22, 46]);

let made: TestDatabase;
let proxy: Server;
let database: Database;
/** What becomes of a request to cancel. */
let passing: "at once" | "when told" | "lost" = "at once";
let kept: (() => void)[] = [];
let cancels = 0;

beforeAll(async () => {
  const { host, port } = (await testPostgres()).embedded.connection;
  made = await cloneDatabase();
  proxy = createServer((client) => {
    const upstream = connect(join(host, `.s.PGSQL.${port}`));
    for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
    client.once("data", (first) => {
      const isCancel = first.subarray(0, 8).equals(CANCEL_REQUEST);
      if (isCancel) cancels += 1;
      if (isCancel && passing === "lost") return client.resetAndDestroy();
      if (isCancel && passing === "when told") return void kept.push(() => passOn(client, upstream, first));
      passOn(client, upstream, first);
    });
  });
  // A connection over TCP can be reset.
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  // Three sessions for reads, and for one workspace two.
  if (typeof made.target === "string") throw new Error("the proxy leads to a socket");
  const { user, database: name } = made.target;
  const target = { host: "127.0.0.1", port: address.port, user, database: name };
  database = await openSql(target, { log: createLog("silent"), pool_size_max: 4 });
});

afterAll(async () => {
  await database.close();
  proxy.close();
  await made.drop();
});

beforeEach(() => {
  passing = "at once";
  kept = [];
  cancels = 0;
});

function passOn(client: Socket, upstream: Socket, first: Buffer): void {
  upstream.write(first);
  client.pipe(upstream).pipe(client);
}

function readerOf(person: string, signal: AbortSignal = new AbortController().signal) {
  return database.sqlOfRead({ workspace: person, person, kind: null, is_planned_once: false, signal: () => signal });
}

/** Waits for the lock of that number; answers the session. */
async function waitFor(lock: number, person: string, signal?: AbortSignal): Promise<number> {
  const [row] = await readerOf(person, signal)<{ pid: number }[]>`
    select pg_advisory_xact_lock_shared(${lock}), pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

async function waiting(lock: number): Promise<number> {
  const [row] = await database.pipelinedSql<{ count: number }[]>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and objid = ${lock}::int and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  return row?.count ?? 0;
}

/** Holds the lock until `release` is called. */
async function hold(lock: number): Promise<{ release(): Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const holding = database.withTransaction(async (sql) => {
    await sql`select pg_advisory_xact_lock(${lock})`;
    isHeld();
    await promise;
  });
  await held;
  return {
    release: () => {
      resolve();
      return holding;
    },
  };
}

test("a statement whose reader goes is ended, and its session serves the next one", async () => {
  const lock = await hold(1);
  const pid = await waitFor(2, "a");
  const gone = new AbortController();
  const asked = waitFor(1, "a", gone.signal);
  await until(async () => (await waiting(1)) === 1);
  gone.abort();
  await expect(asked).rejects.toBeInstanceOf(CallerGone);
  expect(await waiting(1)).toBe(0);
  expect(await waitFor(2, "a")).toBe(pid);
  await lock.release();
});

test("a cancel that is late reaches nothing of the one who reads next, who is sent elsewhere or waits for its answer", async () => {
  const [first, second] = [await hold(1), await hold(2)];
  passing = "when told";
  const gone = new AbortController();
  const asked = waitFor(1, "a", gone.signal);
  await until(async () => (await waiting(1)) === 1);
  gone.abort();
  await until(() => kept.length === 1);
  // It comes to its end before the cancel does.
  await first.release();
  const pid = await asked;
  // More than there are sessions, so that the one that is still to be cancelled is wanted.
  const next = ["a", "b", "c", "d"].map((person) => waitFor(2, person));
  await until(async () => (await waiting(2)) === 2);
  passing = "at once";
  for (const pass of kept) pass();
  await until(async () => (await waiting(2)) === 3);
  await second.release();
  expect(await Promise.all(next)).toContain(pid);
  expect(cancels).toBe(1);
});

test("the session of a cancel that nobody answered is thrown away, and whoever reads next has another", async () => {
  const lock = await hold(1);
  const pid = await waitFor(2, "a");
  passing = "lost";
  const gone = new AbortController();
  const asked = waitFor(1, "a", gone.signal);
  await until(async () => (await waiting(1)) === 1);
  gone.abort();
  await expect(asked).rejects.toThrow();
  expect(await waitFor(2, "a")).not.toBe(pid);
  await lock.release();
});

test("who has gone while waiting for a turn is never sent", async () => {
  const lock = await hold(1);
  const asked = [waitFor(1, "a"), waitFor(1, "b"), waitFor(1, "c")];
  await until(async () => (await waiting(1)) === 3);
  const gone = new AbortController();
  const late = waitFor(1, "d", gone.signal);
  gone.abort();
  await expect(late).rejects.toBeInstanceOf(CallerGone);
  expect(cancels).toBe(0);
  await lock.release();
  await Promise.all(asked);
});

test("readers of one workspace leave sessions to the others, whose turns come first", async () => {
  const lock = await hold(1);
  const asked = Array.from({ length: 8 }, () => waitFor(1, "a"));
  await until(async () => (await waiting(1)) >= 1);
  const order: string[] = [];
  const others = ["b", "c", "d"].map((person) => waitFor(2, person).then(() => order.push(person)));
  await Promise.all(others);
  expect(order).toHaveLength(3);
  expect(await waiting(1)).toBeLessThanOrEqual(2);
  await lock.release();
  await Promise.all(asked);
});

test("a statement that is planned once finds sessions that keep one plan for whatever values, its own and shared ones", async () => {
  const sourceFor = async (is_planned_once: boolean) => {
    const kind = `kinds of plans ${is_planned_once}`;
    const signal = () => new AbortController().signal;
    const sql = database.sqlOfRead({ workspace: "p", person: "p", kind, is_planned_once, signal });
    const sources = new Set<string>();
    // More than enough to be known as quick, and sent with others from then on.
    for (let run = 0; run < 80; run++) {
      const [row] = await sql<{ source: string }[]>`select source from pg_settings where name = 'plan_cache_mode'`;
      sources.add(row?.source ?? "");
    }
    return [...sources];
  };
  expect(await sourceFor(true)).toEqual(["client"]);
  expect(await sourceFor(false)).toEqual(["command line"]);
});

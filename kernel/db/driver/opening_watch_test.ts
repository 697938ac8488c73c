// Shows that a connection that opens late costs nobody else theirs while Postgres answers,
// and is given up when it is away.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloneDatabase, type TestDatabase, testPostgres } from "../../../test/harness/test_postgres.ts";
import { createLog } from "../../base/log.ts";
import { openSql } from "../sql.ts";

const LATE_MS = 3500;

let folder: string;
let made: TestDatabase;
let proxy: Server;
/** What becomes of a new connection: passed on at once, passed on late, or left without any answer. */
let passing: "at once" | "late" | "never" = "at once";
/** The connections that were passed on. */
const open = new Set<{ client: Socket; upstream: Socket }>();

beforeAll(async () => {
  const { host, port } = (await testPostgres()).embedded.connection;
  made = await cloneDatabase();
  folder = mkdtempSync(join(tmpdir(), "docsvc-test-proxy-"));
  proxy = createServer((client) => {
    client.on("error", () => {});
    if (passing === "never") return;
    setTimeout(passOn, passing === "late" ? LATE_MS : 0);
    function passOn(): void {
      if (client.destroyed) return;
      const upstream = connect(join(host, `.s.PGSQL.${port}`));
      upstream.on("error", () => client.destroy());
      client.pipe(upstream).pipe(client);
      const pair = { client, upstream };
      open.add(pair);
      client.on("close", () => {
        upstream.destroy();
        open.delete(pair);
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(join(folder, ".s.PGSQL.5432"), resolve));
});

afterAll(async () => {
  proxy.close();
  for (const { client } of open) client.destroy();
  await made.drop();
  rmSync(folder, { recursive: true });
});

async function openThroughProxy() {
  if (typeof made.target === "string") throw new Error("the tests' own Postgres is reached by its parts");
  return openSql({ ...made.target, host: folder, port: 5432 }, { log: createLog("silent"), pool_size_max: 2 });
}

test("a connection that opens late is waited for while Postgres answers, and the others of its pool go on", async () => {
  passing = "at once";
  const database = await openThroughProxy();
  const second = await database.withTransaction(async (sql) => {
    const [before] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    passing = "late";
    const [other] = await database.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const [after] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    expect(after?.pid).toBe(before?.pid ?? 0);
    return other?.pid;
  });
  expect(second).toBeNumber();
  passing = "at once";
  await database.close();
});

test("a connection that nobody answers is given up once Postgres is silent on the others too", async () => {
  passing = "at once";
  const database = await openThroughProxy();
  passing = "never";
  for (const { upstream } of open) upstream.unpipe();
  const error = await database.sql`select 1`.catch((thrown: unknown) => thrown);
  expect(error).toHaveProperty("message", "Postgres answers on no connection");
  expect(database.isConnectionLoss(error)).toBe(true);
  for (const { client } of open) client.destroy();
  await database.close();
});

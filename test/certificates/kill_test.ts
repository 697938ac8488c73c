// kill -9 of the server that orders a certificate:
// another one takes over, serves, and nothing is lost, doubled or ordered without end.
import { afterAll, expect, test } from "bun:test";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { readCertificate, wantCertificate } from "../../plugins/certificates/port.ts";
import { claim } from "../../plugins/certificates/store/certificates.ts";
import { untilAnswers } from "../faults/server_process.ts";
import { serverProgram } from "../faults/server_program.ts";
import { freePort } from "../harness/free_port.ts";
import { openHarness } from "../harness/harness.ts";
import { startNameServer } from "../harness/name_server.ts";
import { findPebble, startPebble } from "../harness/pebble.ts";
import { until } from "../harness/until.ts";
import { listenTo, servedNames } from "./listening.ts";

interface Row {
  failures: number;
  lease_until: Date | null;
}

const HOST = "killed.example.org";
const program = findPebble();
const names = await startNameServer();
names.set(HOST, { A: ["127.0.0.1"] });
const pebble = program ? await startPebble(program, names.address) : null;
const ports = { https: await freePort(), http: await freePort() };
const acme: Record<string, string> = pebble
  ? { ACME_DIRECTORY: pebble.directory_url, ACME_CA_FILE: pebble.ca_file }
  : {};
const h = await openHarness({ env: { ...acme, HTTPS_PORT: String(ports.https), HTTP_PORT: String(ports.http) } });
const { sql } = h.runtime.database;
const undo: (() => unknown)[] = [() => names.close(), () => pebble?.close()];
afterAll(async () => {
  for (const task of undo.reverse()) await task();
});

test.skipIf(!pebble)(
  "kill -9 while the authority looks for the proof: another server takes over after the lease and serves, with one key and one account",
  async () => {
    // Where the authority asks: it waits here until the server that is asked about is dead.
    const asked = Promise.withResolvers<void>();
    const dead = Promise.withResolvers<void>();
    const gate = Bun.serve({
      port: pebble?.http_port ?? 0,
      idleTimeout: 120,
      hostname: "127.0.0.1",
      fetch: async ({ url }) => {
        asked.resolve();
        await dead.promise;
        return fetch(`http://127.0.0.1:${ports.http}${new URL(url).pathname}`);
      },
    });
    undo.push(() => gate.stop(true));
    const { workspace_id } = await h.person();
    // The process has the time of day.
    h.clock.set(new Date());
    const now = h.clock.now();
    await h.runtime.database.withTransaction((tx) => wantCertificate(tx, { hostname: HOST, workspace_id, now }));
    const port = await freePort();
    const base_url = `http://localhost:${port}`;
    const own = {
      PORT: String(port),
      BASE_URL: base_url,
      HTTPS_PORT: String(await freePort()),
      HTTP_PORT: String(await freePort()),
    };
    const child = Bun.spawn([process.execPath, await serverProgram(), "serve"], {
      env: { PATH: process.env["PATH"] ?? "", ...h.env, ...own },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    });
    undo.push(() => child.kill("SIGKILL"));
    await untilAnswers(base_url, child);
    await asked.promise;
    child.kill("SIGKILL");
    await child.exited;
    const accounts = await sql`select sealed_key from acme_accounts`;
    expect(accounts).toHaveLength(1);
    // Nobody takes it from a server that may live.
    await h.runtime.jobs.runDue();
    expect(await readCertificate(sql, HOST)).toMatchObject({ expires_at: null, error: null });

    undo.push(await listenTo(h.runtime));
    dead.resolve();
    h.clock.set(new Date(Date.now() + 2 * MINUTE_MS));
    await h.runtime.jobs.runDue();
    expect(await readCertificate(sql, HOST)).toMatchObject({ error: null, expires_at: expect.any(Date) });
    await until(async () => (await servedNames(ports.https, HOST)) === `DNS:${HOST}`);
    expect([...(await sql<Row[]>`select failures, lease_until from certificates`)]).toEqual([
      { failures: 0, lease_until: null },
    ]);
    expect([...(await sql`select sealed_key from acme_accounts`)]).toEqual([...accounts]);
    expect(await h.rows("acme_challenges")).toEqual({ acme_challenges: 0 });
  },
);

test("an order that ends every server that takes it up is taken at once the first time, then after five minutes, ten, twenty", async () => {
  const { workspace_id } = await h.person();
  h.clock.set(new Date(h.clock.now().getTime() + MINUTE_MS));
  const began = h.clock.now().getTime();
  const hostname = "deadly.example.org";
  await sql`
    insert into certificates (hostname, workspace_id, due_at, created_at)
    values (${hostname}, ${workspace_id}, ${h.clock.now()}, ${h.clock.now()})`;
  const wait = { first_seconds: 300, seconds_max: 12 * 3600 };
  const taken: number[] = [];
  for (let minute = 0; minute < 60; minute++) {
    const now = new Date(began + minute * MINUTE_MS);
    const until = new Date(now.getTime() + MINUTE_MS);
    if (await claim(sql, { hostname, directory_url: "none", now, until, wait })) taken.push(minute);
  }
  expect(taken).toEqual([0, 1, 6, 16, 36]);
  await sql`delete from certificates where hostname = ${hostname}`;
});

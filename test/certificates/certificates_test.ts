// Certificates from a real ACME server, served by name: ordered, renewed, refused, and let go.
import { afterAll, expect, test } from "bun:test";
import { later, MINUTE_MS } from "../../kernel/plugin.ts";
import { holdOrder } from "../../plugins/certificates/held_order.ts";
import { readCertificate, releaseCertificate, wantCertificate } from "../../plugins/certificates/port.ts";
import { publishChallenge } from "../../plugins/certificates/store/acme.ts";
import { freePort } from "../harness/free_port.ts";
import { openHarness } from "../harness/harness.ts";
import { startNameServer } from "../harness/name_server.ts";
import { findPebble, startPebble } from "../harness/pebble.ts";
import { until } from "../harness/until.ts";
import { listenTo, servedNames } from "./listening.ts";

const program = findPebble();
const names = await startNameServer();
const pebble = program ? await startPebble(program, names.address) : null;
const https_port = await freePort();
const http_port = pebble?.http_port ?? (await freePort());
const harness = await openHarness({
  env: {
    BASE_URL: "https://docs.example.com",
    CONTENT_URL: "https://docs-content.example.com",
    HTTPS_PORT: String(https_port),
    HTTP_PORT: String(http_port),
    ...(pebble ? { ACME_DIRECTORY: pebble.directory_url, ACME_CA_FILE: pebble.ca_file } : {}),
  },
});
const { runtime, clock } = harness;
const { sql } = runtime.database;
const stopListening = await listenTo(runtime);
const lead = (...hostnames: string[]) => {
  for (const name of hostnames) names.set(name, { A: ["127.0.0.1"] });
};
lead("docs.example.com", "docs-content.example.com", "handbook.example.org");

afterAll(async () => {
  await stopListening();
  await pebble?.close();
  await names.close();
});

test.skipIf(!pebble)(
  "the service's own hosts get certificates without being asked for, and answer by their names",
  async () => {
    await runRenewal();
    for (const host of ["docs.example.com", "docs-content.example.com"]) {
      await until(async () => (await servedNames(https_port, host)) === `DNS:${host}`);
    }
    const answer = await fetch(`https://127.0.0.1:${https_port}/healthz`, {
      headers: { host: "docs.example.com" },
      tls: { rejectUnauthorized: false },
    });
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
  },
);

test.skipIf(!pebble)(
  "a wanted name is ordered, renewed after two thirds of its time, and no longer served when let go",
  async () => {
    const { workspace_id } = await harness.person();
    const hostname = "handbook.example.org";
    await runtime.database.withTransaction((tx) => wantCertificate(tx, { hostname, workspace_id, now: clock.now() }));
    await runtime.jobs.runDue();
    const first = await readCertificate(sql, hostname);
    expect(first).toMatchObject({ error: null });
    await until(async () => (await servedNames(https_port, hostname)) === `DNS:${hostname}`);
    const [before] = await sql`select chain from certificates where hostname = ${hostname}`;

    clock.set(later(first?.due_at ?? clock.now(), MINUTE_MS));
    await runRenewal();
    const [after] = await sql`select chain from certificates where hostname = ${hostname}`;
    expect(after?.["chain"]).not.toBe(before?.["chain"]);
    expect((await readCertificate(sql, hostname))?.error).toBeNull();

    await runtime.database.withTransaction((tx) => releaseCertificate(runtime, tx, hostname));
    expect(await readCertificate(sql, hostname)).toBeNull();
    await until(async () => !(await servedNames(https_port, hostname))?.includes(hostname));
  },
);

test.skipIf(!pebble)(
  "a name that leads elsewhere is refused with the authority's words, tried later and ordered once it leads here",
  async () => {
    const { workspace_id } = await harness.person();
    const hostname = "astray.example.org";
    names.set(hostname, { A: [] });
    const ask = () =>
      runtime.database.withTransaction((tx) => wantCertificate(tx, { hostname, workspace_id, now: clock.now() }));
    await ask();
    await runtime.jobs.runDue();
    const refused = await readCertificate(sql, hostname);
    expect(refused?.error).toContain(hostname);
    expect(refused?.due_at.getTime()).toBe(clock.now().getTime() + 5 * MINUTE_MS);
    expect(await harness.rows("acme_challenges")).toEqual({ acme_challenges: 0 });

    lead(hostname);
    await ask();
    await runtime.jobs.runDue();
    expect(await readCertificate(sql, hostname)).toMatchObject({ error: null });
  },
);

test.skipIf(!pebble)(
  "one server at a time orders a name, and another takes over what a dead one has begun",
  async () => {
    const { workspace_id } = await harness.person();
    const hostname = "taken-over.example.org";
    lead(hostname);
    await runtime.database.withTransaction((tx) => wantCertificate(tx, { hostname, workspace_id, now: clock.now() }));
    await sql`update certificates set lease_until = ${later(clock.now(), MINUTE_MS)} where hostname = ${hostname}`;
    await runtime.jobs.runDue();
    expect((await readCertificate(sql, hostname))?.expires_at).toBeNull();
    clock.set(later(clock.now(), 11 * MINUTE_MS));
    await runRenewal();
    expect((await readCertificate(sql, hostname))?.expires_at).not.toBeNull();
  },
);

test.skipIf(!pebble)("keys lie sealed, and the account's too", async () => {
  const rows =
    await sql`select sealed_key from certificates where chain is not null union all select sealed_key from acme_accounts`;
  expect(rows.length).toBeGreaterThan(1);
  for (const { sealed_key } of rows) expect(Buffer.from(sealed_key).toString("latin1")).not.toContain("PRIVATE KEY");
});

test("the plain listener leads served names to https and nobody else, and knows no challenge that was not begun", async () => {
  const ask = (path: string, host: string) =>
    fetch(`http://127.0.0.1:${http_port}${path}`, { headers: { host }, redirect: "manual" });
  const served = pebble ? 308 : 404;
  const answer = await ask("/d/x/?a=b", "docs.example.com");
  expect(answer.status).toBe(served);
  if (pebble) expect(answer.headers.get("location")).toBe(`https://docs.example.com:${https_port}/d/x/?a=b`);
  expect((await ask("/", "elsewhere.example.net")).status).toBe(404);
  expect((await ask("/.well-known/acme-challenge/none", "docs.example.com")).status).toBe(404);
  expect((await ask("/.well-known/acme-challenge/..%2f..", "docs.example.com")).status).toBe(404);
});

test("a proof that no order waits for is not even looked for, and found by name once one is under way", async () => {
  const now = clock.now();
  const ask = async () => (await fetch(`http://127.0.0.1:${http_port}/.well-known/acme-challenge/lost`)).status;
  // The first question after a start, and what was ordered before, may look.
  await until(async () => (await ask()) === 404);
  await publishChallenge(sql, { token: "lost", hostname: "lost.example.org", key_authorization: "lost.key", now });
  expect(await ask()).toBe(404);
  const { workspace_id } = await harness.person();
  await sql`
    insert into certificates (hostname, workspace_id, due_at, created_at) values ('lost.example.org', ${workspace_id}, ${now}, ${now})`;
  const held = await holdOrder(runtime, { hostname: "lost.example.org", directory_url: "none" });
  await until(async () => (await ask()) === 200);
  await held?.release();
  await until(async () => (await ask()) === 404);
  expect(await harness.rows("acme_challenges")).toEqual({ acme_challenges: 0 });
});

async function runRenewal(): Promise<void> {
  clock.set(later(clock.now(), 10 * MINUTE_MS));
  await runtime.jobs.runDue();
}

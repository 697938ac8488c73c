// An authority that is asked too often, away or wrong:
// told in words, tried when it says, nothing served that breaks the listener.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOUR_MS, MINUTE_MS } from "../../kernel/plugin.ts";
import { readCertificate, releaseCertificate, wantCertificate } from "../../plugins/certificates/port.ts";
import { publishChallenge } from "../../plugins/certificates/store/acme.ts";
import { claim } from "../../plugins/certificates/store/certificates.ts";
import { makeCertificate } from "../harness/certificate.ts";
import { freePort } from "../harness/free_port.ts";
import { type Harness, openHarness } from "../harness/harness.ts";

const folder = mkdtempSync(join(tmpdir(), "docsvc-authority-"));
const { cert, key } = makeCertificate("localhost");
const ca_file = join(folder, "ca.pem");
writeFileSync(ca_file, cert);
let requests = 0;
let answer: () => Response = () => new Response(null, { status: 500 });
const authority = Bun.serve({ port: 0, hostname: "127.0.0.1", tls: { cert, key }, fetch: answerOne });
function answerOne(): Response {
  requests++;
  return answer();
}
const origin = `https://localhost:${authority.port}`;
const harness = await openHarness({
  env: {
    HTTPS_PORT: String(await freePort()),
    HTTP_PORT: String(await freePort()),
    ACME_DIRECTORY: `${origin}/dir`,
    ACME_CA_FILE: ca_file,
  },
});

afterAll(async () => {
  await authority.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

test("an authority that is asked too often is left alone for as long as it says", async () => {
  answer = () =>
    Response.json(
      { type: "urn:ietf:params:acme:error:rateLimited", detail: "too many certificates for example.org" },
      { status: 429, headers: { "retry-after": String((3 * HOUR_MS) / 1000) } },
    );
  const state = await orderFor(harness, "often.example.org");
  expect(state?.error).toBe("the certificate authority is asked too often: too many certificates for example.org");
  expect(state?.due_at).toEqual(new Date(harness.clock.now().getTime() + 3 * HOUR_MS));
  // It is left alone for every name.
  const asked = requests;
  expect((await orderFor(harness, "other.example.org"))?.error).toBeNull();
  expect(requests).toBe(asked);
  harness.clock.set(new Date(harness.clock.now().getTime() + 3 * HOUR_MS + MINUTE_MS));
  answer = () => new Response(null, { status: 500 });
  await harness.runtime.jobs.runDue();
  expect((await readCertificate(harness.runtime.database.sql, "other.example.org"))?.error).toBeString();
});

test("a name that is let go and taken up again waits as before, and is forgotten a day later", async () => {
  answer = () => new Response(null, { status: 500 });
  const { runtime, clock } = harness;
  const { sql } = runtime.database;
  const failed = await orderFor(harness, "again.example.org");
  await runtime.database.withTransaction((tx) => releaseCertificate(runtime, tx, "again.example.org"));
  expect(await readCertificate(sql, "again.example.org")).toBeNull();
  const asked = requests;
  const taken = await orderFor(harness, "again.example.org");
  expect([taken?.due_at, taken?.error, requests]).toEqual([failed?.due_at, failed?.error, asked]);
  await runtime.database.withTransaction((tx) => releaseCertificate(runtime, tx, "again.example.org"));
  // As a server leaves it that dies while it orders.
  await publishChallenge(sql, {
    token: "t",
    hostname: "again.example.org",
    key_authorization: "t.k",
    now: clock.now(),
  });
  clock.set(new Date(clock.now().getTime() + 25 * HOUR_MS));
  await runtime.jobs.runDue();
  expect(await sql`select from certificates where hostname = 'again.example.org'`).toHaveLength(0);
  expect(await harness.rows("acme_challenges")).toEqual({ acme_challenges: 0 });
});

test("the service's own hosts are ordered first, however many customers wait", async () => {
  const { sql } = harness.runtime.database;
  const { workspace_id } = await harness.person();
  const now = harness.clock.now();
  const due = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  await sql`
    insert into certificates (hostname, workspace_id, due_at, created_at)
    values ('customer.example.org', ${workspace_id}, ${due(2)}, ${now}), ('own.example.com', null, ${due(1)}, ${now})`;
  const by = { hostname: null, directory_url: "none", now, until: now, wait: { first_seconds: 1, seconds_max: 1 } };
  expect((await claim(sql, by))?.hostname).toBe("own.example.com");
  await sql`delete from certificates where hostname in ('customer.example.org', 'own.example.com')`;
});

test("an authority that is away is asked again after five minutes, then ten", async () => {
  const away = await openHarness({
    env: { HTTPS_PORT: "1", ACME_DIRECTORY: `https://localhost:${await freePort()}/dir`, ACME_CA_FILE: ca_file },
  });
  const state = await orderFor(away, "away.example.org");
  expect(state?.error).toContain("the certificate authority is away");
  expect(state?.due_at).toEqual(new Date(away.clock.now().getTime() + 5 * MINUTE_MS));
  away.clock.set(new Date(away.clock.now().getTime() + 20 * MINUTE_MS));
  await away.runtime.jobs.runDue();
  const again = await readCertificate(away.runtime.database.sql, "away.example.org");
  expect(again?.due_at).toEqual(new Date(away.clock.now().getTime() + 10 * MINUTE_MS));
});

test("an answer that is no directory is told and nothing is kept", async () => {
  answer = () => new Response("<html>not an authority</html>", { headers: { "content-type": "text/html" } });
  const state = await orderFor(harness, "wrong.example.org");
  expect(state?.error).toBeString();
  expect(state?.expires_at).toBeNull();
  expect(await harness.rows("acme_challenges")).toEqual({ acme_challenges: 0 });
});

test("a file that holds no authorities stops the start and names the variable", async () => {
  const empty = join(folder, "empty.pem");
  writeFileSync(empty, "nothing\n");
  const opening = openHarness({ env: { HTTPS_PORT: "1", ACME_CA_FILE: empty } });
  await expect(opening).rejects.toThrow(`ACME_CA_FILE is "${empty}", which holds no certificates`);
});

test.each([
  [{ HTTPS_PORT: "8443", HTTP_PORT: "8443" }, "HTTP_PORT is 8443, as HTTPS_PORT is: give each a port of its own"],
  [{ HTTPS_PORT: "9464", METRICS_PORT: "9464" }, "HTTPS_PORT is 9464, as METRICS_PORT is: give each a port of its own"],
])("%o would mix two listeners and stops the start", async (env, message) => {
  await expect(openHarness({ env })).rejects.toThrow(message);
});

async function orderFor({ runtime, clock, person }: Harness, hostname: string) {
  const { workspace_id } = await person();
  await runtime.database.withTransaction((sql) => wantCertificate(sql, { hostname, workspace_id, now: clock.now() }));
  await runtime.jobs.runDue();
  return readCertificate(runtime.database.sql, hostname);
}

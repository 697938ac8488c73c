// The doctor against real servers, stores and databases:
// what it calls wrong, what it says to do, and that it changes nothing.
import { afterAll, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { environmentOf } from "../backup/stand.ts";
import { makeServerPlace } from "../faults/server_process.ts";
import { externalPostgres, findExternalPostgres } from "../harness/external_postgres.ts";
import { freePort } from "../harness/free_port.ts";
import { startS3 } from "../harness/s3_server.ts";
import { cloneServerDatabase } from "../harness/server_database.ts";
import { cloneDatabase } from "../harness/test_postgres.ts";

interface Finding {
  check: string;
  state: string;
  seen: string;
  fix: string | null;
}

const SECRET = "nPz5zQ0rT7kB2mWx9LcV4hYd8sJf1gQe";
const copy = await cloneServerDatabase();
const place = await makeServerPlace({ DATABASE_URL: copy.url, SECRET });
const server = await place.start();
afterAll(async () => {
  await server.stop();
  await copy.drop();
  place.remove();
});

/** What it finds with more environment, and its exit code. */
async function examine(env: Record<string, string> = {}): Promise<{ code: number; findings: Finding[]; text: string }> {
  const { code, stdout } = await place.callHere(["doctor", "--json"], env);
  const report: { ok: boolean; findings: Finding[] } = JSON.parse(stdout);
  expect(report.ok).toBe(code === 0);
  return { code, findings: report.findings, text: stdout };
}

async function find(check: string, env: Record<string, string> = {}): Promise<Finding | undefined> {
  const { findings } = await examine(env);
  return findings.find((finding) => finding.check === check);
}

async function listen(server: SMTPServer): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const listener = server.listen(0, "127.0.0.1", () => {
    const address = listener.address();
    resolve(address && typeof address === "object" ? address.port : 0);
  });
  return promise;
}

test("a healthy server has no failure, a line a check, and exit code 0", async () => {
  const { code, stdout } = await place.call(["doctor"]);
  expect(stdout).toMatch(/^ok {4}app host .* answers$/m);
  expect(stdout).toMatch(/^ok {4}content host .* answers$/m);
  expect(stdout).toMatch(/^ok {4}schema +up to date$/m);
  expect(stdout).toMatch(/^ok {4}blob store /m);
  expect(stdout).toMatch(/^warn {2}mail /m);
  expect(stdout).toEndWith("0 fail");
  expect(code).toBe(0);
});

test("a setting that cannot be used is the one finding, with its variable and the way out, and exit code 1", async () => {
  expect(await examine({ OIDC_ISSUER: "https://id.example.org" })).toMatchObject({
    code: 1,
    findings: [{ check: "configuration", state: "fail", seen: expect.stringContaining("OIDC_CLIENT_ID") }],
  });
  expect((await find("configuration", { QUOTA_NONSENSE: "5" }))?.seen).toContain("QUOTA_NONSENSE");
  expect((await find("configuration", { EDITION: "deluxe" }))?.seen).toContain("deluxe");
});

test("no finding shows a secret, a password or a key", async () => {
  const secrets = { smtp: "smtp-pass-word", s3: "s3-secret-key", db: "database-password" };
  const { text, code } = await examine({
    SMTP_URL: `smtp://user:${secrets.smtp}@127.0.0.1:1`,
    S3_BUCKET: "nobody",
    S3_ENDPOINT: "http://127.0.0.1:1",
    AWS_ACCESS_KEY_ID: "key",
    AWS_SECRET_ACCESS_KEY: secrets.s3,
    DATABASE_URL: `postgres://user:${secrets.db}@127.0.0.1:1/docsvc`,
  });
  expect(code).toBe(1);
  for (const secret of [...Object.values(secrets), SECRET]) expect(text).not.toContain(secret);
});

test("a secret that can be guessed or read by others fails", async () => {
  expect(await find("secret", { SECRET: "a".repeat(40) })).toMatchObject({ state: "fail" });
  expect(await find("secret")).toMatchObject({ state: "ok" });
  const folder = mkdtempSync(join(tmpdir(), "docsvc-test-doctor-"));
  writeFileSync(join(folder, "secret"), `${SECRET}\n`);
  chmodSync(join(folder, "secret"), 0o644);
  const found = await find("secret", { DATA_DIR: folder, SECRET: "" });
  expect(found).toMatchObject({ state: "fail", fix: `chmod 600 ${join(folder, "secret")}` });
  rmSync(folder, { recursive: true });
});

test("an empty place is looked at without making anything in it", async () => {
  const folder = join(tmpdir(), `docsvc-test-doctor-${process.pid}`);
  const { code, findings } = await examine({ DATA_DIR: folder, DATABASE_URL: "", SECRET: "" });
  expect(findings.filter((finding) => finding.seen.startsWith("none yet")).map(({ check }) => check)).toEqual([
    "secret",
    "database",
  ]);
  expect(code).toBe(0);
  expect(existsSync(folder)).toBeFalse();
});

test("a refusal is parted into what is wrong and what to do, whatever it names", async () => {
  expect(await find("configuration", { DATABASE_URL: "mysql://x" })).toMatchObject({
    seen: "DATABASE_URL is not a Postgres address",
    fix: "use postgres://user:password@host:5432/database",
  });
});

test("a file in place of DATA_DIR is told as one", async () => {
  const { code, findings } = await examine({ DATA_DIR: import.meta.path });
  expect(code).toBe(1);
  const told = {
    state: "fail",
    seen: `${import.meta.path} is no folder`,
    fix: expect.stringContaining("set DATA_DIR"),
  };
  expect(findings).toContainEqual({ check: "data folder", ...told });
  expect(findings).toContainEqual({ check: "blob store", ...told });
});

test("a database that does not answer fails with its reason", async () => {
  expect(await find("database", { DATABASE_URL: "postgres://u@127.0.0.1:1/d" })).toMatchObject({
    state: "fail",
    seen: expect.stringContaining("does not answer"),
  });
});

test("a database without tables is told to be migrated, stays without, and is up to date once it was", async () => {
  const empty = await cloneDatabase();
  expect(await find("schema", { DATABASE_URL: empty.url })).toMatchObject({
    state: "warn",
    seen: expect.stringContaining("migrations are due"),
    fix: expect.stringContaining("docsvc migrate"),
  });
  expect((await find("schema", { DATABASE_URL: empty.url }))?.state).toBe("warn");
  const { code, stdout } = await place.callHere(["migrate"], { DATABASE_URL: empty.url });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^the database is up to date for \w+/) });
  expect((await find("schema", { DATABASE_URL: empty.url }))?.state).toBe("ok");
  await empty.drop();
});

const bin = findExternalPostgres();
test.skipIf(bin === null)("a database whose locale does not know letters fails, each fault on its line", async () => {
  const plain = await (await externalPostgres(bin!)).createDatabase({ locale: "C" });
  const { findings, code } = await examine({ DATABASE_URL: plain.url });
  expect(findings.find((finding) => finding.check === "letters beyond ASCII")).toMatchObject({
    state: "fail",
    fix: expect.stringContaining("createdb"),
  });
  expect(findings.find((finding) => finding.check === "schema")?.state).toBe("warn");
  expect(code).toBe(1);
  await plain.drop();
});

test("a bucket is tried, and one that wants the other address style is told so", async () => {
  const s3 = await startS3();
  // With a bare address the SDK takes the path whatever it is told.
  const env = { ...environmentOf(s3.config), S3_ENDPOINT: s3.config.endpoint!.replace("127.0.0.1", "localhost") };
  expect(await find("blob store", env)).toMatchObject({ state: "ok" });
  expect(await find("blob store", { ...env, S3_FORCE_PATH_STYLE: "false" })).toMatchObject({
    state: "fail",
    fix: "set S3_FORCE_PATH_STYLE=true",
  });
  expect(await find("blob store", { ...env, S3_BUCKET: "another" })).toMatchObject({
    state: "fail",
    seen: expect.stringContaining("another"),
  });
  await s3.stop();
});

test("a mail server is signed in to, and a wrong password fails", async () => {
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ password }, _session, done) => done(password === "right" ? null : new Error("no"), { user: "user" }),
  });
  const port = await listen(smtp);
  expect(await find("mail", { SMTP_URL: `smtp://user:right@127.0.0.1:${port}` })).toMatchObject({ state: "ok" });
  expect(await find("mail", { SMTP_URL: `smtp://user:wrong@127.0.0.1:${port}` })).toMatchObject({ state: "fail" });
  smtp.close();
});

test("addresses that lead to the wrong host, to another program or to nobody fail with what was heard", async () => {
  const swapped = { BASE_URL: `http://127.0.0.1:${place.port}`, CONTENT_URL: place.base_url };
  expect(await find("app host", swapped)).toMatchObject({
    state: "fail",
    seen: expect.stringContaining("is answered by the content host"),
  });
  const strange = { CONTENT_URL: `http://127.0.0.2:${place.port}` };
  expect((await find("content host", strange))?.seen).toContain(`under the name "127.0.0.2:${place.port}"`);
  const other = Bun.serve({ port: 0, fetch: () => new Response("hello") });
  const redirect = Bun.serve({ port: 0, fetch: () => Response.redirect("https://docs.example.org/healthz", 301) });
  expect((await find("app host", { BASE_URL: `http://localhost:${other.port}` }))?.seen).toContain("another program");
  expect((await find("app host", { BASE_URL: `http://localhost:${redirect.port}` }))?.fix).toContain(
    "BASE_URL=https://docs.example.org",
  );
  expect((await find("app host", { BASE_URL: `https://localhost:${place.port}` }))?.seen).toContain("certificate");
  expect(await find("app host", { BASE_URL: "http://localhost:1" })).toMatchObject({
    state: "fail",
    fix: expect.stringContaining(`runs on port ${place.port}`),
  });
  await Promise.all([other.stop(true), redirect.stop(true)]);
});

test("without a server its addresses are a warning", async () => {
  expect(await find("app host", { PORT: String(await freePort()) })).toMatchObject({
    state: "warn",
    seen: expect.stringContaining("no server runs"),
  });
});

// The pages of single sign-on in a real browser:
// a test that passes and one that fails, the way from the sign-in page, a move, a provider that is away.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { proveByOperator } from "../../plugins/email_domains/port.ts";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import { makeCertificate } from "../harness/certificate.ts";
import { startRealProvider } from "../signin/real_provider.ts";

const tls = makeCertificate("localhost");
const folder = mkdtempSync(join(tmpdir(), "docsvc-ca-"));
writeFileSync(join(folder, "ca.pem"), tls.cert);
const { runtime: h, browser } = await openListeningServer({
  SSO_ALLOW: "localhost",
  SSO_CA_FILE: join(folder, "ca.pem"),
  QUOTA_LOGIN: "1000",
});
const provider = await startRealProvider({ redirect_uri: `${h.base_url}/auth/sso/callback`, tls });
const { sql } = h.runtime.database;
let isAway = false;
afterAll(async () => {
  if (!isAway) await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

test("an owner tries the provider, people are led there by their address, one is asked before a move, and one is told that it is away", async () => {
  const as = await h.person({ role: "owner", email: "olga@berg.example" });
  await sql`update workspaces set name = 'Bergwerk und Söhne' where workspace_id = ${as.workspace_id}`;
  await proveByOperator(h.runtime, sql, { workspace_id: as.workspace_id, domain: "berg.example", now: h.clock.now() });
  await h.person({ role: "member", workspace_id: as.workspace_id, email: "mia@hut.example" });
  const { issuer, client_id, client_secret } = provider;
  const json = { issuer, client_id, client_secret, domains: ["berg.example", "hut.example"] };
  expect((await h.call("PUT /api/sso", { as, with_cookie: true, json })).status).toBe(200);

  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of")) complaints.push(message.text());
  });
  await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/app/);

  const begin = async () => (await h.call("POST /api/sso/test", { as })).body.url as string;
  provider.signInAs({ sub: "olga", email: "olga@berg.example", email_verified: true, name: "Olga Berger" });
  await page.goto(await begin());
  await page.getByRole("heading", { name: "The test passed" }).waitFor();
  expect(await page.getByText("Olga Berger").count()).toBe(1);
  expect(await page.getByText("hut.example").count()).toBe(1);
  await look(page, "sso-test-passed");
  await context.clearCookies({ domain: "localhost", name: "_session" });
  provider.signInAs({ sub: "stray", email: "olga@elsewhere.example", email_verified: true });
  await page.goto(await begin());
  await page.getByRole("heading", { name: "The test failed" }).waitFor();
  await look(page, "sso-test-failed");

  // Whose session is there is asked before another's takes its place, and may leave it.
  await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/app/);
  await context.clearCookies({ domain: "localhost", name: "_session" });
  provider.signInAs({ sub: "pia", email: "pia@berg.example", email_verified: true });
  await page.goto(`${h.base_url}/auth/sso/${as.workspace}`);
  await page.getByRole("heading", { name: "Sign in as pia@berg.example?" }).waitFor();
  await look(page, "sso-switch");
  await page.getByRole("link", { name: "Stay as you are" }).click();
  await page.waitForURL(/\/app/);
  expect(await sql`select from users where email = 'pia@berg.example'`).toHaveLength(0);

  // By keyboard, from the sign-in page through the provider into the app.
  const visitor = await browser.newContext({ ignoreHTTPSErrors: true });
  const theirs = await visitor.newPage();
  theirs.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of")) complaints.push(message.text());
  });
  provider.signInAs({ sub: "nora", email: "nora@berg.example", email_verified: true });
  await theirs.goto(`${h.base_url}/auth/login`);
  await theirs.getByLabel("E-mail").fill("nora@berg.example");
  await theirs.keyboard.press("Enter");
  await theirs.waitForURL(/\/app/);
  expect(await theirs.getByText("Bergwerk und Söhne").count()).toBeGreaterThan(0);

  const writer = await h.person({ role: "owner", email: "udo@berg.example" });
  await h.call("POST /api/docs", { as: writer, json: { html: "<p>Mine</p>" } });
  provider.signInAs({ sub: "udo", email: "udo@berg.example", email_verified: true });
  const moving = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await moving.goto(`${h.base_url}/auth/sso/${as.workspace}`);
  await moving.getByRole("heading", { name: "Join Bergwerk und Söhne?" }).waitFor();
  await look(moving, "sso-decision");
  await moving.getByRole("button", { name: "Leave and join" }).click();
  await moving.waitForURL(/\/app/);

  await provider.close();
  isAway = true;
  await sql`update sso_configs set version = version + 1`;
  const left = await (await browser.newContext()).newPage();
  await left.goto(`${h.base_url}/auth/sso/${as.workspace}`);
  await left.getByRole("heading", { name: "Back in a moment" }).waitFor();
  await look(left, "sso-away");
  // The page on the way goes on by itself; without its header it stays.
  await left.route("**/auth/login", async (route) => {
    const response = await route.fetch();
    const { refresh: _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await left.goto(`${h.base_url}/auth/login`);
  await left.getByLabel("E-mail").fill("nora@berg.example");
  await left.keyboard.press("Enter");
  await left.getByRole("link", { name: "Continue" }).waitFor();
  await look(left, "sso-route");
  expect(complaints).toEqual([]);
});

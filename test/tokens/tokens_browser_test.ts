// Tokens in a real browser: made, copied and revoked by keyboard, and the same without script on a phone.
import { expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import type { Person } from "../harness/harness.ts";

const { runtime: server, browser } = await openListeningServer();
const PATH = "/app/settings/me/tokens";

/** The page of tokens of somebody who signed in, with every complaint of the browser's. */
async function open(
  person: Person,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.base_url });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const { sql } = server.runtime.database;
  const link = { user_id: person.user_id, now: server.clock.now() };
  await page.goto(await server.runtime.use(signinPort).createLoginLink(sql, link));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${server.base_url}/app`);
  await page.goto(server.base_url + PATH);
  return { page, complaints };
}

test("a token is made, copied and revoked by keyboard", async () => {
  const person = await server.person();
  const { page, complaints } = await open(person);
  await page.getByLabel("Name").fill("build server");
  await page.keyboard.press("Enter");
  await page.getByText("Your new token.").waitFor();
  await page.getByRole("button", { name: "Copy" }).press("Enter");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  const headers = { authorization: `Bearer ${token}` };
  expect((await server.call("GET /api/me", { headers })).body.email).toBe(person.email);
  await look(page, "tokens");
  await page.getByLabel("Revoke build server…").press("Enter");
  await look(page, "tokens-revoke");
  await page.getByRole("button", { name: "Revoke", exact: true }).press("Enter");
  await page.getByText("“build server” is revoked.").waitFor();
  expect(await page.getByLabel("Revoke build server…").count()).toBe(0);
  expect((await server.call("GET /api/me", { headers })).status).toBe(401);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("without script and on a phone the same forms make and revoke a token, and the menu unfolds", async () => {
  const person = await server.person();
  const { page, complaints } = await open(person, { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  await page.getByLabel("Name").fill("x".repeat(100));
  await page.getByRole("button", { name: "Make token" }).click();
  const token = await page.getByLabel("Your new token.").inputValue();
  expect(token).toStartWith("dsk_");
  expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
  await page.getByLabel(`Revoke ${"x".repeat(100)}…`).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("is revoked.").waitFor();
  await page.getByText("Other settings").click();
  await page.locator("details").getByRole("link", { name: "Tokens" }).click();
  expect(page.url()).toBe(server.base_url + PATH);
  expect(complaints).toEqual([]);
  await page.context().close();
});

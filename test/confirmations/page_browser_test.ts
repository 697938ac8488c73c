// The page on which owners confirm what waits, in a real browser:
// a provider, a role, and the page of a provider that is another one now.
import { expect, test } from "bun:test";
import { proveByOperator } from "../../plugins/email_domains/port.ts";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";

const { runtime: h, browser } = await openListeningServer({ QUOTA_LOGIN: "1000" });
const { sql } = h.runtime.database;

test("an owner sees what a token set, confirms one thing and discards another by keyboard, and an admin may only look", async () => {
  const as = await h.person({ role: "owner", email: "olga@berg.example" });
  const member = await h.person({ role: "member", workspace_id: as.workspace_id, email: "mia@berg.example" });
  await proveByOperator(h.runtime, sql, { workspace_id: as.workspace_id, domain: "berg.example", now: h.clock.now() });
  const config = { client_id: "docs", client_secret: "a secret", domains: ["berg.example"] };
  const set = (issuer: string, with_cookie = false) =>
    h.call("PUT /api/sso", { as, with_cookie, json: { ...config, issuer }, headers: { origin: h.base_url } });
  expect((await set("https://login.berg.example", true)).body.sso.status).toBe("confirmed");
  expect((await set("https://login.somebody-else-with-a-long-name.example/tenants/7")).body.waiting).not.toBeNull();
  await h.call(`PATCH /api/members/${member.user_id}`, { as, json: { role: "admin" } });

  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`${h.base_url}/auth/confirmations`);
  expect(new URL(page.url()).pathname).toBe("/auth/login");
  const enter = async (user_id: number) => {
    await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id, now: h.clock.now() }));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/(app|auth\/confirmations)/);
    await page.goto(`${h.base_url}/auth/confirmations`);
  };
  await enter(member.user_id);
  await page.getByText("An owner decides").waitFor();
  expect(await page.getByRole("button").count()).toBe(0);
  await enter(as.user_id);
  await page.getByText("login.berg.example signs in people of berg.example").waitFor();
  await look(page, "confirmations");
  await page.getByRole("button", { name: "Discard" }).press("Enter");
  await page.getByText("signs in people of berg.example").first().waitFor();
  await page.getByRole("button", { name: "Confirm that mia@berg.example is admin" }).press("Enter");
  await page.getByText("Nothing waits.").waitFor();
  await look(page, "confirmations-none");
  expect(await h.rows("waiting_settings", "unconfirmed_roles")).toEqual({ waiting_settings: 0, unconfirmed_roles: 0 });
  expect(complaints).toEqual([]);
  await context.close();
});

// The audit page in a real browser:
// filters and older rows without script, what others wrote as text alone, in every look.
import { expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";

const { runtime: h, browser } = await openListeningServer();
const { sql } = h.runtime.database;

test("an owner filters, goes on to older rows and takes the file; a member sees their own; nobody's script runs", async () => {
  const owner = await h.person();
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await h.call("POST /api/groups", { as: owner, json: { name: `<img src=x onerror="document.title='run'">` } });
  for (let n = 1; n <= 55; n++) await h.call("POST /api/docs", { as: owner, json: { html: "x", title: `Plan ${n}` } });
  await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id: owner.user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/app/);
  await page.goto(`${h.base_url}/auth/audit`);
  expect(await page.locator("tbody tr").count()).toBe(50);
  await page.getByRole("link", { name: "Older" }).click();
  expect(await page.locator("tbody tr").count()).toBe(7);
  await page.getByLabel("Action").fill("group.*");
  await page.getByLabel("From").fill("2026-03-01");
  await page.getByRole("button", { name: "Filter" }).press("Enter");
  await page.waitForURL(/action=group/);
  expect(await page.locator("tbody tr").count()).toBe(1);
  expect(await page.locator("tbody code").first().textContent()).toBe("group.create");
  await page.getByText("Details").click();
  await look(page, "audit");
  expect(await page.getByLabel("Action").inputValue()).toBe("group.*");
  expect(await page.getByRole("link", { name: "Download as CSV" }).getAttribute("href")).toBe(
    "/api/audit/export.csv?action=group.*&from=2026-03-01",
  );
  expect(await page.title()).toBe("Audit log · docsvc");
  await page.getByRole("link", { name: "Clear" }).click();
  expect(await page.locator("tbody tr").count()).toBe(50);
  expect(complaints).toEqual([]);
  await context.close();
});

test("who is not signed in is led to sign in and back, a token is not enough, and a plan without it is a page that says so", async () => {
  const owner = await h.person({ plan: "team" });
  const headers = { accept: "text/html" };
  const away = await h.call("GET /auth/audit?action=doc.*");
  expect([away.status, away.headers.get("location")]).toEqual([
    302,
    "/auth/login?next=%2Fauth%2Faudit%3Faction%3Ddoc.*",
  ]);
  expect((await h.call("GET /auth/audit", { as: owner })).status).toBe(302);
  const refused = await h.call("GET /auth/audit", { as: owner, with_cookie: true, headers });
  expect([refused.status, refused.body]).toEqual([
    402,
    expect.stringContaining("The audit log needs the Business plan"),
  ]);
  const wrong = await h.call("GET /auth/audit?from=soon", { as: owner, with_cookie: true, headers });
  expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining("is no time")]);
});

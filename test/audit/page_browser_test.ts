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
  await page.goto(`${h.base_url}/auth/audit?actor=${owner.email}`);
  expect(page.url()).toBe(`${h.base_url}/app/settings/company/audit?actor=${owner.email}`);
  const rows = page.locator("tbody tr");
  expect(await rows.count()).toBe(50);
  await page.getByText("published Plan 55").waitFor();
  await page.getByRole("link", { name: "Older" }).click();
  await page.getByRole("link", { name: "Newest" }).waitFor();
  expect(await rows.count()).toBe(7);
  await page.getByLabel("Did").selectOption({ label: "made the group …" });
  await page.getByLabel("From").fill("2026-03-01");
  await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
  await page.waitForURL(/action=group/);
  await page.getByText(`made the group <img src=x onerror="document.title='run'">`).waitFor();
  expect(await rows.count()).toBe(1);
  await page.getByText("group.create", { exact: true }).press("Enter");
  await look(page, "audit");
  const file = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
  expect(file).toBe(
    `/api/audit/export.csv?action=group.create&actor=${encodeURIComponent(owner.email)}&from=2026-03-01`,
  );
  expect(await page.title()).toStartWith("Audit · ");
  await page.getByRole("link", { name: "Show everything" }).click();
  await page.getByText("published Plan 55").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("who is not signed in is led to sign in and back, a token is not enough, and a plan without it is a page that says so", async () => {
  const owner = await h.person({ plan: "team" });
  const headers = { accept: "text/html" };
  const former = await h.call("GET /auth/audit?action=doc.*");
  expect([former.status, former.headers.get("location")]).toEqual([301, "/app/settings/company/audit?action=doc.*"]);
  const away = await h.call("GET /app/settings/company/audit?action=doc.*");
  expect([away.status, away.headers.get("location")]).toEqual([
    302,
    "/auth/login?next=%2Fapp%2Fsettings%2Fcompany%2Faudit%3Faction%3Ddoc.*",
  ]);
  expect((await h.call("GET /app/settings/company/audit", { as: owner })).status).toBe(302);
  const refused = await h.call("GET /app/settings/company/audit", { as: owner, with_cookie: true, headers });
  expect([refused.status, refused.body]).toEqual([
    402,
    expect.stringContaining("The audit log is not among what this workspace may use; ask whoever runs this server."),
  ]);
  const wrong = await h.call("GET /app/settings/company/audit?from=soon", { as: owner, with_cookie: true, headers });
  expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining("is no time")]);
});

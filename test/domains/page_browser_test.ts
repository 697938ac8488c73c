// The page of custom domains in a real browser:
// a name registered, its records copied, checked, served, chosen and removed, in every look.
import { expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import { openDomainsServer } from "./domains_server.ts";

const HOST = "docs.berg.example";
let browser: Browser | null = null;
const h = await openDomainsServer([HOST], {
  open: async (env) => {
    const listening = await openListeningServer(env);
    browser = listening.browser;
    return listening.runtime;
  },
});

test("an owner registers a name, copies its records, has it served and gives links out with it, by keyboard", async () => {
  if (!browser) throw new Error("no browser is open");
  const as = await h.person({ email: "olga@berg.example" });
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`${h.base_url}/auth/domains`);
  expect(new URL(page.url()).pathname).toBe("/auth/login");
  await page.goto(await h.runtime.use(signinPort).createLoginLink(h.sql, { user_id: as.user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${h.base_url}/app/settings/company/domains`);
  await look(page, "domains-none");
  await page.getByLabel("Host name").fill("Docs.Berg.Example");
  await page.getByRole("button", { name: "Add" }).press("Enter");
  const domain = page.locator("main li.card").filter({ hasText: HOST });
  await domain.getByText("Waiting for its records").waitFor();

  const known = await h.read(as, HOST);
  const value = domain.locator(".copy").filter({ has: page.getByLabel("Value of the TXT record") });
  await value.getByRole("button").press("Enter");
  await value.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(known.records[1].value);
  await domain.getByRole("button", { name: `Check now: ${HOST}` }).press("Enter");
  await domain.getByText(`${HOST} leads nowhere`).waitFor();
  await look(page, "domains-pending");

  h.setRecords(known);
  await domain.getByRole("button", { name: `Check now: ${HOST}` }).press("Enter");
  await domain.getByText("Getting its certificate").waitFor();
  await look(page, "domains-issuing");
  // Nobody presses anything: the page looks again by itself.
  await h.runtime.jobs.runDue();
  await domain.getByText("Active", { exact: true }).waitFor();
  await page.getByText(`New links begin with https://${HOST}`).waitFor();
  await look(page, "domains-active");

  await page.getByRole("button", { name: /^Use .* instead$/ }).press("Enter");
  await page.getByText(`New links begin with ${h.content_url}`).waitFor();
  await domain.getByRole("button", { name: `Use for links: ${HOST}` }).press("Enter");
  await page.getByText(`New links begin with https://${HOST}`).waitFor();
  await domain.getByText("Remove…").press("Enter");
  await domain.getByRole("button", { name: `Remove ${HOST}`, exact: true }).press("Enter");
  await domain.waitFor({ state: "detached" });
  expect(await h.rows("custom_domains")).toEqual({ custom_domains: 0 });
  expect(complaints).toEqual([]);
  await context.close();
});

test("what cannot be registered is said on a page, members are refused, and a form from elsewhere does nothing", async () => {
  const as = await h.person();
  const member = await h.person({ role: "member", workspace_id: as.workspace_id });
  const form = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
  const send = (who: typeof as, hostname: string, origin = h.base_url) =>
    h.call("POST /app/do/domain.add", {
      as: who,
      with_cookie: true,
      body: new URLSearchParams({ hostname, "~back": "/app/settings/company/domains" }).toString(),
      headers: { ...form, origin },
    });
  const apex = await send(as, "berg.example");
  expect([apex.status, apex.body]).toEqual([400, expect.stringContaining("apex domain")]);
  expect(apex.body).toContain('value="berg.example"');
  expect((await send(member, "docs.berg.example")).status).toBe(403);
  expect((await send(as, "docs.berg.example", "https://elsewhere.example")).status).toBe(403);
  expect(
    (await h.call("GET /app/settings/company/domains", { as: member, with_cookie: true, headers: form })).status,
  ).toBe(403);
  expect(await h.rows("custom_domains")).toEqual({ custom_domains: 0 });
});

test("on the Free plan the page says that there can be none, of plans nothing where none are sold, and shows no form", async () => {
  const as = await h.person({ plan: "free" });
  const { status, body } = await h.call("GET /app/settings/company/domains", { as, with_cookie: true });
  expect([status, body]).toEqual([200, expect.stringContaining("This workspace can have no custom domains.")]);
  expect(body).not.toContain('name="hostname"');
  expect(body).not.toMatch(/\bplan\b/i);
});

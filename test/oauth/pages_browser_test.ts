// The consent and connection pages in a real browser:
// by keyboard, without script, in every look, and through the form's policy to the client.
import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openBrowser } from "../browser/browser.ts";
import { look } from "../browser/looks.ts";
import type { Person } from "../harness/harness.ts";
import { exchange, openOauthServer, REDIRECT, request } from "./oauth_server.ts";

const runtime = await openOauthServer();
const { h } = runtime;
/** The client's own server: its callback leads on to another origin, as hosted clients do. */
const client: Bun.Server<undefined> = Bun.serve({
  port: 0,
  fetch: (asked): Response => {
    const url = new URL(asked.url);
    if (url.pathname === "/done") return new Response("<h1>Done</h1>", { headers: { "content-type": "text/html" } });
    return Response.redirect(`http://127.0.0.1:${client.port}/done${url.search}`, 302);
  },
});
const callback = `http://localhost:${client.port}/callback`;
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await client.stop(true);
  await runtime.close();
});

async function openPage() {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return { page, complaints, context };
}

async function signIn(page: Page, person: Person, { leadsTo = /\/app/ } = {}): Promise<void> {
  const { sql } = h.runtime.database;
  const link = await h.runtime.use(signinPort).createLoginLink(sql, { user_id: person.user_id, now: h.clock.now() });
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(leadsTo);
}

function addressOf(asked: Record<string, string | null>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== null) search.set(name, value);
  return `${runtime.origin}/oauth/authorize?${search}`;
}

test("a program whose name is one long word pushes nothing of what is agreed to out of sight", async () => {
  const { page, context } = await openPage();
  await signIn(page, await h.person());
  const id = await runtime.client("x".repeat(90), [callback]);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(addressOf({ ...request(id, runtime.pkce().challenge), redirect_uri: callback }));
  await page.getByRole("heading", { name: "Connect x" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await context.close();
});

test("a person consents by keyboard, narrows, and lands at the client over its own redirect", async () => {
  const person = await h.person();
  const { page, complaints, context } = await openPage();
  await signIn(page, person);
  const { verifier, challenge } = runtime.pkce();
  const id = await runtime.client("Claude Code", [callback]);
  await page.goto(addressOf({ ...request(id, challenge), redirect_uri: callback }));
  await page.getByRole("heading", { name: "Connect Claude Code?" }).waitFor();
  await look(page, "consent");
  await page.getByText("Limit what it may do").press("Enter");
  await page.getByLabel("Only read").check();
  await page.getByLabel("Only these").check();
  await page.getByLabel("Members, groups and settings").uncheck();
  await page.getByLabel("How openly may it publish?").selectOption({ label: "Your workspace at most" });
  await look(page, "consent-limits");
  await page.getByLabel("Stay connected for").selectOption({ label: "7 days" });
  await page.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  await page.waitForURL(/\/done/);
  const code = new URL(page.url()).searchParams.get("code") ?? "";
  const given = await runtime.token({ ...exchange(id, code, verifier), redirect_uri: callback });
  expect(given.body.expires_in).toBe(7 * 86_400);
  const { connections } = (await h.call("GET /api/connections", { as: person })).body;
  expect(connections[0]).toMatchObject({ read_only: true, max_visibility: "workspace" });
  expect(connections[0].toolsets).not.toContain("admin");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a person limits a connection to roots by keyboard, among many, and narrows it on its page", async () => {
  const person = await h.person({ plan: "enterprise" });
  for (let number = 1; number <= 40; number++) {
    const name = number === 7 ? `Handbook ${"ofaverylongname".repeat(6)}` : `Team ${number}`;
    await h.call("POST /api/roots", { as: person, json: { name } });
  }
  const { roots } = (await h.call("GET /api/roots", { as: person })).body;
  const idOf = (name: string) => String(roots.find((root: { name: string }) => root.name === name).id);
  const { page, complaints, context } = await openPage();
  await signIn(page, person);
  const { verifier, challenge } = runtime.pkce();
  const id = await runtime.client("Claude Code", [callback]);
  await page.goto(addressOf({ ...request(id, challenge), redirect_uri: callback }));
  await page.getByText("Limit what it may do").press("Enter");
  // The arrow keys of a group of radio buttons, then Tab into the list and the space bar.
  await page.getByLabel("Everywhere").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  expect(await page.getByLabel("My documents").isChecked()).toBe(true);
  await page.getByLabel("Team 40").press("Space");
  await page.getByLabel("Team 40").scrollIntoViewIfNeeded();
  const box = await page.locator(".roots").boundingBox();
  expect(box?.height).toBeLessThan(300);
  await look(page, "consent-roots");
  await page.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  await page.waitForURL(/\/done/);
  const code = new URL(page.url()).searchParams.get("code") ?? "";
  const given = await runtime.token({ ...exchange(id, code, verifier), redirect_uri: callback });
  const headers = { authorization: `Bearer ${given.body.access_token}` };
  const seen = (await h.call("GET /api/roots", { headers })).body.roots;
  expect(seen.map((root: { id: number }) => String(root.id))).toEqual([idOf("Team 40")]);
  await page.goto(`${runtime.origin}/auth/connections`);
  expect(page.url()).toBe(`${runtime.origin}/app/settings/me/connections`);
  await page.getByText("In My documents, Team 40").waitFor();
  await page.locator("summary", { hasText: "Change Claude Code" }).press("Enter");
  await page.getByRole("checkbox", { name: "My documents" }).press("Space");
  await look(page, "connections-roots");
  await page.getByRole("button", { name: "Save" }).locator("visible=true").press("Enter");
  await page.getByText("In Team 40").waitFor();
  expect((await h.call("POST /api/docs", { headers, json: { html: "x" } })).status).toBe(403);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a person who has consented comes through sign-in straight to the client", async () => {
  const person = await h.person();
  const id = await runtime.client("Claude Code", [callback, REDIRECT]);
  await runtime.connect(person, { client_id: id });
  const { page, complaints, context } = await openPage();
  await page.goto(addressOf({ ...request(id, runtime.pkce().challenge), redirect_uri: callback }));
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(page, person, { leadsTo: /\/done/ });
  expect(new URL(page.url()).searchParams.get("state")).toBe("st4te");
  expect(complaints).toEqual([]);
  await context.close();
});

test("an app's own scheme leaves a page that says what happened", async () => {
  const person = await h.person();
  const { page, complaints, context } = await openPage();
  await signIn(page, person);
  const uri = "cursor://anysphere.cursor-retrieval/oauth/callback";
  const id = await runtime.client("Cursor", [uri]);
  await page.goto(addressOf({ ...request(id, runtime.pkce().challenge), redirect_uri: uri }));
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("heading", { name: "Cursor is connected" }).waitFor();
  expect(await page.getByRole("link", { name: "Go on" }).getAttribute("href")).toStartWith(`${uri}?code=`);
  await look(page, "consent-done");
  expect(complaints.filter((text) => /content security policy/i.test(text))).toEqual([]);
  await context.close();
});

test("the connections page narrows, renames and disconnects", async () => {
  const person = await h.person();
  const { page, complaints, context } = await openPage();
  await signIn(page, person);
  await page.goto(`${runtime.origin}/auth/connections`);
  await page.getByRole("heading", { name: "Nothing is connected yet" }).waitFor();
  await look(page, "connections-empty");
  const by = await runtime.connect(person, { choice: { tools: "some", toolset: ["docs", "files"] } });
  await runtime.connect(person, { client_id: await runtime.client(`Agent ${"withaverylongname".repeat(5)}`) });
  await page.reload();
  await look(page, "connections");
  await page.locator("summary", { hasText: "Change Probe" }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).locator("visible=true").fill("Laptop");
  await page.getByLabel("It only reads").locator("visible=true").check();
  await look(page, "connections-change");
  await page.getByRole("button", { name: "Save" }).locator("visible=true").click();
  await page.getByRole("listitem").filter({ hasText: "Laptop" }).first().waitFor();
  const headers = { authorization: `Bearer ${by.access_token}` };
  expect((await h.call("POST /api/docs", { headers, json: { html: "x" } })).status).toBe(403);
  await page.locator("summary", { hasText: "Disconnect" }).and(page.getByLabel("Disconnect Laptop")).press("Enter");
  await page.getByRole("button", { name: "Disconnect", exact: true }).locator("visible=true").press("Enter");
  await page.getByText("“Laptop” is disconnected.").waitFor();
  expect(await runtime.holds(by.access_token)).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});

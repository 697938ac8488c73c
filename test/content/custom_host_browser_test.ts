// Documents on a workspace's own domain in a real browser, by https:
// what only members read opens with all its parts, signed in on the app host.
import { expect, test } from "bun:test";
import { openSite, REPORT, readReport, reportFiles } from "../browser/published_site.ts";
import { lastLink } from "../signin/mailbox.ts";
import { toyDomains, toyDomainsEntry } from "../toys/domains.ts";
import { ANNAS, EVES } from "./domain_server.ts";

const domains = toyDomains();
const site = await openSite({ names: [ANNAS, EVES], extra: [{ plugin: domains.plugin, entry: toyDomainsEntry }] });
const { anna, eve } = site;
domains.give(ANNAS, anna.workspace_id);
domains.give(EVES, eve.workspace_id);

const PASSWORD = "correct horse battery";
const WHOLE = {
  colour: "rgb(1, 2, 3)",
  font: "loaded",
  picture: true,
  classic: "classic ran",
  module: "module greets its data",
  origin: "null",
};
const files = await reportFiles();
const cookieNames = async (context: Awaited<ReturnType<typeof site.profile>>, origin: string) =>
  (await context.cookies(origin)).map(({ name }) => name);

test("a restricted page shows its style, scripts, data, picture and font, goes to its second page and back, and reloads", async () => {
  const document = await site.publish({ html: REPORT }, files);
  expect(document.url).toStartWith(`https://${ANNAS}/d/`);
  const context = await site.profile({ person: anna });
  const page = await context.newPage();
  await page.goto(document.url);
  expect(await readReport(page)).toEqual(WHOLE);
  expect(new URL(page.url()).host).toBe(ANNAS);
  await page.getByRole("link", { name: "The second page" }).click();
  await page.getByRole("heading", { name: "Second" }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Back to the report" }).click();
  expect(await readReport(page)).toEqual(WHOLE);
  expect(await cookieNames(context, document.url)).toContain("__Host-docsvc_viewer");
  for (const origin of [site.content_url, `https://${EVES}`]) {
    expect([origin, await cookieNames(context, origin)]).toEqual([
      origin,
      expect.not.arrayContaining(["__Host-docsvc_viewer"]),
    ]);
  }
  const stranger = await (await site.profile()).newPage();
  await stranger.goto(page.url());
  expect(new URL(stranger.url()).pathname).toBe("/auth/login");
  for (const one of [context, stranger.context()]) await one.close();
});

test("somebody who has to sign in first comes from the button of the mailed link to the page on the domain", async () => {
  const document = await site.publish({ html: REPORT }, files);
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(document.url);
  await page.getByLabel("E-mail").fill(anna.email);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Ask for your link" }).waitFor();
  await page.goto((await lastLink(site.runtime)).href);
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(await readReport(page)).toEqual(WHOLE);
  expect(new URL(page.url()).host).toBe(ANNAS);
  await context.close();
});

test("a person types the password on the domain and reads the page with everything in it", async () => {
  const guarded = await site.publish({ html: REPORT, visibility: "password", password: PASSWORD }, files);
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(`${guarded.url}~unlock`);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/~[^/]{30,}\//);
  expect(await readReport(page)).toEqual(WHOLE);
  await context.close();
});

test("a page that the service made loads its script and formulas from the domain, within its policy", async () => {
  const markdown = "# Code\n\n$$a^2$$\n\n```js\nlet x = 1;\n```\n\nSee [[notes]].\n";
  const document = await site.publish({ html: undefined, markdown });
  const context = await site.profile({ person: anna });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  const hosts = new Set<string>();
  const assets: string[] = [];
  await page.goto(document.url);
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  page.on("requestfinished", (request) => assets.push(new URL(request.url()).pathname));
  await page.reload();
  await page.locator(".katex, .math, math").first().waitFor();
  expect([...hosts]).toEqual([ANNAS]);
  expect(assets.filter((path) => path.startsWith("/assets/")).length).toBeGreaterThan(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a page on one workspace's domain reads nothing of another's, signed in as somebody who may", async () => {
  const secret = await site.publish({ html: "<p>secret</p>" });
  const spy = `<!doctype html><output></output><script>
    fetch(${JSON.stringify(secret.url)}, { credentials: "include" }).then((r) => r.text(), (e) => "refused").then((t) => {
      document.querySelector("output").textContent = t.includes("secret") ? "read" : "nothing";
    });</script>`;
  const made = await site.call("POST /api/docs", { as: eve, json: { html: spy, visibility: "unlisted" } });
  expect(made.body.url).toStartWith(`https://${EVES}/d/`);
  const context = await site.profile({ person: anna });
  const page = await context.newPage();
  await page.goto(secret.url);
  await page.getByText("secret").waitFor();
  await page.goto(made.body.url);
  await page.getByText("nothing").waitFor();
  const framed = await page.goto(`https://${EVES}${new URL(secret.url).pathname}`);
  expect(framed?.status()).toBe(404);
  await context.close();
});

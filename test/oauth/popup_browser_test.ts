// Windows that open windows:
// a program's pop-up comes back from consent to whoever opened it, and no other page of the app can be held on to.
import { afterAll, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openBrowser } from "../browser/browser.ts";
import { until } from "../harness/until.ts";
import { openOauthServer, request } from "./oauth_server.ts";

const runtime = await openOauthServer();
const { h, origin } = runtime;

/** A site of another origin: its first page opens windows, its callback tells the opener what it got. */
const PAGES: Record<string, string> = {
  "/": "<h1>Program</h1><script>onmessage = (event) => { document.title = event.data }</script>",
  "/callback": "<script>opener?.postMessage('code ' + new URL(location.href).searchParams.has('code'), '*')</script>",
};
const site = Bun.serve({
  port: 0,
  fetch: (asked) => {
    const page = PAGES[new URL(asked.url).pathname];
    return new Response(page ?? "not here", { headers: { "content-type": "text/html" }, status: page ? 200 : 404 });
  },
});
const callback = `http://localhost:${site.port}/callback`;
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await site.stop(true);
  await runtime.close();
});

async function signInLink(): Promise<string> {
  const { user_id } = await h.person();
  return h.runtime.use(signinPort).createLoginLink(h.runtime.database.sql, { user_id, now: h.clock.now() });
}

/** The site's page, and the window that it opens. */
async function openWindow(context: BrowserContext, address: string): Promise<{ opener: Page; popup: Page }> {
  const opener = await context.newPage();
  await opener.goto(`http://127.0.0.1:${site.port}/`);
  const [popup] = await Promise.all([
    context.waitForEvent("page"),
    opener.evaluate(
      (url) => void Object.assign(globalThis, { popup: window.open(url, "_blank", "width=500,height=700") }),
      address,
    ),
  ]);
  return { opener, popup };
}

const isSevered = (opener: Page) => opener.evaluate(() => (globalThis as { popup?: Window }).popup?.closed);

async function authorizeAddress(): Promise<string> {
  const asked = {
    ...request(await runtime.client("Probe", [callback]), runtime.pkce().challenge),
    redirect_uri: callback,
  };
  const search = Object.entries(asked).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return `${origin}/oauth/authorize?${new URLSearchParams(search)}`;
}

test("a program's pop-up tells its opener of the consent, also when the way led through sign-in", async () => {
  for (const isSignedIn of [true, false]) {
    const context = await browser.newContext();
    const link = await signInLink();
    if (isSignedIn) {
      const page = await context.newPage();
      await page.goto(link);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(/\/app/);
    }
    const { opener, popup } = await openWindow(context, await authorizeAddress());
    if (!isSignedIn) {
      await popup.getByRole("heading", { name: "Sign in" }).waitFor();
      const next = new URL(popup.url()).searchParams.get("next") ?? "";
      // The link opens a window of its own, which leads to the consent too, and the one that waits goes on.
      const linked = await context.newPage();
      await linked.goto(link);
      await linked.getByRole("button", { name: "Sign in" }).click();
      await linked.getByRole("button", { name: "Connect", exact: true }).waitFor();
      await linked.close();
      await popup.evaluate((path) => location.assign(path), next);
    }
    await popup.getByRole("button", { name: "Connect", exact: true }).click();
    await opener.waitForFunction(() => document.title.startsWith("code"));
    expect([isSignedIn, await opener.title()]).toEqual([isSignedIn, "code true"]);
    await context.close();
  }
});

test("a page of the app that a foreign site opens is out of that site's reach", async () => {
  const context = await browser.newContext();
  for (const path of ["/auth/login", "/docs", "/nowhere"]) {
    const { opener, popup } = await openWindow(context, origin + path);
    await popup.waitForURL(origin + path);
    // The window is cut off when the answer comes, which is a moment after it is asked for.
    await until(async () => (await isSevered(opener)) === true);
    expect([path, await popup.evaluate(() => window.opener === null)]).toEqual([path, true]);
    await popup.close();
  }
  await context.close();
});

test("every answer of the app host isolates its window, but for those on the way to a consent and back", async () => {
  const policyOf = async (route: string, headers: Record<string, string> = {}) =>
    (await h.call(route, { headers: { accept: "text/html", ...headers } })).headers.get("cross-origin-opener-policy");
  const anna = await h.person();
  for (const route of [
    "GET /app",
    "GET /",
    "GET /auth/login",
    "GET /auth/login?next=/app",
    "GET /auth/login?next=//evil.example/oauth/authorize",
    "GET /auth/login?next=/oauth/authorize/../../app",
    "GET /app/settings/me/connections",
    "GET /nowhere",
    "GET /api/me",
    "GET /docs",
    "GET /api/openapi.json",
    "GET /auth/link/x",
    "GET /u/invite/x",
    "GET /oauth/pages/oauth.css",
    "DELETE /auth/login",
  ]) {
    expect([route, await policyOf(route)]).toEqual([route, "same-origin"]);
  }
  expect(await policyOf("GET /app", { cookie: anna.cookie })).toBe("same-origin");
  const next = encodeURIComponent("/oauth/authorize?request=x");
  for (const route of [
    "GET /oauth/authorize",
    "GET /oauth/authorize?client_id=x",
    `GET /auth/login?next=${next}`,
    `GET /auth/oidc?next=${next}`,
  ]) {
    expect([route, await policyOf(route)]).toEqual([route, "unsafe-none"]);
  }
  const content = await h.open("/d/none/");
  expect(content.headers.get("cross-origin-opener-policy")).toBeNull();
});

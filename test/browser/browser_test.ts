// Proves that the test browser is fit to prove anything:
// its web security is on, its text has glyphs, and it reaches this machine alone.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { openBrowser, screenshot } from "./browser.ts";

const PAGE = `<!doctype html><meta charset="utf-8"><title>ready</title>
<h1>Headings &amp; text</h1><p id="sans">iiiiiiiiii</p><p id="wide">WWWWWWWWWW</p>
<pre><code>const answer = 42; // → ✓ é ß</code></pre>
<p><code id="narrow">iiiiiiiiii</code></p><p><code id="broad">WWWWWWWWWW</code></p>
<style>p { display: table } p, h1 { font-family: system-ui } code { font-family: monospace }</style>`;

let browser: Browser;
let server: Bun.Server<undefined>;

beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) =>
      new Response(PAGE, {
        headers: { "content-type": "text/html", "set-cookie": `seen=${new URL(request.url).hostname}` },
      }),
  });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.stop(true);
});

test("the browser refuses a script that reads another origin without permission", async () => {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${server.port}/`);
  const read = (url: string) => page.evaluate((target) => fetch(target).then((answer) => answer.text()), url);
  expect(await read(`http://localhost:${server.port}/`)).toContain("Headings");
  await expect(read(`http://127.0.0.1:${server.port}/`)).rejects.toThrow("Failed to fetch");
  await page.close();
});

test("the browser keeps the cookies of localhost and 127.0.0.1 apart", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const host of ["localhost", "127.0.0.1"]) {
    await page.goto(`http://${host}:${server.port}/`);
    expect(await page.evaluate(() => document.cookie)).toBe(`seen=${host}`);
  }
  await context.close();
});

test("the browser draws proportional and monospaced text with real glyphs", async () => {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${server.port}/`);
  const width = async (id: string) => (await page.locator(`#${id}`).boundingBox())?.width ?? 0;
  // Without fonts every glyph is the same box, so the two letters would be equally wide in both faces.
  expect(await width("sans")).toBeLessThan((await width("wide")) / 2);
  expect(await width("narrow")).toBeCloseTo(await width("broad"), 1);
  expect(await Bun.file(await screenshot(page, "browser_text")).exists()).toBe(true);
  await page.close();
});

test("the browser resolves no name outside this machine", async () => {
  const page = await browser.newPage();
  await expect(page.goto("http://example.com/")).rejects.toThrow("ERR_NAME_NOT_RESOLVED");
  await page.close();
});

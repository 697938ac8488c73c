// Opens the API reference in a real browser:
// it draws the routes that run, and asks nobody but its own server for anything.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type Described, describeServer, referencePage } from "../../hosts/reference/reference.ts";
import { buildCatalogue } from "../../kernel/host.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";
import { sample } from "../harness/depth.ts";
import { openBrowser, screenshot } from "./browser.ts";
import { findPaleText } from "./contrast.ts";

let browser: Browser;
let server: Bun.Server<undefined>;
let runtime: Described;
const faults: unknown[] = [];
const surface = {
  applyCommonHeaders: (response: Response) => response,
  answerFault: (error: unknown) => {
    faults.push(error);
    return Response.json({ error: "ours" }, { status: 500 });
  },
};

beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    hostname: "localhost",
    idleTimeout: 120,
    fetch: () => new Response(null, { status: 404 }),
  });
  const { entries } = buildCatalogue(plugins, manifest);
  const quotas: Described["quotas"] = { entry: () => manifest.quotas.publish };
  const config = { base_url: server.url.origin, content_url: "http://127.0.0.1:1" };
  runtime = { catalogue: { entries }, config, manifest, quotas };
  const app = referencePage(runtime, surface).compile();
  server.reload({ fetch: (request) => app.fetch(request) });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.stop(true);
});

const DESKTOP = { device: "desktop", width: 1280, height: 900 };
const PHONE = { device: "phone", width: 390, height: 844 };
/** In an order in which every second one has both devices and both schemes; the other two come with the next seed. */
const LOOKS = [
  { scheme: "light", ...DESKTOP },
  { scheme: "dark", ...DESKTOP },
  { scheme: "dark", ...PHONE },
  { scheme: "light", ...PHONE },
] as const;

for (const { scheme, device, width, height } of sample(LOOKS, 2)) {
  test(`the reference draws itself on a ${scheme} ${device} in colours that can be read, without a request to any other origin`, async () => {
    const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height } });
    const page = await context.newPage();
    const asked: string[] = [];
    const faults: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).origin));
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    await page.goto(`${server.url.origin}/docs`);
    await page.getByText(manifest.plugins.health.purpose).waitFor();
    await screenshot(page, `reference_${scheme}_${device}`);
    expect(new Set(asked)).toEqual(new Set([server.url.origin]));
    expect(faults).toEqual([]);
    const { overflow, background } = await page.evaluate(() => ({
      overflow: document.documentElement.scrollWidth - window.innerWidth,
      background: getComputedStyle(document.body).backgroundColor,
    }));
    expect(overflow).toBeLessThanOrEqual(0);
    const brightness = Number(/\d+/.exec(background)?.[0]);
    expect(brightness > 128).toBe(scheme === "light");
    // Its first request's answer is coloured last.
    await page.locator(".hljs-string").first().waitFor();
    expect(await findPaleText(page)).toEqual([]);
    await context.close();
  });
}

test("every button that copies code has a name before somebody points at it", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${server.url.origin}/docs`);
  const buttons = page.locator("button.scalar-code-copy");
  await buttons.first().waitFor({ state: "attached" });
  const named = page.getByRole("button", { name: /Copy/ }).and(buttons);
  expect(await named.count()).toBe(await buttons.count());
  expect(await named.count()).toBeGreaterThan(0);
  await page.close();
});

test("the document is the one that is built from the operations, and the page runs nothing but the script", async () => {
  const document = await fetch(`${server.url.origin}/api/openapi.json`);
  expect(await document.json()).toEqual(JSON.parse(JSON.stringify(describeServer(runtime))));
  const page = await fetch(`${server.url.origin}/docs`);
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
  const html = await page.text();
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html.match(/<script\b(?![^>]*(\bsrc=|type="application\/json"))/g)).toBeNull();
  expect(html).not.toMatch(/\b(https?:)?\/\/(?!localhost)/);
});

test("the script keeps for good under the address of its version, the page and the document are revalidated", async () => {
  const html = await (await fetch(`${server.url.origin}/docs`)).text();
  const [, script] = /<script src="([^"]+)"/.exec(html) ?? [];
  for (const path of ["/docs", "/api/openapi.json", script ?? ""]) {
    const first = await fetch(server.url.origin + path);
    const etag = first.headers.get("etag") ?? "";
    expect(first.status, path).toBe(200);
    expect(first.headers.get("content-encoding"), path).toBe("br");
    expect(first.headers.get("cache-control"), path).toBe(
      path === script ? "public, max-age=31536000, immutable" : "no-cache",
    );
    const again = await fetch(server.url.origin + path, { headers: { "if-none-match": `"other", ${etag}` } });
    expect(again.status, path).toBe(304);
    const gzip = await fetch(server.url.origin + path, { headers: { "accept-encoding": "br;q=0.5, gzip" } });
    expect(gzip.headers.get("content-encoding"), path).toBe("gzip");
    expect(gzip.headers.get("vary"), path).toBe("accept-encoding");
    const plain = await fetch(server.url.origin + path, { headers: { "accept-encoding": "gzip;q=0" } });
    expect(plain.headers.get("content-encoding"), path).toBeNull();
    expect(await plain.text(), path).toBe(await first.text());
  }
});

test("a document that cannot be made is a fault whose inside stays inside, and is made with the next request", async () => {
  let isBroken = true;
  const entry: Described["quotas"]["entry"] = () => {
    if (isBroken) throw new Error("the inside");
    return manifest.quotas.publish;
  };
  const app = referencePage({ ...runtime, quotas: { entry } }, surface).compile();
  const read = () => app.fetch(new Request(`${server.url.origin}/api/openapi.json`));
  const answer = await read();
  expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 500, text: '{"error":"ours"}' });
  expect(String(faults.at(-1))).toContain("the inside");
  isBroken = false;
  expect((await read()).status).toBe(200);
});

// HTML documents in their frame on a site, in a real browser: as high as they are, on the whole screen, and still in an origin of nobody.
import { expect, test } from "bun:test";
import { openSite } from "../browser/published_site.ts";

const site = await openSite();
const { anna, call } = site;
const LONG = `<!doctype html><title>Report</title><style>body{margin:0}#more{display:none;height:900px}</style>
<h1>Report</h1><div style="height:1800px">Long</div><div id="more"></div>
<button onclick="more.style.display='block'">More</button><a href="two.html">Second</a>
<output></output><script>document.querySelector("output").textContent =
  [self.origin, document.fullscreenEnabled, (() => { try { return parent.document.title } catch { return "closed" } })()].join();
parent.postMessage({ frame_height: 1e9 }, "*"); parent.postMessage({ frame_height: "x" }, "*");</script>`;
const FILLING = `<!doctype html><title>App</title><style>body{margin:8px}main{height:100vh}</style><main>An app</main>`;

async function publish(html: string, visibility = "unlisted", files = {}) {
  const made = await site.publish({ html, visibility, folder: "Site" }, files);
  return made;
}
const long = await publish(LONG, "unlisted", { "two.html": "<!doctype html><h1>Second</h1>" });
const closed = await publish(LONG, "workspace");
const filling = await publish(FILLING);
const navigation = await call("POST /api/navigations", { as: anna, json: { name: "The book" } });
await call(`PUT /api/navigations/${navigation.body.id}`, {
  as: anna,
  json: { version: 1, entries: [long, closed, filling].map(({ doc_id }) => ({ target: `doc:${doc_id}` })) },
});
await call("PUT /api/wiki-site", { as: anna, json: { enabled: true, navigation: navigation.body.slug } });
const wiki = `${site.content_url}/w/@${anna.workspace}/`;

const heightOf = (page: import("playwright-core").Page) =>
  page.evaluate(() => document.querySelector<HTMLIFrameElement>(".framed iframe")?.clientHeight ?? 0);

test("a framed document has the height that it needs, also when it grows and shrinks, and its sandbox", async () => {
  const context = await site.profile();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(wiki + long.doc_id);
  const frame = page.frameLocator(".framed iframe");
  await page.waitForFunction(() => (document.querySelector("iframe")?.clientHeight ?? 0) > 1800);
  const first = await heightOf(page);
  expect(first).toBeLessThan(2000);
  expect(await frame.locator("output").textContent()).toBe("null,true,closed");
  await frame.getByRole("button", { name: "More" }).click();
  await page.waitForFunction((from) => (document.querySelector("iframe")?.clientHeight ?? 0) === from + 900, first);
  // A message of anybody else changes nothing.
  await page.evaluate(() => postMessage({ frame_height: 333 }, "*"));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await heightOf(page)).toBe(first + 900);
  await page.getByRole("button", { name: "Full screen" }).click();
  await page.waitForFunction(() => document.fullscreenElement?.tagName === "IFRAME");
  await page.evaluate(() => document.exitFullscreen());
  await page.waitForFunction(() => !document.fullscreenElement);
  await frame.getByRole("link", { name: "Second" }).click();
  await frame.getByRole("heading", { name: "Second" }).waitFor();
  await page.waitForFunction(() => !document.querySelector("iframe")?.hasAttribute("style"));
  expect(errors).toEqual([]);
  await context.close();
});

test("a document that fills whatever it gets does not grow without end", async () => {
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(wiki + filling.doc_id);
  await page.frameLocator(".framed iframe").getByText("An app").waitFor();
  await page.waitForFunction(() => document.querySelector("iframe")?.hasAttribute("style"));
  let last = -1;
  for (let at = await heightOf(page); at !== last; at = await heightOf(page)) {
    last = at;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
  expect(last).toBeLessThan(1000);
  await context.close();
});

test("a document for members has its height too, behind the capability of its reader", async () => {
  const context = await site.profile({ person: anna });
  const page = await context.newPage();
  await page.goto(
    `${site.content_url}/viewer/sign-in?to=${encodeURIComponent(new URL(wiki).pathname + closed.doc_id)}`,
  );
  await page.waitForFunction(() => (document.querySelector("iframe")?.clientHeight ?? 0) > 1800);
  await context.close();
});

test("the page itself is sent as it came, and the framed one as that with the script behind it", async () => {
  const plain = await site.open(long.at);
  const framed = await site.open(`${long.at}?_framed=1`, { headers: { range: "bytes=0-3" } });
  expect([plain.status, framed.status]).toEqual([200, 200]);
  expect(new TextDecoder().decode(plain.bytes)).toBe(LONG);
  expect(new TextDecoder().decode(framed.bytes)).toStartWith(LONG);
  expect(framed.headers.get("content-security-policy")).toBe(plain.headers.get("content-security-policy"));
  const again = await site.open(`${long.at}?_framed=1`, {
    headers: { "if-none-match": framed.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
});

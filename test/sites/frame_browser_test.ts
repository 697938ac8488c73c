// HTML documents in their frame on a site, in a real browser:
// as high as they are, on the whole screen, and still in an origin of nobody.
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
const handler = await publish(FILLING);
/** Documents, all but one without a doctype, by how high each is; its body has margins of 8 pixels where it says nothing of them. */
const QUIRKY = [
  [316, "<title>Box</title><div style='height:300px'>Box</div>"],
  [380, "<title>Margins</title><body style='margin:40px'><div style='height:300px'>Box</div>"],
  [340, "<title>Own margins</title><div style='height:300px;margin:20px 0'>Box</div>"],
  [
    900,
    "<title>Over</title><body style='margin:0'><div style='height:200px'><div style='height:900px'>Box</div></div>",
  ],
  [
    900,
    "<!doctype html><title>Over</title><body style='margin:0'><div style='height:200px'><div style='height:900px'>Box",
  ],
  [716, "<title>Own height</title><body style='height:700px'>Box"],
  [1816, "<title>Long</title><div style='height:1800px'>Box</div>"],
] as const;
const quirky = await Promise.all(QUIRKY.map(([, html]) => publish(html)));
const CHANGING = `<title>Changing</title><div id="box" style="height:300px">Box</div>
<button style="display:block;height:50px" onclick="box.style.height='700px'">Grow</button>
<button style="display:block;height:50px" onclick="box.remove()">Shrink</button>`;
const changing = await publish(CHANGING);
const quirkyFilling = await publish("<title>Map</title><body style='margin:0'><div style='height:100%'>A map</div>");
const navigation = await call("POST /api/navigations", { as: anna, json: { name: "The book" } });
await call(`PUT /api/navigations/${navigation.body.id}`, {
  as: anna,
  json: {
    version: 1,
    entries: [long, closed, handler, ...quirky, changing, quirkyFilling].map(({ doc_id }) => ({
      target: `doc:${doc_id}`,
    })),
  },
});
await call("PUT /api/wiki-site", { as: anna, json: { enabled: true, navigation: navigation.body.slug } });
const wiki = `${site.content_url}/w/@${anna.workspace}/`;

const heightOf = (page: import("playwright-core").Page) =>
  page.evaluate(() => document.querySelector<HTMLIFrameElement>(".framed iframe")?.clientHeight ?? 0);

/** The height of a frame that has been told one, other than `from`, when it stays as it is. */
async function settledHeight(page: import("playwright-core").Page, from = 0): Promise<number> {
  await page.waitForFunction(() => document.querySelector("iframe")?.hasAttribute("style"));
  await page.waitForFunction((from) => document.querySelector("iframe")?.clientHeight !== from, from);
  let last = -1;
  for (let at = await heightOf(page); at !== last; at = await heightOf(page)) {
    last = at;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
  return last;
}

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

test("a document without a doctype is as high as what stands in it, with its margins and all that overflows", async () => {
  const context = await site.profile();
  const page = await context.newPage();
  for (const [at, [height, html]] of QUIRKY.entries()) {
    await page.goto(wiki + quirky[at]?.doc_id);
    await page.frameLocator(".framed iframe").getByText("Box").waitFor();
    expect([html, await settledHeight(page)]).toEqual([html, height]);
  }
  await page.goto(wiki + changing.doc_id);
  const frame = page.frameLocator(".framed iframe");
  await frame.getByText("Box").waitFor();
  expect(await settledHeight(page)).toBe(416);
  await frame.getByRole("button", { name: "Grow" }).click();
  expect(await settledHeight(page, 416)).toBe(816);
  await frame.getByRole("button", { name: "Shrink" }).click();
  // No frame is lower than that.
  expect(await settledHeight(page, 816)).toBe(120);
  await context.close();
});

test("a document without a doctype that fills its window is seen, and does not grow without end", async () => {
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(wiki + quirkyFilling.doc_id);
  await page.frameLocator(".framed iframe").getByText("A map").waitFor();
  const height = await settledHeight(page);
  expect(height).toBeGreaterThan(400);
  expect(height).toBeLessThan(1000);
  await context.close();
});

test("a document that fills whatever it gets does not grow without end", async () => {
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(wiki + handler.doc_id);
  await page.frameLocator(".framed iframe").getByText("An app").waitFor();
  expect(await settledHeight(page)).toBeLessThan(1000);
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

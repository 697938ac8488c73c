// The search of a site as one types, in a real browser: by keys, with an input method, and on a phone.
import { beforeEach, expect, test } from "bun:test";
import { openSite } from "../browser/published_site.ts";
import { databasesOf } from "../databases/made.ts";

const site = await openSite();
const { anna, call, content_url } = site;
const { must } = databasesOf(site);

await must(call("POST /api/roots", { as: anna, json: { name: "Handbook" } }));
for (const title of ["Elephants", "Elephants of the forest and of the savannah, and where they are found"]) {
  const json = { markdown: `# ${title}\n\nText.`, root: "handbook", folder: "Book", visibility: "unlisted" };
  await must(call("POST /api/docs", { as: anna, json }));
}
await must(call("PUT /api/folder-meta?root=handbook&path=Book", { as: anna, json: { published: true } }));

const at = `${content_url}/w/@${anna.workspace}/r/handbook/Book/`;
const context = await site.profile();
const page = await context.newPage();
const field = page.locator(".search input");
const found = page.locator(".suggestions li");

beforeEach(async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(at);
});

test("a slash goes to the field, arrows to what is found, and Enter there", async () => {
  await page.keyboard.press("/");
  await page.keyboard.type("elephants");
  await found.nth(1).waitFor();
  const second = await found.nth(1).locator("a").getAttribute("href");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === second);
});

test("keys of an input method choose among its candidates, and lead nowhere", async () => {
  await field.fill("elephants");
  await found.nth(1).waitFor();
  const press = (key: string, isComposing: boolean) =>
    field.evaluate((input, init) => input.dispatchEvent(new KeyboardEvent("keydown", { ...init, cancelable: true })), {
      key,
      isComposing,
    });
  // False says that the key was taken.
  expect(await press("ArrowDown", true)).toBe(true);
  expect(await page.locator(".suggestions [aria-selected=true]").count()).toBe(0);
  expect(await press("ArrowDown", false)).toBe(false);
  expect(await press("Enter", true)).toBe(true);
  expect(page.url()).toBe(at);
});

test("a search whose field was left is given up, so that its answer opens no list", async () => {
  const isHandled = new Promise<void>((resolve) => void page.route(/format=json/, () => resolve()));
  await field.fill("elephants");
  await isHandled;
  const isGivenUp = page.waitForEvent("requestfailed", (request) => request.url().includes("format=json"));
  await page.keyboard.press("Escape");
  await isGivenUp;
  expect(await found.count()).toBe(0);
  await page.unroute(/format=json/);
});

test("on a phone what is found has the width of the window", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await field.fill("elephants");
  await found.nth(1).waitFor();
  const list = await page.locator(".suggestions").boundingBox();
  expect(list?.width).toBeGreaterThan(360);
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThan(390);
});

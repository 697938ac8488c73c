// The content host's own files for pages:
// found at their addresses alone, kept by caches, harmless wherever they are opened.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();

test("the stylesheet of formulas and its fonts are served to everybody, and are no pages", async () => {
  const css = await h.open("/assets/math.css");
  expect(css.status).toBe(200);
  expect(css.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(css.headers.get("x-content-type-options")).toBe("nosniff");
  expect(css.headers.get("content-security-policy")).toStartWith("default-src 'none'");
  const [, font = ""] = /url\((fonts\/[^)]+)\)/.exec(new TextDecoder().decode(css.bytes)) ?? [];
  const woff2 = await h.open(`/assets/${font}`);
  expect([woff2.status, woff2.headers.get("content-type")]).toEqual([200, "font/woff2"]);
  const etag = css.headers.get("etag") ?? "";
  expect((await h.open("/assets/math.css", { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("browsers find an icon at the address that they ask by themselves", async () => {
  const icon = await h.open("/favicon.ico");
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  expect(icon.headers.get("content-security-policy")).toContain("sandbox");
});

test.each([
  "/assets/",
  "/assets/fonts/",
  "/assets/fonts/../math.css/",
  "/assets/package.json",
  "/assets/fonts/KaTeX.ttf",
])("%s is not there", async (path) => {
  expect((await h.open(path)).status).toBe(404);
});

test("a page with formulas may load styles and fonts from there and nowhere else", async () => {
  const as = await h.person();
  const { body } = await h.call("POST /api/docs", { as, json: { markdown: "$x$", visibility: "unlisted" } });
  const policy = (await h.open(new URL(body.url).pathname)).headers.get("content-security-policy") ?? "";
  const { content_url } = h.runtime.config;
  expect(policy).toMatch(new RegExp(`style-src 'sha256-[^']+' ${content_url}/assets/math\\.css;`));
  expect(policy).toContain(`font-src ${content_url}/assets/fonts/;`);
});

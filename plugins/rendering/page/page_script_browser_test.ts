// The script of generated pages in a real browser: what it adds to code, and that a page without it lacks nothing else.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { openBrowser } from "../../../test/browser/browser.ts";
import { renderMarkdownPage } from "../markdown/markdown_page.ts";
import { pageAssets } from "./assets.ts";
import { generatedPagePolicy } from "./page_shell.ts";
import { renderSnippetPage } from "./snippet_page.ts";

const pages = new Map<string, Uint8Array<ArrayBuffer>>();
let browser: Browser;
let server: Bun.Server<undefined>;
let context: BrowserContext;

beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request, { url }) {
      const { pathname } = new URL(request.url);
      const asset = pageAssets().get(pathname);
      if (asset) return new Response(await asset.make(), { headers: { "content-type": asset.content_type } });
      if (pathname === "/assets/other.js") return new Response("window.ran = true", SCRIPT);
      const headers = { "content-type": "text/html; charset=utf-8" };
      const policy = { "content-security-policy": generatedPagePolicy(url.origin) };
      return new Response(pages.get(pathname.slice(1)) ?? null, { headers: { ...headers, ...policy } });
    },
  });
  browser = await openBrowser();
  context = await browser.newContext();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

const SCRIPT = { headers: { "content-type": "text/javascript" } };

afterAll(async () => {
  await browser.close();
  await server.stop(true);
});

async function open(address: string, html: Uint8Array<ArrayBuffer>, within = context): Promise<Page> {
  pages.set(address.replace(/#.*/, ""), html);
  const page = await within.newPage();
  await page.goto(`${server.url.origin}/${address}`);
  return page;
}

const markdown = async (source: string) => (await renderMarkdownPage(source, { title: null })).html;

/** A page whose own names are those that the script could be made to trip over. */
const CODE = `<p id="navigator">a</p>\n<p id="location">b</p>\n<a name="body">c</a>\n
- an item

  \`\`\`js
  const a = "<b>";
    // two
  \`\`\`

some \`inline\` code
`;

test("code is copied with a click and by the keyboard, and those who listen hear of it", async () => {
  const page = await open("code", await markdown(CODE));
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  const button = page.getByRole("button", { name: "Copy code" });
  expect(await button.count()).toBe(1);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await button.click();
  await page.getByRole("status").filter({ hasText: "Copied" }).waitFor({ state: "attached" });
  expect(await clipboard()).toBe('const a = "<b>";\n  // two\n');
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await button.press("Enter");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
  expect(complaints).toEqual([]);
  await page.close();
});

test("the button moves nothing on the page", async () => {
  const source = `${CODE}\n\`\`\`\nlast\n\`\`\`\n\nafter\n`;
  const without = await open("moves", await markdown(source), await browser.newContext({ javaScriptEnabled: false }));
  const page = await open("moves", await markdown(source));
  const places = (one: Page) =>
    one.locator("main p, main pre, main li").evaluateAll((all) => all.map((node) => node.getBoundingClientRect().top));
  expect(await page.getByRole("button").count()).toBe(2);
  expect(await without.locator("button").count()).toBe(0);
  expect(await places(page)).toEqual(await places(without));
  await page.close();
  await without.context().close();
});

test("lines are marked by the address of several, and by a click with the shift key; what is copied has no numbers", async () => {
  const code = Array.from({ length: 200 }, (_, line) => `line ${line + 1}`).join("\n");
  const page = await open("lines#L120-L122", renderSnippetPage(code, { language: null, title: "S" }));
  await page.waitForFunction(() => document.querySelector(".marked"));
  const marked = () => page.locator(".marked").evaluateAll((all) => all.map((line) => line.id));
  expect(await marked()).toEqual(["L120", "L121", "L122"]);
  expect(await page.locator("#L121").isVisible()).toBe(true);
  await page.locator("#L118 .no").click();
  await page.waitForFunction(() => !document.querySelector(".marked"));
  await page.locator("#L116 .no").click({ modifiers: ["Shift"] });
  await page.waitForFunction(() => document.querySelector(".marked"));
  expect(page.url()).toEndWith("#L118-L116");
  expect(await marked()).toEqual(["L116", "L117", "L118"]);
  await page.evaluate(() => location.assign("#L199-L999999999"));
  await page.waitForFunction(() => document.querySelectorAll(".marked").length === 2);
  await page.getByRole("button", { name: "Copy code" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("line 1\nline 2\n"));
  await page.close();
});

test("the policy lets no other script in, not even one that lies beside it", async () => {
  const page = await open("policy", await markdown("```\ncode\n```\n"));
  await page.getByRole("button", { name: "Copy code" }).waitFor();
  const outcome = await page.evaluate(async () => {
    const script = document.createElement("script");
    const ended = new Promise((resolve) => {
      for (const event of ["error", "load"]) script.addEventListener(event, () => resolve(event));
    });
    script.src = "/assets/other.js";
    document.body.append(script);
    return [await ended, "ran" in window];
  });
  expect(outcome).toEqual(["error", false]);
  await page.close();
});

// Proves generated pages in a real browser:
// no injection runs even without the policy, and nothing is wider than a phone.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "../../../test/browser/browser.ts";
import { findPaleText } from "../../../test/browser/contrast.ts";
import { INJECTIONS } from "../fixtures/injections.ts";
import { renderMarkdownPage } from "../markdown/markdown_page.ts";
import { pageAssets } from "./assets.ts";
import { generatedPagePolicy } from "./page_shell.ts";
import { renderSnippetPage } from "./snippet_page.ts";
import { renderViewerPage } from "./viewer_page.ts";

const pages = new Map<string, { html: Uint8Array<ArrayBuffer>; policy: string | null }>();
let browser: Browser;
let server: Bun.Server<undefined>;

beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const asset = pageAssets().get(pathname);
      if (asset) return new Response(await asset.make(), { headers: { "content-type": asset.content_type } });
      const page = pages.get(pathname.slice(1));
      const headers = new Headers({ "content-type": "text/html; charset=utf-8" });
      if (page?.policy) headers.set("content-security-policy", page.policy);
      return new Response(page?.html ?? null, { status: page ? 200 : 404, headers });
    },
  });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await server.stop(true);
});

const policyHere = () => generatedPagePolicy(`http://127.0.0.1:${server.port}`);

async function open(name: string, { width, violations }: { width: number; violations?: string[] }): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) violations?.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${server.port}/${name}`);
  return page;
}

test("no injection runs in a browser that has no policy to stop it", async () => {
  for (const [index, source] of INJECTIONS.entries()) {
    pages.set(`injection${index}`, { html: (await renderMarkdownPage(source, { title: null })).html, policy: null });
  }
  // The first one as it is must break a page, or this test could not see anything.
  pages.set("control", { html: new TextEncoder().encode(INJECTIONS[0]), policy: null });
  const page = await open("control", { width: 800 });
  expect(await page.evaluate(() => "broken" in window)).toBe(true);
  const broken: string[] = [];
  for (const [index, source] of INJECTIONS.entries()) {
    await page.goto(`http://127.0.0.1:${server.port}/injection${index}`);
    const ran = await page.evaluate(() => {
      for (const node of document.querySelectorAll<HTMLElement>("main *")) node.focus();
      return "broken" in window;
    });
    if (ran) broken.push(source);
  }
  expect(broken).toEqual([]);
  await page.close();
});

const WIDE = [
  "# A title with anUnbrokenWordThatIsMuchLongerThanAnyPhoneIsWideBecauseSomebodyPastedIt",
  "a https://x.example/a/path/that/never/ends/and/goes/on/without/any/place/to/break/the/line/at/all",
  `\`${"code".repeat(60)}\``,
  `\`\`\`js\nconst wide = "${"x".repeat(300)}";\n\`\`\``,
  `| ${"column | ".repeat(12)}\n|${"-|".repeat(12)}\n| ${"longcellcontent | ".repeat(12)}`,
  `> - 1. nested ${"w".repeat(200)}`,
  "## Two\n\n## Three\n\n## Four",
].join("\n\n");

test("nothing scrolls a page sideways at 360 pixels, and the policy lets the style through", async () => {
  const file = { path: `${"name".repeat(40)}.bin`, size: 5, content_type: "application/octet-stream" };
  const code = `const a = "${"x".repeat(500)}";\n`;
  const title = "t".repeat(120);
  const made = {
    markdown: (await renderMarkdownPage(WIDE, { title: null })).html,
    snippet: renderSnippetPage(code, { language: "js", title }),
    viewer: renderViewerPage({ kind: "file", title, description: "d".repeat(300), file }),
    text: shownText(`${"name".repeat(40)}.js`, code),
    table: shownText("a.csv", `${"head,".repeat(60)}x\n${`${"w".repeat(300)},`.repeat(60)}x\n`),
  };
  for (const [name, html] of Object.entries(made)) {
    pages.set(name, { html, policy: policyHere() });
    const violations: string[] = [];
    const page = await open(name, { width: 360, violations });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect({ name, width }).toEqual({ name, width: 360 });
    expect(await page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe("0px");
    expect(violations).toEqual([]);
    await page.close();
  }
});

function shownText(path: string, text: string) {
  const bytes = new TextEncoder().encode(text);
  const file = { path, size: bytes.length, content_type: "text/plain" };
  return renderViewerPage({ kind: "file", title: "T", description: "", file }, bytes);
}

test("the head of a table stays in sight, long lines wrap when the box is ticked, and a line's address marks it", async () => {
  pages.set("rows", { html: shownText("a.csv", `head,b\n${"1,2\n".repeat(500)}`), policy: policyHere() });
  const rows = await open("rows", { width: 1280 });
  await rows.locator("tbody tr").last().scrollIntoViewIfNeeded();
  expect(await rows.getByRole("columnheader", { name: "head" }).isVisible()).toBe(true);
  const top = (locator: string) => rows.locator(locator).first().boundingBox();
  expect((await top("thead th"))?.y).toBeCloseTo((await top(".rows"))?.y ?? 0, -1);
  await rows.close();
  const lines = `const a = "${"long ".repeat(200)}";\n`.repeat(40);
  pages.set("lines", { html: shownText("a.js", lines), policy: policyHere() });
  const code = await open("lines#L30", { width: 390 });
  const height = async () => (await code.locator("#L1").boundingBox())?.height ?? 0;
  const before = await height();
  expect(await code.evaluate(() => document.querySelector(":target")?.id)).toBe("L30");
  await code.getByLabel("Wrap lines").check();
  expect(await height()).toBeGreaterThan(before * 5);
  await code.close();
});

test("the contents stand beside the text on a desktop and are folded on a phone", async () => {
  pages.set("contents", {
    html: (await renderMarkdownPage("# T\n\n## A\n\n### A1\n\n## B\n", { title: null })).html,
    policy: policyHere(),
  });
  const desktop = await open("contents", { width: 1280 });
  expect(await desktop.locator("nav.toc").isVisible()).toBe(true);
  expect(await desktop.locator("details.toc").isVisible()).toBe(false);
  await desktop.close();
  const phone = await open("contents", { width: 390 });
  expect(await phone.locator("nav.toc").isVisible()).toBe(false);
  expect(await phone.locator("details.toc").isVisible()).toBe(true);
  await phone.close();
});

test("the contents of a page are nested as its headings are, and stand on the other side where the language does", async () => {
  const source = "# T\n\n## A\n\n### A1\n\n### A2 & <b>\n\n#### deeper\n\n## B\n";
  pages.set("nested", { html: (await renderMarkdownPage(source, { title: null })).html, policy: policyHere() });
  const page = await open("nested", { width: 1280 });
  const contents = page.getByRole("navigation", { name: "On this page" });
  expect(await contents.locator("> ul > li > a").allTextContents()).toEqual(["A", "B"]);
  expect(await contents.locator("> ul > li > ul > li > a").allTextContents()).toEqual(["A1", "A2 &"]);
  await contents.getByRole("link", { name: "A2" }).click();
  expect(await page.evaluate(() => document.querySelector(":target")?.textContent)).toStartWith("A2 &");
  await page.close();
  const arabic = "---\nlang: ar\n---\n# كتاب\n\n## واحد\n\n## اثنان\n\n## ثلاثة\n\n```js\nconst x = 1;\n```\n";
  pages.set("arabic", { html: (await renderMarkdownPage(arabic, { title: null })).html, policy: policyHere() });
  const right = await open("arabic", { width: 1280 });
  const left = (selector: string) => right.locator(selector).evaluate((one) => one.getBoundingClientRect().left);
  expect(await left("nav.toc")).toBeLessThan(await left("main"));
  expect(await right.locator("pre").evaluate((one) => getComputedStyle(one).direction)).toBe("ltr");
  await right.close();
});

test("paper is light and has no controls, whatever the screen is", async () => {
  const source = `# T\n\n## A\n\n## B\n\n## C\n\n[there](https://x.example/y)\n\n\`\`\`js\nconst ${"wide".repeat(100)} = 1;\n\`\`\`\n`;
  pages.set("paper", { html: (await renderMarkdownPage(source, { title: null })).html, policy: policyHere() });
  const page = await open("paper", { width: 1280 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const control of ["nav.toc", "details.toc", ".anchor", ".copy"]) {
    expect(await page.locator(control).first().isVisible()).toBe(false);
  }
  const styleOf = (selector: string, name: "color" | "backgroundColor" | "whiteSpace") =>
    page
      .locator(selector)
      .first()
      .evaluate((one, key) => getComputedStyle(one)[key], name);
  expect(await styleOf("body", "backgroundColor")).toBe("rgb(255, 255, 255)");
  expect(await styleOf(".hljs-keyword", "color")).toBe("rgb(142, 36, 160)");
  expect(await styleOf("pre code", "whiteSpace")).toBe("pre-wrap");
  const said = await page.locator("main a[href^=http]").evaluate((one) => getComputedStyle(one, "::after").content);
  expect(said).toContain("x.example");
  await page.close();
});

test("paper cuts off neither lines of code nor columns of a table", async () => {
  const columns = Array.from({ length: 14 }, (_, n) => `A column with number ${n}`).join(",");
  const made = {
    "paper-lines": renderSnippetPage(`const a = "${"long ".repeat(100)}";\n`, { language: "js", title: "T" }),
    "paper-rows": shownText("a.csv", `${columns}\n${columns}\n`),
  };
  for (const [name, html] of Object.entries(made)) {
    pages.set(name, { html, policy: policyHere() });
    const page = await open(name, { width: 720 });
    await page.emulateMedia({ media: "print" });
    const widths = await page
      .locator(".lines code, .rows table")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect({ name, widths: widths.filter((right) => right > 720), found: widths.length }).toEqual({
      name,
      widths: [],
      found: 1,
    });
    await page.close();
  }
});

test("tasks stand among other items and below them as those do, and a broken link is read as well as other text", async () => {
  const source = "- [ ] task\n- item\n  - below\n  - [x] task below\n\nText with [[nowhere]].\n";
  pages.set("tasks", { html: (await renderMarkdownPage(source, { title: null })).html, policy: policyHere() });
  const page = await open("tasks", { width: 1280 });
  const items = await page.locator("main li").evaluateAll((all) =>
    all.map((item) => {
      const range = document.createRange();
      const text = [...item.childNodes].find((node) => node instanceof Text && node.data.trim() !== "");
      if (text) range.selectNodeContents(text);
      return { x: Math.round(range.getBoundingClientRect().left), marker: getComputedStyle(item).listStyleType };
    }),
  );
  const [task, item, below, taskBelow] = items;
  expect(items.map(({ marker }) => marker)).toEqual(["none", "disc", "circle", "none"]);
  // A space stands between the box and the words.
  expect(Math.abs((task?.x ?? 0) - (item?.x ?? 0))).toBeLessThan(8);
  expect(Math.abs((taskBelow?.x ?? 0) - (below?.x ?? 0))).toBeLessThan(8);
  expect((below?.x ?? 0) - (item?.x ?? 0)).toBeGreaterThan(16);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findPaleText(page)).toEqual([]);
  }
  await page.close();
});

test("code is read in the order in which it runs, whatever controls turn its direction", async () => {
  const source = 'if (level != "user\u202e \u2066// check\u2069 \u2066") {\n  grant();\n}\n';
  // The second is too long for colours, and no tree is made of it.
  for (const code of [source, `${source}// ${"x".repeat(270_000)}\n`]) {
    const html = renderSnippetPage(code, { language: "js", title: "T" });
    pages.set("turning", { html, policy: policyHere() });
    const page = await open("turning", { width: 1280 });
    const line = page.locator("#L1");
    const lefts = await line.evaluate((one) => {
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      const found: number[] = [];
      while (walker.nextNode()) {
        const range = document.createRange();
        const words = walker.currentNode.textContent ?? "";
        for (let at = 0; at < words.length; at += 1) {
          if (!/[\w/]/.test(words[at] ?? "")) continue;
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + 1);
          found.push(range.getBoundingClientRect().left);
        }
      }
      return found;
    });
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
    expect(await line.textContent()).toBe(`${source.split("\n")[0]}\n`);
    expect(await page.locator(".turn").evaluateAll((all) => all.map((one) => one.dataset["code"]))).toEqual([
      "U+202E",
      "U+2066",
      "U+2069",
      "U+2066",
    ]);
    await page.close();
  }
});

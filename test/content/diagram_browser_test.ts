// Diagrams on a published page in a real browser:
// drawn in a frame that has no origin and no network, and left as source where they cannot be.
import { expect, test } from "bun:test";
import { look } from "../browser/looks.ts";
import { openSite } from "../browser/published_site.ts";

const site = await openSite();

const KINDS = [
  "graph TD\n  A[Start] --> B{Choice}\n  B -->|yes| C[Done]\n  B -->|no| A",
  "sequenceDiagram\n  Ann->>Bob: Hello\n  Bob-->>Ann: Hi",
  'pie title Pets\n  "Dogs" : 3\n  "Cats" : 2',
];
const FAULTY = "graph TD\n  A --> [";
const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n`;

async function open(markdown: string, options: { javaScriptEnabled?: boolean } = {}) {
  const published = await site.publish({ html: undefined, markdown, visibility: "unlisted" });
  const context = await (await site.profile()).browser()?.newContext(options);
  if (!context) throw new Error("the browser is closed");
  const page = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  await page.goto(published.url);
  return { page, asked, complaints };
}

test("diagrams are drawn to their height, with their source folded under them", async () => {
  const { page, complaints } = await open(`# Diagrams\n\n${KINDS.map(fence).join("\n")}`);
  await page.waitForFunction((count) => document.querySelectorAll(".diagram-source").length === count, KINDS.length);
  const heights = await page
    .locator("iframe.diagram")
    .evaluateAll((frames) => frames.map((frame) => frame.clientHeight));
  expect(heights.filter((height) => height < 50)).toEqual([]);
  for (const [index] of KINDS.entries()) {
    const text = page.frameLocator("iframe.diagram").nth(index).locator("svg text, svg p").first();
    await text.scrollIntoViewIfNeeded();
    expect(await text.isVisible()).toBe(true);
  }
  await look(page, "diagrams");
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("a faulty diagram stays its source, and so does every diagram without script", async () => {
  const faulty = await open(fence(FAULTY));
  await faulty.page.locator("iframe.diagram").waitFor({ state: "detached" });
  expect(await faulty.page.locator("pre").isVisible()).toBe(true);
  expect(await faulty.page.locator("main .caption").textContent()).toMatch(
    /^This diagram cannot be drawn: .*on line 2\.$/,
  );
  await faulty.page.context().close();
  const plain = await open(fence(KINDS[0] ?? ""), { javaScriptEnabled: false });
  expect(await plain.page.locator("pre").isVisible()).toBe(true);
  expect(await plain.page.locator("iframe").count()).toBe(0);
  await plain.page.context().close();
});

test("a diagram that was drawn for a dark screen is light on paper", async () => {
  const { page } = await open(fence(KINDS[0] ?? ""));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("iframe.diagram").scrollIntoViewIfNeeded();
  const drawing = page.frameLocator("iframe.diagram").locator(".dark svg");
  await drawing.waitFor();
  const filter = () => drawing.evaluate((svg) => getComputedStyle(svg).filter);
  expect(await filter()).toBe("none");
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  expect(await filter()).toContain("invert(1)");
  await page.context().close();
});

test("a hostile diagram runs no script, follows no link, and asks the network for nothing", async () => {
  const hostile = [
    'graph TD\n  A["<img src=x onerror=parent.broken=1><script>parent.broken=1</script>"] --> B\n  click A "javascript:parent.broken=1"',
    'graph TD\n  A --> B\n  click B href "https://elsewhere.example/" _top\n  style A fill:url(https://elsewhere.example/a)',
    '%%{init: {"securityLevel": "loose", "themeCSS": "@import url(https://elsewhere.example/b);"}}%%\ngraph TD\n  A --> B',
  ];
  const { page, asked } = await open(hostile.map(fence).join("\n"));
  await page.waitForFunction(
    (count) => document.querySelectorAll(".diagram-source, main > pre").length === count,
    hostile.length,
  );
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => "broken" in window)).toBe(false);
  expect(asked.filter((url) => new URL(url).hostname.includes("elsewhere"))).toEqual([]);
  await page.context().close();
});

test("the frame has an origin of nobody, whoever opens it", async () => {
  const { page } = await open(fence(KINDS[0] ?? ""));
  await page.goto(new URL("/assets/diagram.html", page.url()).href);
  expect(await page.evaluate(() => self.origin)).toBe("null");
  await page.context().close();
});

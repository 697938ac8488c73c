// Every kind of file that a browser executes runs its script in an origin of its own,
// and a page that the service made runs none.
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { openSite } from "./published_site.ts";

const site = await openSite();
const { anna } = site;
const RUN = "document.documentElement.setAttribute('data-ran', self.origin)";
const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>x</p><script>${RUN}</script></body></html>`;
const FILES = {
  "page.html": `<!doctype html><title>x</title><script>${RUN}</script>`,
  "page.htm": `<!doctype html><title>x</title><script>${RUN}</script>`,
  "page.xhtml": XHTML,
  "page.xml": XHTML,
  "picture.svg": `<svg xmlns="http://www.w3.org/2000/svg"><script>${RUN}</script></svg>`,
};

/** The origin in which the script of a page ran, or null when it did not. */
const ranIn = (page: Page) => page.evaluate(() => document.documentElement.getAttribute("data-ran"));

for (const visibility of ["unlisted", "restricted"]) {
  test(`script of html, xhtml, xml and svg beside a ${visibility} page runs in nobody's origin`, async () => {
    const document = await site.publish({ visibility }, FILES);
    const context = await site.profile({ person: anna });
    const page = await context.newPage();
    for (const path of Object.keys(FILES)) {
      await page.goto(document.url + path);
      expect([path, await ranIn(page)]).toEqual([path, "null"]);
    }
    await context.close();
  });
}

test("an svg that is shared as a file shows a page without script, and runs its own in nobody's origin", async () => {
  const form = new FormData();
  form.set("file", new File([FILES["picture.svg"]], "picture.svg"));
  const made = await site.call("POST /api/files", { as: anna, form });
  const context = await site.profile({ person: anna });
  const page = await context.newPage();
  await page.goto(made.body.url);
  expect(await ranIn(page)).toBeNull();
  await page.goto(`${made.body.url}picture.svg`);
  expect(await ranIn(page)).toBe("null");
  await context.close();
});

test("text, data and scripts that are opened by themselves run nothing", async () => {
  const bait = `<html><script>${RUN}</script></html>`;
  const document = await site.publish(
    { visibility: "unlisted" },
    { "a.txt": bait, "a.css": bait, "a.js": bait, "a.json": bait, "a.md": bait },
  );
  const context = await site.profile();
  const page = await context.newPage();
  for (const path of ["a.txt", "a.css", "a.js", "a.json", "a.md"]) {
    await page.goto(document.url + path);
    expect([path, await ranIn(page)]).toEqual([path, null]);
  }
  await context.close();
});

test("a page of an open document shows another page of its own in a frame", async () => {
  const document = await site.publish(
    { visibility: "unlisted", html: `<iframe src="part.html"></iframe>` },
    { "part.html": "<h1>The part</h1>" },
  );
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(document.url);
  await page.frameLocator("iframe").getByRole("heading", { name: "The part" }).waitFor();
  await context.close();
});

describe("a page that the service made", () => {
  const HOSTILE = `<script>${RUN}</script>
<img src="x" onerror="${RUN}"><svg onload="${RUN}"></svg><iframe srcdoc="<script>parent.${RUN}</script>"></iframe>
<a id="link" href="javascript:${RUN}">link</a> [link](javascript:${encodeURIComponent(RUN)})
<body onload="${RUN}"><style>@import "javascript:x"</style><meta http-equiv="refresh" content="0;url=javascript:${RUN}">`;

  const TITLE = `<script>${RUN}</script>`;

  async function openMade(fields: Record<string, unknown>, route = "POST /api/docs") {
    const made = await site.call(route, { as: anna, json: { visibility: "unlisted", ...fields } });
    expect(made.status).toBe(201);
    const context = await site.profile();
    const page = await context.newPage();
    await page.goto(made.body.url);
    return { page, context };
  }

  const MADE: [string, Record<string, unknown>, string?][] = [
    ["markdown", { markdown: `# Title\n\n${HOSTILE}`, title: TITLE }],
    ["a snippet", { content: HOSTILE, language: "html", title: TITLE }, "POST /api/snippets"],
  ];
  for (const [what, fields, route] of MADE) {
    test(`runs no script that ${what} brings, nor one that was put into it`, async () => {
      const { page, context } = await openMade(fields, route);
      expect(await ranIn(page)).toBeNull();
      // As if rendering had let something through: the policy is a lock of its own.
      const injected = await page.evaluate(async (run) => {
        const blocked: string[] = [];
        document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
        document.body.append(Object.assign(document.createElement("script"), { textContent: run }));
        const external = Object.assign(document.createElement("script"), { src: "classic.js" });
        const image = document.createElement("img");
        image.setAttribute("onerror", run);
        const ended = [external, image].map(
          (node) => new Promise((resolve) => node.addEventListener("error", resolve)),
        );
        document.body.append(external, image);
        image.src = "nowhere.png";
        await Promise.all(ended);
        const link = Object.assign(document.createElement("a"), { href: `javascript:${run}` });
        document.body.append(link);
        link.click();
        return { ran: document.documentElement.getAttribute("data-ran"), blocked: [...new Set(blocked)].sort() };
      }, RUN);
      expect(injected.ran).toBeNull();
      expect(injected.blocked).toContain("script-src-elem");
      expect(await ranIn(page)).toBeNull();
      await context.close();
    });
  }

  test("runs no script that a file's name and description bring", async () => {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(10)], `<img src=x onerror=${"ran()"}>.bin`));
    form.set("title", TITLE);
    form.set("description", HOSTILE);
    const made = await site.call("POST /api/files", { as: anna, form });
    expect(made.status).toBe(201);
    const context = await site.profile({ person: anna });
    const page = await context.newPage();
    await page.goto(made.body.url);
    expect(await ranIn(page)).toBeNull();
    expect(
      await page.evaluate(() => document.querySelectorAll("main img, main script, main iframe, main svg").length),
    ).toBe(0);
    await context.close();
  });
});

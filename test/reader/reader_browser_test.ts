// A document's page in a real browser: text, pictures, frames and deleting, by keyboard, narrow and without script.
import { expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import type { Person } from "../harness/harness.ts";

const { runtime: server, browser } = await openListeningServer();
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC";
const MARKDOWN = `# Tide table

![A square](square.png)

## ${"averylongwordwithoutspaces".repeat(4)}

| Day | High water |
| --- | --- |
| Monday | ${"1234567890".repeat(12)} |

## Before

\`\`\`ts
const long = "${"x".repeat(200)}";
\`\`\`

## After
`;

async function publish(as: Person, json: Record<string, unknown>, files: Record<string, string>): Promise<string> {
  const { body } = await server.call("POST /api/docs", { as, json });
  for (const [path, content] of Object.entries(files)) {
    const put = { as, json: { content, encoding: "base64" } };
    expect((await server.call(`PUT /api/docs/${body.doc_id}/files/${path}`, put)).status).toBeLessThan(300);
  }
  return body.doc_id;
}

async function openAs(person: Person, options: Parameters<typeof browser.newContext>[0] = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const { runtime } = server;
  const link = { user_id: person.user_id, now: server.clock.now() };
  await page.goto(await runtime.use(signinPort).createLoginLink(runtime.database.sql, link));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${server.base_url}/app`);
  return { context, page, complaints };
}

async function isAsWideAsItsWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
}

async function close(context: BrowserContext, complaints: readonly string[]): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
}

test("a text with a picture of its own is read, narrow too, and deleted and brought back by keyboard", async () => {
  const person = await server.person();
  const doc_id = await publish(person, { markdown: MARKDOWN }, { "square.png": PIXEL });
  const { context, page, complaints } = await openAs(person);
  await page.goto(`${server.base_url}/app/d/${doc_id}`);
  await page.getByRole("heading", { name: "Tide table", level: 1 }).waitFor();
  await page.getByRole("img", { name: "A square" }).scrollIntoViewIfNeeded();
  await page.waitForFunction(() => (document.querySelector<HTMLImageElement>(".prose img")?.naturalWidth ?? 0) > 0);
  await look(page, "document");
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await isAsWideAsItsWindow(page)).toBe(true);
  await page.getByRole("button", { name: "More" }).press("Enter");
  await page.getByRole("button", { name: "Delete" }).press("Enter");
  await page.getByText("“Tide table” is in the trash.").waitFor();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await page.getByRole("button", { name: "Undo" }).waitFor({ state: "detached" });
  expect((await server.call(`GET /api/docs/${doc_id}`, { as: person })).status).toBe(200);
  await close(context, complaints);
});

test("what somebody sent runs in a frame with its parts, as high as it is, and stands there without script too", async () => {
  const person = await server.person();
  const html =
    "<title>Board</title><p><a href=next.html?x>Next</a> <a href=#low>Low</a></p><div style=height:1700px>Board</div><p id=low><script src=part.js></script>";
  const script = Buffer.from("document.body.append('the part came')").toString("base64");
  const doc_id = await publish(
    person,
    { html, title: "Board" },
    { "part.js": script, "next.html": Buffer.from("<p>next</p>").toString("base64") },
  );
  const { context, page, complaints } = await openAs(person);
  await page.goto(`${server.base_url}/app/d/${doc_id}`);
  await page.frameLocator("iframe").getByText("the part came").waitFor();
  await page.waitForFunction(() => (document.querySelector("iframe")?.clientHeight ?? 0) > 1600);
  await page.frameLocator("iframe").getByRole("link", { name: "Low" }).click();
  const [beside] = await Promise.all([
    context.waitForEvent("page"),
    page.frameLocator("iframe").getByRole("link", { name: "Next" }).click(),
  ]);
  await beside.getByText("next", { exact: true }).waitFor();
  expect(new URL(beside.url()).pathname).toEndWith("/next.html");
  expect(new URL(page.url()).pathname).toBe(`/app/d/${doc_id}`);
  await close(context, complaints);

  const plain = await openAs(person, { javaScriptEnabled: false });
  await plain.page.goto(`${server.base_url}/app/d/${doc_id}`);
  await plain.page.frameLocator("iframe").getByText("Board").waitFor();
  await close(plain.context, plain.complaints);
});

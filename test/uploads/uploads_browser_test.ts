// New and upload in a real browser: a first page, files chosen and dropped, a 429 waited out, one retry, script off.
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import type { Person } from "../harness/harness.ts";

const { runtime: h, browser, intercept } = await openListeningServer();

async function openAs({ user_id }: Person, javaScriptEnabled = true): Promise<{ page: Page; complaints: string[] }> {
  const viewport = { width: 1280, height: 800 };
  const page = await (await browser.newContext({ viewport, javaScriptEnabled })).newPage();
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const { sql } = h.runtime.database;
  await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Home" }).waitFor();
  return { page, complaints };
}

const docsOf = async (as: Person): Promise<{ title: string; folder: string }[]> =>
  (await h.call("GET /api/docs", { as })).body.docs;

const textFile = (name: string, text = "text") => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Drops files on the page as a person does from their desktop. */
async function drop(page: Page, names: readonly string[]): Promise<void> {
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const name of all) transfer.items.add(new File([`text of ${name}`], name, { type: "text/plain" }));
    return transfer;
  }, names);
  await page.dispatchEvent("#main", "dragover", { dataTransfer: data });
  await page.dispatchEvent("#main", "drop", { dataTransfer: data });
}

for (const script of [true, false])
  test(`the first page is written from home, ${script ? "with script" : "with script off"}`, async () => {
    const as = await h.person();
    const { page, complaints } = await openAs(as, script);
    await page.getByRole("link", { name: "Make something" }).click();
    await page.getByRole("heading", { name: "New" }).waitFor();
    if (script) await look(page, "new");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel("Title").fill("x".repeat(501));
    // A browser holds to the length itself; what is sent all the same is refused below.
    await page.getByLabel("Title").fill("   ");
    await page.getByLabel("Text").fill("# Plan\n\n<b>It</b> works.");
    await page.getByRole("button", { name: "Make page" }).click();
    await page.locator("[aria-invalid=true]").waitFor();
    expect(await page.getByLabel("Text").inputValue()).toBe("# Plan\n\n<b>It</b> works.");
    if (script) await look(page, "new-refused");
    await page.getByLabel("Title").fill("");
    await page.getByRole("button", { name: "Make page" }).click();
    await page.getByRole("heading", { name: "Plan" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/app\/d\/[^/]+$/);
    expect((await docsOf(as)).map(({ title }) => title)).toEqual(["Plan"]);
    expect(complaints.filter((one) => !one.includes("400"))).toEqual([]);
    await page.context().close();
  });

test("chosen files are on their way at once, each with its line, and go on while one is elsewhere", async () => {
  const as = await h.person();
  const { page, complaints } = await openAs(as);
  const held = Promise.withResolvers<void>();
  intercept(async (request) => {
    if (new URL(request.url).pathname === "/api/upload") await held.promise;
    return h.fetch(request);
  });
  await page.goto(`${h.base_url}/app/new?kind=file`);
  expect(await page.getByRole("button", { name: "Upload" }).count()).toBe(0);
  await page
    .locator("input[type=file]")
    .setInputFiles([textFile("one.txt"), textFile("two.txt"), textFile("empty.txt", "")]);
  const list = page.getByRole("region", { name: "Uploads" });
  await list.getByText("It is empty.").waitFor();
  await list.getByRole("button", { name: "Stop: one.txt" }).waitFor();
  await look(page, "uploads");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: "Inbox" }).first().click();
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  held.resolve();
  await list.getByText("2 of 3 are there.").waitFor();
  await list.getByRole("button", { name: "Take off the list: empty.txt" }).click();
  await list.getByText("2 of 2 are there.").waitFor();
  const address = await list.getByRole("link", { name: "Open one.txt" }).getAttribute("href");
  await list.getByRole("button", { name: "Close" }).click();
  await list.waitFor({ state: "detached" });
  // A page with a frame of the content host is loaded whole, since the policy of this one lets none in.
  await page.goto(`${h.base_url}/app/r/~`);
  await page.locator(`main a[href="${address}"]`).click();
  await page.getByRole("heading", { name: "one" }).waitFor();
  expect(await page.locator("main iframe").count()).toBe(1);
  expect((await docsOf(as)).length).toBe(2);
  intercept(h.fetch);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("files dropped on a folder lie in it, a 429 is waited out and said, a broken one is tried once more, one that is stopped is kept nowhere", async () => {
  const as = await h.person();
  await h.call("POST /api/folders", { as, json: { path: "Scans" } });
  const { page } = await openAs(as);
  await page.goto(`${h.base_url}/app/r/~/Scans`);
  const seen: string[] = [];
  const stopped = Promise.withResolvers<void>();
  let isLimited = true;
  intercept(async (request) => {
    const url = new URL(request.url);
    if (url.pathname !== "/api/upload") return h.fetch(request);
    const name = url.searchParams.get("filename") ?? "";
    const tries = seen.filter((one) => one === name).length;
    seen.push(name);
    if (name === "limited.txt" && isLimited)
      return Response.json({ error: "slow down", retry_after: 1 }, { status: 429 });
    if (name === "faulty.txt" && tries === 0) return Response.json({ error: "fault" }, { status: 500 });
    if (name === "bad.txt") return Response.json({ error: "fault" }, { status: 500 });
    if (name === "stopped.txt") await stopped.promise;
    if (name === "stopped.txt") return Response.json({ error: "gone" }, { status: 500 });
    return h.fetch(request);
  });
  const list = page.getByRole("region", { name: "Uploads" });
  await drop(page, ["limited.txt", "faulty.txt", "bad.txt", "stopped.txt"]);
  await list.getByText("Too many at once: it goes on by itself").waitFor();
  isLimited = false;
  await list.getByRole("button", { name: "Stop: stopped.txt" }).click();
  await list.getByText("Stopped. If all of it had arrived, its document is there.").waitFor();
  await list.getByRole("button", { name: "Try again: bad.txt" }).waitFor();
  await list.getByText("2 of 4 are there.").waitFor();
  expect(seen.filter((one) => one === "bad.txt").length).toBe(2);
  // The folder shows them without a reload.
  await page.locator("main").getByRole("link", { name: "limited" }).waitFor();
  intercept(h.fetch);
  await list.getByRole("button", { name: "Try again: bad.txt" }).click();
  await list.getByText("3 of 4 are there.").waitFor();
  stopped.resolve();
  const docs = await docsOf(as);
  expect(docs.map(({ title, folder }) => `${folder}/${title}`).sort()).toEqual([
    "Scans/bad",
    "Scans/faulty",
    "Scans/limited",
  ]);
  await page.context().close();
});

test("more than twenty at once are left out and said to be", async () => {
  const as = await h.person();
  const { page, complaints } = await openAs(as);
  await drop(
    page,
    Array.from({ length: 22 }, (_, index) => `${index}.txt`),
  );
  await page.getByText("At most 20 at once: 2 were left out.").waitFor();
  await page.getByText("20 of 20 are there.").waitFor();
  expect((await docsOf(as)).length).toBe(20);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("with script off several files go by the form, and the page has a line for each", async () => {
  const as = await h.person();
  const { page } = await openAs(as, false);
  await page.goto(`${h.base_url}/app/new?kind=file`);
  const name = `<img src="x" onerror="alert(1)">.txt`;
  await page
    .locator("input[type=file]")
    .setInputFiles([textFile(name), textFile("two.txt"), textFile("empty.txt", "")]);
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByRole("heading", { name: "2 of 3 files are there" }).waitFor();
  await page.getByText(name).first().waitFor();
  await page.getByRole("link", { name: "Open two.txt" }).click();
  await page.getByRole("heading", { name: "two" }).waitFor();
  await page.context().close();
});

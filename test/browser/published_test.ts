// Published documents in a real browser:
// everything a page brings along loads for those who may open it, and for nobody else.
import { afterAll, describe, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { openSite, PICTURE, REPORT, readReport, reportFiles } from "./published_site.ts";

const site = await openSite();
const { anna } = site;
const PASSWORD = "correct horse battery";
const files = await reportFiles();
const WHOLE = {
  colour: "rgb(1, 2, 3)",
  font: "loaded",
  picture: true,
  classic: "classic ran",
  module: "module greets its data",
  origin: "null",
};

const restricted = await site.publish({ html: REPORT }, files);
const guarded = await site.publish({ html: REPORT, visibility: "password", password: PASSWORD }, files);
const open = await site.publish({ html: REPORT, visibility: "unlisted" }, files);
const CASES = [
  { visibility: "restricted", document: restricted, reader: { person: anna } },
  { visibility: "password", document: guarded, reader: { password: PASSWORD } },
  { visibility: "unlisted", document: open, reader: {} },
];

for (const { visibility, document, reader } of CASES) {
  test(`a ${visibility} page shows its style, scripts, data, picture and font, goes to its second page and back, and reloads`, async () => {
    const context = await site.profile(reader);
    const page = await context.newPage();
    await page.goto(document.url);
    expect(await readReport(page)).toEqual(WHOLE);
    await page.getByRole("link", { name: "The second page" }).click();
    await page.getByRole("heading", { name: "Second" }).waitFor();
    expect(page.url()).toEndWith("/two.html");
    await page.reload();
    await page.getByRole("link", { name: "Back to the report" }).click();
    expect(await readReport(page)).toEqual(WHOLE);
    await page.goBack();
    await page.getByRole("heading", { name: "Second" }).waitFor();
    await page.goForward();
    await page.reload();
    expect(await readReport(page)).toEqual(WHOLE);
    await context.close();
  });
}

test("on a page from the left a paragraph from the right stands at the right, and one whose author said how stays", async () => {
  const english =
    "This page is written in English, from the left to the right, as most of it shows to whoever reads it.";
  const arabic = "هذا نص عربي.";
  const markdown = `# Two directions\n\n${english}\n\n${arabic}\n\n<p dir="ltr">${arabic}</p>\n`;
  const document = await site.publish({ html: undefined, markdown, visibility: "unlisted" });
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(document.url);
  const sides = await page.locator("main p").evaluateAll((paragraphs) =>
    paragraphs.map((paragraph) => {
      const text = paragraph.ownerDocument.createRange();
      text.selectNodeContents(paragraph);
      const [line] = text.getClientRects();
      const box = paragraph.getBoundingClientRect();
      return line && Math.abs(line.left - box.left) < 2 ? "left" : "right";
    }),
  );
  expect(sides).toEqual(["left", "right", "left"]);
  await context.close();
});

test("the address in the address bar opens again for its reader, after its hours too, and for nobody else", async () => {
  const context = await site.profile({ person: anna });
  const page = await context.newPage();
  await page.goto(restricted.url);
  await page.getByRole("link", { name: "The second page" }).click();
  await page.getByRole("heading", { name: "Second" }).waitFor();
  const bookmark = page.url();
  const stranger = await (await site.profile()).newPage();
  await stranger.goto(bookmark);
  expect(new URL(stranger.url()).pathname).toBe("/auth/login");
  site.clock.advance(3 * 3_600_000);
  const again = await context.newPage();
  await again.goto(bookmark);
  await again.getByRole("heading", { name: "Second" }).waitFor();
  expect(again.url()).not.toBe(bookmark);
  for (const one of [context, stranger.context()]) await one.close();
});

test("the address of a password page asks everybody else for the password", async () => {
  const context = await site.profile({ password: PASSWORD });
  const page = await context.newPage();
  await page.goto(guarded.url);
  const bookmark = page.url();
  expect(bookmark).toContain("/~");
  const stranger = await site.profile();
  const answer = await stranger.request.get(bookmark, { headers: { "sec-fetch-dest": "document" } });
  expect(answer.status()).toBe(401);
  const wrong = await (await site.profile({ password: "wrong" })).newPage();
  expect((await wrong.goto(bookmark))?.status()).toBe(401);
  for (const one of [context, stranger, wrong.context()]) await one.close();
});

test("a page of a password document tells its address to nobody it loads from or links to", async () => {
  const elsewhere = `${site.base_url}/healthz`;
  const html = `<h1>Leaky</h1><img src="${elsewhere}"><script src="${elsewhere}"></script>
<a id="own" href="next.html">next</a>`;
  const document = await site.publish(
    { html, visibility: "password", password: PASSWORD },
    { "next.html": "<h1>Next</h1>" },
  );
  const context = await site.profile({ password: PASSWORD });
  const page = await context.newPage();
  site.referers.length = 0;
  await page.goto(document.url);
  await page.locator("#own").click();
  await page.getByRole("heading", { name: "Next" }).waitFor();
  expect(site.referers).toEqual([]);
  await context.close();
});

describe("viewer pages", () => {
  const context: Promise<BrowserContext> = site.profile({ person: anna });
  afterAll(async () => (await context).close());

  async function share(
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<{ page: Page; complaints: string[]; answers: Map<string, number> }> {
    const form = new FormData();
    form.set("file", new File([bytes], name));
    const made = await site.call("POST /api/files", { as: anna, form });
    expect(made.status).toBe(201);
    const page = await (await context).newPage();
    const complaints: string[] = [];
    const answers = new Map<string, number>();
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("response", (response) =>
      answers.set(new URL(response.url()).pathname.split("/").at(-1) ?? "", response.status()),
    );
    await page.goto(made.body.url);
    return { page, complaints, answers };
  }

  test("a restricted picture is drawn", async () => {
    const { page, complaints } = await share("dot.png", PICTURE);
    const width = () => page.evaluate(() => document.querySelector("img")?.naturalWidth);
    expect(await width()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test("a restricted recording plays", async () => {
    const { page, complaints } = await share("tone.wav", oneSecondOfSilence());
    await page.waitForFunction(() => (document.querySelector("audio")?.readyState ?? 0) >= 1);
    expect(await page.evaluate(() => document.querySelector("audio")?.duration)).toBe(1);
    expect(complaints).toEqual([]);
  });

  test("a restricted film is asked for and not blocked", async () => {
    const { page, answers, complaints } = await share("film.webm", new Uint8Array(1000));
    await page.waitForFunction(
      () => document.querySelector("video")?.networkState === HTMLMediaElement.NETWORK_NO_SOURCE,
    );
    expect([200, 206]).toContain(answers.get("film.webm") ?? 0);
    expect(complaints).toEqual([]);
  });

  test("a restricted PDF is embedded by its page, and where the browser has no viewer for it the page offers the file", async () => {
    const { page, complaints } = await share("paper.pdf", new TextEncoder().encode("%PDF-1.4\n%%EOF\n"));
    expect(await page.evaluate(() => document.querySelector("object")?.data)).toEndWith("/paper.pdf");
    // The browser of the tests has none.
    const link = page.getByRole("link", { name: "Open the file" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(download.url()).toEndWith("/paper.pdf");
    expect(complaints).toEqual([]);
  });

  test("any other file is offered for download", async () => {
    const { page, complaints } = await share("data.bin", new Uint8Array(1000));
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("data.bin");
    expect(complaints).toEqual([]);
  });
});

/** A WAV file of 8-bit samples at 8 kHz. */
function oneSecondOfSilence(): Uint8Array<ArrayBuffer> {
  const rate = 8000;
  const bytes = new Uint8Array(44 + rate).fill(128, 44);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  write(0, "RIFF");
  view.setUint32(4, 36 + rate, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, "data");
  view.setUint32(40, rate, true);
  return bytes;
}

// A text is written in a real browser: byte for byte, with script and without, by two at once, and by keyboard alone.
import { expect, test } from "bun:test";
import type { BrowserContext, Page, Route } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import type { Person } from "../harness/harness.ts";

const { runtime: server, browser } = await openListeningServer();
const TEXT = "\ufeff\r\n# Tide table\r\n\n\tTab and trailing  \r\n</textarea><b>&amp;\nlast";

async function publish(as: Person, text: string): Promise<string> {
  const { body } = await server.call("POST /api/docs", { as, json: { markdown: "# Tide table" } });
  const json = { content: Buffer.from(text).toString("base64"), encoding: "base64" };
  expect((await server.call(`PUT /api/docs/${body.doc_id}/files/source.md`, { as, json })).status).toBe(200);
  return body.doc_id;
}

async function textOf(as: Person, doc_id: string): Promise<string> {
  return (await server.call(`GET /api/docs/${doc_id}/text?path=source.md`, { as })).body.content;
}

async function openAs(person: Person, options: Parameters<typeof browser.newContext>[0] = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await signIn(page, person);
  return { context, page, complaints };
}

async function signIn(page: Page, { user_id }: Person): Promise<void> {
  const { runtime } = server;
  const link = { user_id, now: server.clock.now() };
  await page.goto(await runtime.use(signinPort).createLoginLink(runtime.database.sql, link));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${server.base_url}/app`);
}

async function close(context: BrowserContext, complaints: readonly string[]): Promise<void> {
  // The browser itself tells of every answer that is no success, such as the 409 of a conflict or the 413 of what is too much.
  expect(complaints.filter((words) => !/status of (?:409|413)/.test(words))).toEqual([]);
  await context.close();
}

async function openEditor(page: Page, doc_id: string): Promise<void> {
  await page.goto(`${server.base_url}/app/d/${doc_id}`);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.waitForURL(`**/app/d/${doc_id}/edit`);
}

/** The same, once its script runs. */
async function openWithKeys(page: Page, doc_id: string): Promise<void> {
  await openEditor(page, doc_id);
  await page.getByText("Ctrl S saves.").waitFor();
}

for (const javaScriptEnabled of [true, false]) {
  test(`a text is opened, saved as it is, and changed in one line, ${javaScriptEnabled ? "with script" : "script off"}`, async () => {
    const person = await server.person();
    const doc_id = await publish(person, TEXT);
    const { context, page, complaints } = await openAs(person, { javaScriptEnabled });
    await openEditor(page, doc_id);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("You changed nothing, so nothing was written.").waitFor();
    expect((await server.call(`GET /api/docs/${doc_id}`, { as: person })).body.version).toBe(2);
    await openEditor(page, doc_id);
    const area = page.getByLabel("Text of source.md");
    const shown = TEXT.slice(1).replaceAll("\r\n", "\n");
    expect(await area.inputValue()).toBe(shown);
    await area.fill(shown.replace("Tide table", "High water"));
    await page.getByLabel("What did you change?").fill("A better name");
    await page.getByLabel("What did you change?").press("Enter");
    await page.getByText("Saved as a new version.").waitFor();
    await page.getByRole("heading", { name: "High water", level: 1 }).waitFor();
    expect(await textOf(person, doc_id)).toBe(TEXT.replace("Tide table", "High water"));
    await close(context, complaints);
  });
}

test("of two who write at once the second keeps what they typed, and saves over the other's by a button", async () => {
  const person = await server.person();
  const doc_id = await publish(person, TEXT);
  const { context, page, complaints } = await openAs(person, { permissions: ["clipboard-read", "clipboard-write"] });
  await openEditor(page, doc_id);
  await look(page, "editor");
  await server.call(`POST /api/docs/${doc_id}/edit`, {
    as: person,
    json: { path: "source.md", old_string: "last", new_string: "theirs" },
  });
  const area = page.getByLabel("Text of source.md");
  await area.fill("mine\n");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: `${person.email} saved while you were writing` }).waitFor();
  expect(await area.inputValue()).toBe("mine\n");
  await page.getByText("What they changed").click();
  await page.locator("ins", { hasText: "theirs" }).waitFor();
  await look(page, "conflict");
  await page.getByRole("button", { name: "Copy my text" }).click();
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("mine\n");
  await page.getByRole("button", { name: "Save mine over version 3" }).press("Enter");
  await page.getByText("Saved as a new version.").waitFor();
  expect(await textOf(person, doc_id)).toBe("\ufeffmine\r\n");
  await close(context, complaints);
});

test("others are kept out and let in again by a button, with what was typed, script off", async () => {
  const person = await server.person();
  const doc_id = await publish(person, "one\n");
  const { context, page, complaints } = await openAs(person, { javaScriptEnabled: false });
  await openEditor(page, doc_id);
  const area = page.getByLabel("Text of source.md");
  await area.fill("half a sentence");
  await page.getByRole("button", { name: "Keep others out" }).click();
  await page.getByText("You keep others out of this document until").waitFor();
  expect(await area.inputValue()).toBe("half a sentence");
  await page.getByRole("button", { name: "Let others in" }).click();
  await page.getByRole("button", { name: "Keep others out" }).waitFor();
  expect(await area.inputValue()).toBe("half a sentence");
  await close(context, complaints);
});

for (const javaScriptEnabled of [true, false]) {
  test(`what is typed is shown as it will look, and stays, ${javaScriptEnabled ? "with script" : "script off"}`, async () => {
    const person = await server.person();
    const doc_id = await publish(person, "one\n");
    const { context, page, complaints } = await openAs(person, { javaScriptEnabled });
    await openEditor(page, doc_id);
    const area = page.getByLabel("Text of source.md");
    await area.fill("## A *plan*\n\n<script>alert(1)</script>\n");
    await page.getByRole("button", { name: "Preview" }).click();
    const shown = page.getByRole("region", { name: "As it will look" });
    await shown.getByRole("heading", { name: "A plan" }).waitFor();
    expect(await shown.locator("script").count()).toBe(0);
    expect(await area.inputValue()).toBe("## A *plan*\n\n<script>alert(1)</script>\n");
    expect(await textOf(person, doc_id)).toBe("one\n");
    if (javaScriptEnabled) {
      await look(page, "preview");
      await area.fill("## Another");
      await shown.getByRole("heading", { name: "Another" }).waitFor();
    }
    await close(context, complaints);
  });
}

test("by keyboard a text is marked, saved in place and left; what is not saved is asked about and brought back", async () => {
  const person = await server.person();
  const doc_id = await publish(person, "one\r\n");
  const { context, page, complaints } = await openAs(person);
  const asked: string[] = [];
  let leaves = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    return leaves ? dialog.accept() : dialog.dismiss();
  });
  await openWithKeys(page, doc_id);
  const area = page.getByLabel("Text of source.md");
  await area.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+b");
  expect(await area.inputValue()).toBe("**one\n**");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Tab");
  await page.keyboard.type("two three");
  await page.getByText("3 words").waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("Version 3 is the base").waitFor();
  expect(await textOf(person, doc_id)).toBe("one\r\n\ttwo three");
  await page.keyboard.type(" four");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("message");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  expect([asked, new URL(page.url()).pathname]).toEqual([["confirm"], `/app/d/${doc_id}/edit`]);
  leaves = true;
  await page.reload();
  expect(asked).toEqual(["confirm", "beforeunload"]);
  await page.getByRole("button", { name: "Bring it back" }).click();
  expect(await area.inputValue()).toBe("one\n\ttwo three four");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved as a new version.").waitFor();
  expect(await textOf(person, doc_id)).toBe("one\r\n\ttwo three four");
  await openEditor(page, doc_id);
  expect(await page.getByRole("button", { name: "Bring it back" }).isHidden()).toBe(true);
  await close(context, complaints);
});

for (const way of ["by the button", "by keyboard"]) {
  test(`a text too long for whoever is signed out is still there after signing in again, sent ${way}`, async () => {
    const person = await server.person();
    const doc_id = await publish(person, "one\n");
    const { context, page, complaints } = await openAs(person);
    await openWithKeys(page, doc_id);
    const long = "An hour of work. ".repeat(4200);
    await page.getByLabel("Text of source.md").fill(long);
    await context.clearCookies();
    const refused = page.waitForResponse((answer) => answer.status() === 413);
    if (way === "by keyboard") await page.keyboard.press("Control+s");
    else await page.getByRole("button", { name: "Save", exact: true }).click();
    await refused;
    await page.locator("form.write").waitFor({ state: "detached" });
    await signIn(page, person);
    await openEditor(page, doc_id);
    await page.getByRole("button", { name: "Bring it back" }).click();
    expect(await page.getByLabel("Text of source.md").inputValue()).toBe(long);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved as a new version.").waitFor();
    await openEditor(page, doc_id);
    expect(await page.getByRole("button", { name: "Bring it back" }).isHidden()).toBe(true);
    expect(await textOf(person, doc_id)).toBe(long);
    await close(context, complaints);
  });
}

function countSaves(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/app/do/doc.file.put")) count++;
  });
  return () => count;
}

test("saving by keys twice in a row and with the keys held is no conflict with oneself", async () => {
  const person = await server.person();
  const doc_id = await publish(person, "one");
  const { context, page, complaints } = await openAs(person);
  await openWithKeys(page, doc_id);
  const saves = countSaves(page);
  await page.getByLabel("Text of source.md").press("Control+End");
  await page.keyboard.type(" two");
  await page.keyboard.press("Control+s");
  await page.keyboard.type(" three");
  await page.keyboard.down("Control");
  for (let held = 0; held < 5; held++) await page.keyboard.down("s");
  await page.keyboard.up("s");
  await page.keyboard.up("Control");
  await page.getByText("Version 4 is the base").waitFor();
  expect([await textOf(person, doc_id), saves()]).toEqual(["one two three", 2]);
  await close(context, complaints);
});

test("what is refused by keys is sent once, and answered as by the button", async () => {
  const person = await server.person();
  const doc_id = await publish(person, "one last");
  const { context, page, complaints } = await openAs(person);
  await openWithKeys(page, doc_id);
  const json = { path: "source.md", old_string: "last", new_string: "theirs" };
  await server.call(`POST /api/docs/${doc_id}/edit`, { as: person, json });
  const saves = countSaves(page);
  await page.getByLabel("Text of source.md").fill("mine");
  await page.keyboard.press("Control+s");
  await page.getByRole("heading", { name: `${person.email} saved while you were writing` }).waitFor();
  expect([await page.getByLabel("Text of source.md").inputValue(), saves()]).toEqual(["mine", 1]);
  await page.getByRole("button", { name: "Save mine over version 3" }).click();
  await page.getByText("Saved as a new version.").waitFor();
  expect(await textOf(person, doc_id)).toBe("mine");
  await close(context, complaints);
});

test("nobody is asked whether to leave what was saved, where its page is loaded whole", async () => {
  const person = await server.person();
  const { body } = await server.call("POST /api/docs", { as: person, json: { html: "<title>x</title><p>One" } });
  const { context, page, complaints } = await openAs(person);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    return dialog.accept();
  });
  await page.goto(`${server.base_url}/app/d/${body.doc_id}/edit`);
  await page.getByText("Ctrl S saves.").waitFor();
  await page.getByLabel("Text of index.html").fill("<title>x</title><p>Two");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(`**/app/d/${body.doc_id}`);
  expect(asked).toEqual([]);
  await close(context, complaints);
});

test("a preview that comes late takes no newer one's place, nor comes once it is switched off", async () => {
  const person = await server.person();
  const doc_id = await publish(person, "one\n");
  const { context, page, complaints } = await openAs(person);
  await openWithKeys(page, doc_id);
  const area = page.getByLabel("Text of source.md");
  const button = page.getByRole("button", { name: "Preview" });
  const shown = page.getByRole("region", { name: "As it will look" });
  expect(await button.getAttribute("aria-pressed")).toBe("false");
  /** Holds the next answer, and gives it once it is asked for. */
  const holdNext = async () => {
    const { promise, resolve } = Promise.withResolvers<Route>();
    await page.route("**/app/do/**", resolve, { times: 1 });
    return async () => {
      const held = await promise;
      const answered = page.waitForEvent("requestfinished", (request) => request === held.request());
      await held.continue();
      await answered;
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
    };
  };
  const giveFirst = await holdNext();
  await area.fill("## First");
  const sent = page.waitForRequest("**/app/do/**");
  await button.click();
  await sent;
  await area.fill("## Second");
  await button.click();
  await shown.getByRole("heading", { name: "Second" }).waitFor();
  expect(await button.getAttribute("aria-pressed")).toBe("true");
  await giveFirst();
  expect(await shown.getByRole("heading").allTextContents()).toEqual(["Second"]);
  const giveThird = await holdNext();
  const followed = page.waitForRequest("**/app/do/**");
  await area.fill("## Third");
  await followed;
  await button.click();
  await giveThird();
  expect([await shown.count(), await button.getAttribute("aria-pressed")]).toEqual([0, "false"]);
  await close(context, complaints);
});

test("a browser that keeps nothing and lets no script copy writes all the same, and offers no copying", async () => {
  const person = await server.person();
  const doc_id = await publish(person, "one last");
  const { context, page, complaints } = await openAs(person);
  await page.addInitScript(() => {
    const refused = () => {
      throw new DOMException("no storage", "SecurityError");
    };
    Object.defineProperty(window, "sessionStorage", { get: refused });
    Object.defineProperty(window, "isSecureContext", { value: false });
  });
  await openWithKeys(page, doc_id);
  await page.getByText("2 words").waitFor();
  const json = { path: "source.md", old_string: "last", new_string: "theirs" };
  await server.call(`POST /api/docs/${doc_id}/edit`, { as: person, json });
  await page.getByLabel("Text of source.md").fill("mine");
  await page.keyboard.press("Control+s");
  await page.getByRole("heading", { name: `${person.email} saved while you were writing` }).waitFor();
  expect(await page.locator("[data-copy-text]").isHidden()).toBe(true);
  await close(context, complaints);
});

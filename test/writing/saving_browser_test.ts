// What is saved in a real browser, and what is asked for meanwhile:
// nothing is sent twice, lost, or overtaken by what comes late.
import { expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { openListeningServer } from "../browser/listening_server.ts";
import { inBrowser } from "./in_browser.ts";

const { runtime: server, browser } = await openListeningServer();
const { publish, textOf, openAs, close, openWithKeys } = inBrowser({ runtime: server, browser });

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

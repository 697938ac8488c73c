// A text is written in a real browser: byte for byte, with script and without, by two at once, and by keyboard alone.
import { expect, test } from "bun:test";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import { inBrowser } from "./in_browser.ts";

const { runtime: server, browser } = await openListeningServer();
const { publish, textOf, openAs, signIn, close, openEditor, openWithKeys } = inBrowser({ runtime: server, browser });
const TEXT = "\ufeff\r\n# Tide table\r\n\n\tTab and trailing  \r\n</textarea><b>&amp;\nlast";

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

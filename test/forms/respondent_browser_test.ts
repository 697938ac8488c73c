// Forms in a real browser where things go wrong:
// no connection at first, only keys, two windows at once, words that are read from both sides.
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { look } from "../browser/looks.ts";
import { openSite } from "../browser/published_site.ts";
import { formsOf } from "./made.ts";

const site = await openSite();
const { makeDatabase, makeForm, records } = formsOf(site);

test("a page that was opened without a connection saves and sends what was written once there is one", async () => {
  const { form, ...db } = await makeForm({ fields: ["name"], title: "Tunnel" });
  const context = await site.profile();
  const page = await context.newPage();
  await page.route("**/_draft", (route) => route.abort());
  await page.goto(form.url);
  await page.getByLabel("Name").fill("Anna");
  await page.getByText("Not saved yet. Trying again…").waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("There is no connection. Your answers are still here: try again.").waitFor();
  await page.unroute("**/_draft");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await records(db)).toMatchObject([{ form_status: "complete", data: { name: "Anna" } }]);
  await context.close();
});

test("what could not be sent without a connection is saved once there is one", async () => {
  const { form, ...db } = await makeForm({ fields: ["name"], title: "Tunnel" });
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(form.url);
  await page.getByLabel("Name").fill("Anna");
  await page.getByText("Saved", { exact: true }).waitFor();
  await context.setOffline(true);
  await page.getByLabel("Name").fill("Anna B.");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("There is no connection. Your answers are still here: try again.").waitFor();
  await context.setOffline(false);
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(await records(db)).toMatchObject([{ form_status: "draft", data: { name: "Anna B." } }]);
  await context.close();
});

const HOSTILE = [
  { key: "a", label: '<img src=x onerror="window.hit=1"> $& __SERVICE_FORM_TOKEN__', type: "text" },
  {
    key: "b",
    label: "Day \u202e\u202e</label><script>window.hit=1</script>",
    type: "select",
    options: ['"><i>x</i>', "$1 $`"],
  },
  {
    key: "c",
    label: "\u05e9\u05dc\u05d5\u05dd (1)",
    type: "multi_select",
    options: ["</script>", "__SERVICE_FORM_ACTION__"],
  },
  { key: "d", label: "Notes", type: "long_text", default: "\n</textarea><b>hm</b>" },
];

test("words of fields and of a link are words, whatever they say, and keys alone send a form", async () => {
  const db = await makeDatabase({ fields: HOSTILE });
  const title = "$& </title><script>window.hit=1</script> __SERVICE_FORM_ACTION__";
  const { form } = await makeForm({ fields: HOSTILE.map(({ key }) => key), title }, db);
  const context = await site.profile();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const value = '"><script>window.hit=1</script>$&';
  await page.goto(`${form.url}?a=${encodeURIComponent(value)}&c=${encodeURIComponent("</script>")}&__proto__=x`);
  await page.getByRole("heading", { name: title }).waitFor();
  await page.waitForFunction((text) => document.querySelector<HTMLInputElement>("[name=a]")?.value === text, value);
  expect(await page.locator("[name=d]").inputValue()).toBe("\n</textarea><b>hm</b>");
  expect(await page.locator("label[for=f-0] span").first().textContent()).toBe(HOSTILE[0]?.label ?? "");
  await look(page, "form-hostile");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("a");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await page.evaluate("window.hit")).toBeUndefined();
  const data = { a: value, b: '"><i>x</i>', c: ["</script>", "__SERVICE_FORM_ACTION__"], d: "\n</textarea><b>hm</b>" };
  expect(await records(db)).toMatchObject([{ form_status: "complete", data }]);
  expect(complaints).toEqual([]);
  await context.close();
});

const SHARED = [
  { key: "name", label: "Your name", type: "text" },
  { key: "notes", label: "Notes", type: "text" },
  { key: "files", label: "Drawings", type: "attachment", max_files: 5 },
];

/** Two windows on one answer that says who writes it, of which the second knows nothing of what the first wrote last. */
async function openTwice(attached: readonly string[] = []) {
  const db = await makeDatabase({ fields: SHARED });
  const { form } = await makeForm({ fields: SHARED.map(({ key }) => key), title: "Twice" }, db);
  const context = await site.profile();
  const [one, two] = [await context.newPage(), await context.newPage()];
  await one.goto(form.url);
  await fill(one, "Your name", "Anna");
  for (const name of attached) await attach(one, name);
  await two.goto(form.url);
  await two.getByText("You go on with what you answered before.").waitFor();
  for (const name of attached) await two.getByRole("button", { name: `Remove ${name}` }).waitFor();
  await fill(one, "Notes", "Later");
  return { db, context, page: two };
}

async function fill(page: Page, label: string, value: string): Promise<void> {
  const saved = page.waitForResponse((answer) => isDraft(answer.url()) && savesOf(answer.request().postData(), value));
  await page.getByLabel(label, { exact: true }).fill(value);
  expect((await saved).status()).toBe(200);
}

const isDraft = (url: string) => url.endsWith("/_draft");
const savesOf = (body: string | null, value: string) => body?.includes(`"${value}"`) ?? false;

function choose(page: Page, name: string): Promise<void> {
  const file = { name, mimeType: "text/plain", buffer: Buffer.from(name) };
  return page.getByLabel("Drawings", { exact: true }).last().setInputFiles([file]);
}

async function attach(page: Page, name: string): Promise<void> {
  await choose(page, name);
  await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
}

/** Holds up what the page saves once it has been told that another window was quicker, until it is let go. */
async function holdSecondSave(page: Page): Promise<{ asked: Promise<void>; letGo(): void }> {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let saves = 0;
  await page.route("**/_draft", async (route) => {
    if (savesOf(route.request().postData(), "save") && ++saves === 2) {
      asked.resolve();
      await held.promise;
    }
    await route.continue();
  });
  return { asked: asked.promise, letGo: () => held.resolve() };
}

test("a file that is chosen while the one before is saved over another window's answer keeps both", async () => {
  const { db, context, page } = await openTwice(["first.txt"]);
  const { asked, letGo } = await holdSecondSave(page);
  await choose(page, "second.txt");
  await asked;
  const sent = page.waitForResponse((answer) => answer.url().includes("/_media/upload/"));
  await choose(page, "third.txt");
  expect((await sent).ok()).toBe(true);
  await page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>("input[name=files]")?.value.includes("third.txt"),
  );
  letGo();
  await page.getByRole("button", { name: "Remove third.txt" }).waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  const files = ["first.txt", "second.txt", "third.txt"].map((path) => ({ path }));
  expect(await records(db)).toMatchObject([{ form_status: "complete", data: { notes: "Later", files } }]);
  await context.close();
});

test("what is written over another window's answer stands there while it is saved, and is what is sent", async () => {
  const { db, context, page } = await openTwice();
  const { asked, letGo } = await holdSecondSave(page);
  await page.getByLabel("Your name").fill("Bea");
  await asked;
  expect(await page.getByLabel("Notes").inputValue()).toBe("Later");
  expect(await page.getByLabel("Your name").inputValue()).toBe("Bea");
  letGo();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await records(db)).toMatchObject([{ form_status: "complete", data: { name: "Bea", notes: "Later" } }]);
  await context.close();
});

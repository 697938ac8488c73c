// Forms in a real browser where things go wrong: no connection at first, only keys, words that are read from both sides.
import { expect, test } from "bun:test";
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
  await page.getByRole("heading", { name: "Thank you" }).waitFor({ timeout: 10_000 });
  expect(await records(db)).toMatchObject([{ form_status: "complete", data: { name: "Anna" } }]);
  await context.close();
}, 60_000);

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
}, 120_000);

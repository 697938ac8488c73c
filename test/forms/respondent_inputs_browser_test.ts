// Inputs of a form in a real browser that a page gets wrong easily:
// keys that are called as members of forms are, and values that are there by half.
import { expect, test } from "bun:test";
import { look } from "../browser/looks.ts";
import { openSite } from "../browser/published_site.ts";
import { formsOf } from "./made.ts";

const site = await openSite();
const { makeDatabase, makeForm, records, must } = formsOf(site);

test("fields may be called as what a form is made of", async () => {
  const keys = ["elements", "hidden", "append", "length", "name", "method", "action", "submit", "style", "children"];
  const db = await makeDatabase({ fields: keys.map((key) => ({ key, label: `The ${key}`, type: "text" })) });
  const { form } = await makeForm({ fields: keys, title: "Members" }, db);
  const context = await site.profile();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(form.url);
  for (const key of keys) await page.getByLabel(`The ${key}`).fill(`my ${key}`);
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Copy a link" }).click();
  await page.getByText(/^Keep this link|^Copied\./).waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await page.getByRole("button", { name: "Send" }).isVisible()).toBe(false);
  expect(complaints).toEqual([]);
  const data = Object.fromEntries(keys.map((key) => [key, `my ${key}`]));
  expect(await records(db)).toMatchObject([{ form_status: "complete", data }]);
  await context.close();
});

test("what is filled in by half is neither dropped nor sent, and told where it stands", async () => {
  const fields = [
    { key: "day", label: "Day", type: "date" },
    { key: "at", label: "Arrival", type: "datetime" },
    { key: "seats", label: "Seats", type: "number" },
  ];
  const db = await makeDatabase({ fields });
  const { form } = await makeForm({ fields: fields.map(({ key }) => key), title: "By half" }, db);
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(form.url);
  await page.getByLabel("Seats").fill("2");
  await page.getByText("Saved", { exact: true }).waitFor();
  const type = async (label: string, keys: string) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.type(keys);
  };
  await type("Day", "0301");
  await type("Arrival", "03012030");
  await type("Seats", "e");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Some answers are to be looked at again:").waitFor();
  const half = page.locator(".fault", { hasText: "This is filled in by half: fill in the rest, or clear it." });
  expect(await half.count()).toBe(2);
  expect(await page.locator(".fault", { hasText: "This is no number." }).count()).toBe(1);
  expect(await records(db)).toMatchObject([{ form_status: "draft", data: { seats: 2 } }]);
  await page.getByLabel("Day", { exact: true }).fill("2030-03-01");
  await page.getByLabel("Arrival", { exact: true }).fill("2030-03-01T09:30");
  await page.getByLabel("Arrival: time zone").selectOption("Z");
  await page.getByLabel("Seats").fill("");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  const data = { day: "2030-03-01", at: "2030-03-01T09:30:00.000000Z" };
  expect((await records(db)).map((record) => record.data)).toEqual([data]);
  await context.close();
});

test("a page whose form is closed meanwhile says so rather than that it tries again", async () => {
  const { form, ...db } = await makeForm({ fields: ["name"], title: "Ends" });
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(form.url);
  await page.getByLabel("Name").fill("Anna");
  await page.getByText("Saved", { exact: true }).waitFor();
  await must(site.call(`DELETE /api/docs/${form.doc_id}`, { as: db.as }));
  await page.getByLabel("Name").fill("Anna B.");
  await page.getByText("This form takes no answers now. Whoever sent you its link may know more.").waitFor();
  await context.close();
});

test.each([true, false])(
  "a page that is out of date is loaded again with what was written, with autosave %p",
  async (autosave) => {
    const made = await makeForm({ fields: ["name"], title: "Over", autosave });
    const context = await site.profile();
    const page = await context.newPage();
    await page.goto(made.form.url);
    await must(site.call(`PATCH ${made.form_at}`, { as: made.as, json: { notify_drafts: true } }));
    const name = 'Anna "#& %';
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("alert").getByText("Load it again: what you wrote comes along.").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe(name);
    await look(page, "form-over");
    await page.getByRole("alert").getByRole("button", { name: "Load it again" }).click();
    await page.getByRole("alert").waitFor({ state: "hidden" });
    expect(await page.getByLabel("Name").inputValue()).toBe(name);
    expect(page.url()).toBe(made.form.url);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    expect(await records(made)).toMatchObject([{ form_status: "complete", data: { name } }]);
    await context.close();
  },
);

test.each([true, false])(
  "more than an address takes is not taken along, and the page says what becomes of it, with autosave %p",
  async (autosave) => {
    const keys = ["one", "two", "three"];
    const fields = keys.map((key) => ({ key, label: `Part ${key}`, type: "long_text" }));
    const made = await makeForm({ fields: keys, autosave }, await makeDatabase({ fields }));
    const context = await site.profile();
    const page = await context.newPage();
    await page.goto(made.form.url);
    await must(site.call(`PATCH ${made.form_at}`, { as: made.as, json: { notify_drafts: true } }));
    for (const key of keys) await page.getByLabel(`Part ${key}`).fill("x".repeat(200_000));
    await page.getByRole("button", { name: "Send" }).click();
    const words = autosave
      ? "Load it again; what was saved is kept, so copy what was not."
      : "Nothing of it is saved: copy what you wrote, then load it again.";
    await page.getByRole("alert").getByText(words).waitFor();
    expect(await page.getByRole("button", { name: "Load it again" }).count()).toBe(0);
    await context.close();
  },
);

test("a link that brings values along writes them into no answer but the one that it goes on with", async () => {
  const made = await makeForm({ fields: ["name"] });
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(made.form.url);
  await page.getByLabel("Name").fill("Anna");
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.goto("about:blank");
  const theirs = encodeURIComponent(JSON.stringify({ name: "Eve" }));
  await page.goto(`${made.form.url}#unsent=${theirs}`);
  await page.getByText("You go on with what you answered before.").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Anna");
  await page.goto("about:blank");
  await page.goto(`${made.form.url}#resume=&unsent=${theirs}`);
  await page.getByText("You go on with what you answered before.").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Anna");
  await context.close();
});

test.each([true, false])(
  "a program that fills in what nobody sees is thanked and dropped, with autosave %p",
  async (autosave) => {
    const { form, ...db } = await makeForm({ fields: ["name"], title: "Trap", autosave });
    const context = await site.profile();
    const page = await context.newPage();
    await page.goto(form.url);
    for (const input of await page.locator("form input[type=text]").all()) await input.fill("spam", { force: true });
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    expect((await records(db)).filter((record) => record.form_status === "complete")).toEqual([]);
    await context.close();
  },
);

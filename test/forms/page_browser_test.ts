// Forms in a real browser, on a desk and on a phone, light and dark: filled in, saved, gone on with, wrong, and sent.
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { look } from "../browser/looks.ts";
import { openSite, PICTURE } from "../browser/published_site.ts";
import { until } from "../harness/until.ts";
import { formsOf } from "./made.ts";

const site = await openSite();
const { makeDatabase, makeForm, records } = formsOf(site);

const FIELDS = [
  { key: "name", label: "Your name", type: "text", required: true },
  { key: "mail", label: "E-mail", type: "email" },
  { key: "site", label: "Web site", type: "url" },
  { key: "seats", label: "Seats", type: "number" },
  { key: "vegan", label: "Vegan menu", type: "checkbox" },
  { key: "day", label: "Day", type: "date" },
  { key: "at", label: "Time of arrival", type: "datetime" },
  { key: "room", label: "Room", type: "select", options: ["Big", "Small"] },
  { key: "days", label: "Days", type: "multi_select", options: ["Monday", "Tuesday", "Wednesday"] },
  { key: "notes", label: "Notes", type: "long_text" },
  { key: "extra", label: "Extra", type: "json" },
];
const KEYS = FIELDS.map(({ key }) => key);

/** What a page complains of in its console, but for answers that say no. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 4/.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

const saved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();

test("somebody fills in every kind of field, comes back to what was saved, is told what is missing, and sends it", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const { form } = await makeForm({ fields: KEYS, title: "Summer party" }, db);
  const context = await site.profile();
  const page = await context.newPage();
  const complaints = listen(page);
  await page.goto(form.url);
  await page.getByRole("heading", { name: "Summer party" }).waitFor();
  expect(await page.evaluate(() => self.origin)).toBe("null");
  await look(page, "form");
  // What a box says stands beside it on all its lines.
  const beside = await page
    .getByLabel("Vegan menu")
    .evaluate((box) => getComputedStyle(box.closest("label") ?? box).display);
  expect(beside).toBe("flex");
  expect(await records(db)).toEqual([]);

  await page.getByLabel("E-mail").fill("anna@");
  await page.getByLabel("Seats").fill("2");
  await page.getByLabel("Vegan menu").check();
  await page.getByLabel("Day", { exact: true }).fill("2030-03-01");
  await page
    .getByLabel(/^Time of arrival/)
    .first()
    .fill("2030-03-01T12:30:00");
  await page.getByLabel("Time of arrival: time zone").selectOption("+02:00");
  await page.getByLabel("Room").selectOption("Small");
  await page.getByLabel("Wednesday").check();
  await page.getByLabel("Monday").check();
  await page.getByLabel("Notes").fill("First line\nsecond");
  await page.getByLabel("Extra").fill('{"a": [1');
  await page.getByLabel("Extra").blur();
  // What is typed while an earlier part is saved is saved after it, and "Saved" stood there meanwhile.
  await until(async () => (await records(db)).some(({ data }) => data["extra"] !== undefined));
  await saved(page);
  const [draft] = await records(db);
  expect(draft).toMatchObject({ form_status: "draft", data: { mail: "anna@", extra: '{"a": [1', seats: 2 } });

  await page.reload();
  await page.getByText("You go on with what you answered before.").waitFor();
  expect(await page.getByLabel("Notes").inputValue()).toBe("First line\nsecond");
  expect(await page.getByLabel("Vegan menu").isChecked()).toBe(true);
  expect(await page.getByLabel("Wednesday").isChecked()).toBe(true);
  expect(await page.getByLabel("Tuesday").isChecked()).toBe(false);
  expect(await page.getByLabel("Room").inputValue()).toBe("Small");

  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Some answers are to be looked at again:").waitFor();
  expect(await page.getByText("An answer is needed here.").first().isVisible()).toBe(true);
  expect(await page.getByText("This is no e-mail address, such as anna@example.com.").first().isVisible()).toBe(true);
  expect(await page.getByText("This is no JSON object or array.").first().isVisible()).toBe(true);
  await look(page, "form-faults");
  await page.getByRole("link", { name: "Your name" }).click();
  await page.keyboard.type("Anna");
  await page.getByLabel("E-mail").fill("anna@example.com");
  await page.getByLabel("Extra").fill('{"a": [1]}');
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  await look(page, "form-done");
  const [sent, ...others] = await records(db);
  expect(others).toEqual([]);
  expect(sent).toMatchObject({
    form_status: "complete",
    data: {
      ...{ name: "Anna", mail: "anna@example.com", seats: 2, vegan: true, day: "2030-03-01", room: "Small" },
      ...{
        at: "2030-03-01T10:30:00.000000Z",
        days: ["Monday", "Wednesday"],
        notes: "First line\nsecond",
        extra: { a: [1] },
      },
    },
  });

  await page.reload();
  await page.getByRole("heading", { name: "You have answered already" }).waitFor();
  await page.getByRole("link", { name: "Send another answer" }).click();
  await page.getByLabel("Your name").fill("Ben");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await records(db)).toHaveLength(2);
  expect(complaints).toEqual([]);
  await context.close();
});

const MEDIA = [
  { key: "name", label: "Your name", type: "text", required: true },
  { key: "files", label: "Drawings", type: "attachment", accept: [".png", ".txt"], max_files: 2 },
  { key: "remarks", label: "What do you think?", type: "review", attachment_field: "files" },
];

test("files are sent with the answer, shown to whoever sent them, remarked on, and taken away again", async () => {
  const db = await makeDatabase({ fields: MEDIA });
  const { form } = await makeForm({ fields: MEDIA.map(({ key }) => key), title: "Drawings" }, db);
  const context = await site.profile();
  const page = await context.newPage();
  const complaints = listen(page);
  await page.goto(form.url);
  const picker = page.getByLabel("Drawings", { exact: true }).last();
  await picker.setInputFiles([
    { name: "dot.png", mimeType: "image/png", buffer: Buffer.from(PICTURE) },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") },
  ]);
  await page.getByRole("button", { name: "Remove dot.png" }).waitFor();
  await page.getByRole("button", { name: "Remove notes.txt" }).waitFor();
  await page.getByRole("img", { name: "dot.png" }).waitFor();
  expect(
    await page
      .getByRole("img", { name: "dot.png" })
      .evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth)),
  ).toBe(1);
  await page.getByLabel("Remark on dot.png").fill("Too small");
  // Files stand in the order in which they have come.
  const drawing = page.locator("figure").filter({ has: page.getByLabel("Remark on dot.png") });
  await drawing.getByRole("button", { name: "Add remark" }).click();
  await drawing.getByText("Too small").waitFor();
  await look(page, "form-media");
  await page.getByRole("button", { name: "Remove notes.txt" }).click();
  await page.getByRole("button", { name: "Remove notes.txt" }).waitFor({ state: "detached" });
  await page.getByLabel("Your name").fill("Anna");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  const [record] = await records(db);
  expect(record).toMatchObject({
    form_status: "complete",
    data: { files: [{ path: "dot.png", version: 1 }], remarks: [{ body: "Too small", source: { path: "dot.png" } }] },
  });
  expect(complaints).toEqual([]);
  await context.close();
});

test("remarks that are added at once on two files are both kept", async () => {
  const db = await makeDatabase({ fields: MEDIA });
  const { form } = await makeForm({ fields: MEDIA.map(({ key }) => key), title: "Drawings" }, db);
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(form.url);
  await page
    .getByLabel("Drawings", { exact: true })
    .last()
    .setInputFiles([
      { name: "one.txt", mimeType: "text/plain", buffer: Buffer.from("one") },
      { name: "two.txt", mimeType: "text/plain", buffer: Buffer.from("two") },
    ]);
  for (const name of ["one.txt", "two.txt"]) await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  for (const name of ["one.txt", "two.txt"]) await page.getByLabel(`Remark on ${name}`).fill(`About ${name}`);
  await page.getByRole("button", { name: "Add remark" }).evaluateAll((all) => {
    for (const one of all) if (one instanceof HTMLElement) one.click();
  });
  for (const name of ["one.txt", "two.txt"]) await page.getByText(`About ${name}`).waitFor();
  await page.getByLabel("Your name").fill("Anna");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  const [record] = await records(db);
  expect(record?.data.remarks).toHaveLength(2);
  await context.close();
});

test("a link fills in a form behind its password, and the private link goes on in another browser", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const { form } = await makeForm(
    { fields: ["name", "room", "days"], title: "Rooms", visibility: "password", password: "open sesame" },
    db,
  );
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(`${form.url}~unlock?name=Anna&room=Big&days=Monday&days=Tuesday`);
  await page.getByLabel("Password").fill("open sesame");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Rooms" }).waitFor();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("[name=name]")?.value === "Anna");
  expect(await page.getByLabel("Room").inputValue()).toBe("Big");
  expect(await page.getByLabel("Tuesday").isChecked()).toBe(true);
  expect(await records(db)).toEqual([]);
  await page.getByLabel("Wednesday").check();
  await saved(page);
  const link = await page.evaluate(() => window.ServiceForm.resumeLink);
  expect(link).toStartWith(`${form.url}#resume=`);
  const other = await (await site.profile({ password: "open sesame" })).newPage();
  await other.goto(link);
  await other.getByText("You go on with what you answered before.").waitFor();
  expect(await other.getByLabel("Your name").inputValue()).toBe("Anna");
  await other.getByRole("button", { name: "Send" }).click();
  await other.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await records(db)).toMatchObject([{ form_status: "complete", data: { name: "Anna", room: "Big" } }]);
  await Promise.all([context.close(), other.context().close()]);
});

const HOSTILE = `<!doctype html><title>Own</title><link rel="stylesheet" href="own.css"><form data-service-form method="post" action="__SERVICE_FORM_ACTION__">
<input type="hidden" name="_service_token" value="__SERVICE_FORM_TOKEN__"><label>Name <input name="name"></label><button>Go</button></form>
<output></output><script>
const told = [];
addEventListener("service:saved", (event) => told.push("saved " + event.detail.version));
addEventListener("service:submitted", () => { told.push("submitted"); document.querySelector("output").textContent = told.join(); });
const reach = async () => {
  const out = {};
  try { out.cookie = document.cookie; } catch (error) { out.cookie = error.name; }
  try { localStorage.setItem("a", "b"); out.storage = "kept"; } catch (error) { out.storage = error.name; }
  try { const page = await fetch("/d/OTHER/", { credentials: "include" }); out.other = await page.text(); } catch (error) { out.other = error.name; }
  out.origin = self.origin;
  await ServiceForm.ready;
  out.saved = await ServiceForm.save({ name: "Eve" });
  out.refused = await ServiceForm.save({ amount: 1 }).catch((error) => error.status);
  return out;
};
</script>`;

test("a page of somebody's own has the service's script and nothing of anybody's browser", async () => {
  const secret = await site.publish({ html: "<h1>Secret</h1>", visibility: "workspace" });
  const db = await makeDatabase({ fields: [...FIELDS, { key: "amount", label: "Amount", type: "number" }] });
  const html = HOSTILE.replace("OTHER", secret.slug);
  const { form } = await makeForm({ fields: ["name"], title: "Own", html }, db);
  const context = await site.profile({ person: site.anna });
  const page = await context.newPage();
  await page.goto(secret.url);
  await page.getByRole("heading", { name: "Secret" }).waitFor();
  await page.goto(form.url);
  const found = await page.evaluate("reach()");
  expect(found).toEqual({
    ...{ cookie: "SecurityError", storage: "SecurityError", other: "TypeError", origin: "null" },
    ...{ saved: { data: { name: "Eve" }, version: 1, status: "draft" }, refused: 400 },
  });
  await page.getByLabel("Name").fill("Anna");
  await page.getByRole("button", { name: "Go" }).click();
  await page.getByText("submitted").waitFor();
  expect(await records(db)).toMatchObject([{ form_status: "complete", data: { name: "Anna" } }]);
  await context.close();
});

test("a form works without script", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const { form } = await makeForm({ fields: ["name", "vegan", "days"], title: "Plain" }, db);
  const context = await site.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(form.url);
  await page.getByLabel("Your name").fill("Anna");
  await page.getByLabel("Vegan menu").check();
  await page.getByLabel("Monday").check();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Thank you").waitFor();
  expect(await records(db)).toMatchObject([
    { form_status: "complete", data: { name: "Anna", vegan: true, days: ["Monday"] } },
  ]);
  await context.close();
});

test("a form of labels that are read from the right is laid out from there", async () => {
  const fields = [{ key: "name", label: "\u0627\u0644\u0627\u0633\u0645", type: "text", required: true }];
  const { form } = await makeForm(
    { fields: ["name"], title: "\u062d\u0641\u0644\u0629 \u0627\u0644\u0635\u064a\u0641" },
    await makeDatabase({ fields }),
  );
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(form.url);
  expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe("rtl");
  await look(page, "form-rtl");
  await context.close();
});

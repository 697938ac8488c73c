// Forms that ask for work, in a real browser:
// the service's page does it by itself, and pages of people's own come by it.
import { expect, test } from "bun:test";
import { openSite } from "../browser/published_site.ts";
import { formsOf } from "./made.ts";

const site = await openSite();
const { makeDatabase, makeForm, records } = formsOf(site);

const FIELDS = [
  { key: "name", label: "Your name", type: "text", required: true },
  { key: "files", label: "Drawings", type: "attachment", max_files: 2 },
];
const POW = { spam: { pow: true } };

const ownPage = (script: string) => `<!doctype html><html lang="en"><title>Own</title><main><h1>Own</h1>
<form data-service-form method="post" action="__SERVICE_FORM_ACTION__">
<input type="hidden" name="_service_token" value="__SERVICE_FORM_TOKEN__">
<label>Name <input name="name"></label><button>Send</button></form></main><output></output>${script}`;

async function open(options: object) {
  const db = await makeDatabase({ fields: FIELDS });
  const { form } = await makeForm({ fields: ["name"], title: "Proven", ...POW, ...options }, db);
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(form.url);
  return { db, page, context };
}

test("the service's page saves, sends files and completes with work that it does by itself", async () => {
  const { db, page, context } = await open({ fields: ["name", "files"] });
  await page
    .getByLabel("Drawings", { exact: true })
    .last()
    .setInputFiles([{ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") }]);
  await page.getByRole("button", { name: "Remove a.txt" }).waitFor();
  await page.getByLabel("Your name").fill("Anna");
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await records(db)).toMatchObject([{ form_status: "complete", data: { name: "Anna" } }]);
  await context.close();
});

test("a page that was typed into for the first time saves with work, and so does one that is sent whole", async () => {
  const { db, page, context } = await open({});
  await page.getByLabel("Your name").fill("Anna");
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(await records(db)).toMatchObject([{ form_status: "draft", data: { name: "Anna" } }]);
  await context.close();
  const whole = await open({ autosave: false });
  await whole.page.getByLabel("Your name").fill("Bea");
  await whole.page.getByRole("button", { name: "Send" }).click();
  await whole.page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await records(whole.db)).toMatchObject([{ form_status: "complete", data: { name: "Bea" } }]);
  await whole.context.close();
});

test("a page of somebody's own comes by its proof and posts by itself, saved as it is written or whole", async () => {
  const sends = (what: string) => `<script>document.querySelector("form").addEventListener("submit", async (event) => {
event.preventDefault();
const { action, elements } = event.target;
const token = elements._service_token.value;
const data = { name: elements.name.value };
const post = async (url, body) => (await fetch(url, { method: "POST", credentials: "omit", headers: { "content-type": "application/json" }, body: JSON.stringify({ token, ...body }) })).json();
${what}
document.querySelector("output").textContent = JSON.stringify(answer);
})</script>`;
  const whole = sends("const answer = await post(action, { data, work: await ServiceForm.proof() });");
  const drafted = sends(`const resume_token = "r".repeat(43);
const url = action.replace("_submit", "_draft");
await post(url, { resume_token, action: "save", data, base_version: 0, work: await ServiceForm.proof(token) });
const answer = await post(url, { resume_token, action: "complete", base_version: 1 });`);
  for (const [script, autosave, said] of [
    [whole, false, '"received":true'],
    [drafted, true, '"status":"complete"'],
  ] as const) {
    const { db, page, context } = await open({ html: ownPage(script), autosave });
    await page.getByLabel("Name").fill("Anna");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText(said).waitFor();
    expect((await records(db)).filter(({ form_status }) => form_status === "complete")).toHaveLength(1);
    await context.close();
  }
});

test("a page of somebody's own without a script is sent with its work too", async () => {
  const { db, page, context } = await open({ html: ownPage(""), autosave: false });
  await page.getByLabel("Name").fill("Anna");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await records(db)).toMatchObject([{ form_status: "complete", data: { name: "Anna" } }]);
  await context.close();
});

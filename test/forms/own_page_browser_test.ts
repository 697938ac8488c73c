// Pages of forms that somebody wrote, in a real browser:
// what their readers see of an answer where the page says nothing of it by itself.
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { look } from "../browser/looks.ts";
import { openSite } from "../browser/published_site.ts";
import { formsOf } from "./made.ts";

const site = await openSite();
const { makeDatabase, makeForm, records, must } = formsOf(site);

const FIELDS = [
  { key: "name", label: "Your name", type: "text", required: true },
  { key: "mail", label: "E-mail", type: "email" },
];

/** What the README says of such a page, and nothing more. */
const ownPage = (script = "") => `<!doctype html><html lang="en"><title>Own</title>
<meta name="viewport" content="width=device-width"><style>form { display: grid }</style><main><h1>Own</h1>
<form data-service-form method="post" action="__SERVICE_FORM_ACTION__">
<input type="hidden" name="_service_token" value="__SERVICE_FORM_TOKEN__">
<label>Name <input name="name"></label> <label>Mail <input name="mail"></label>
<button>Send</button></form></main><output></output>${script}`;

async function open(html: string) {
  const db = await makeDatabase({ fields: FIELDS });
  const { form } = await makeForm({ fields: FIELDS.map(({ key }) => key), title: "Own", html }, db);
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(form.url);
  return { db, form, page };
}

const press = (page: Page) => page.getByRole("button", { name: "Send" }).click();

test("a page without a script of its own tells what is wrong, thanks for what was sent, and lets answer again", async () => {
  const { db, page } = await open(ownPage());
  await page.getByLabel("Mail").fill("anna");
  await press(page);
  await page.getByText("Some answers are to be looked at again:").waitFor();
  expect(await page.getByRole("alert").getByRole("listitem").allTextContents()).toEqual([
    "Your name: An answer is needed here.",
    "E-mail: This is no e-mail address, such as anna@example.com.",
  ]);
  await look(page, "form-own");
  await page.getByRole("link", { name: "Your name" }).click();
  await page.keyboard.type("Anna");
  await page.getByLabel("Mail").fill("anna@example.com");
  await press(page);
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await page.getByLabel("Name").isVisible()).toBe(false);
  expect(await records(db)).toMatchObject([{ form_status: "complete", data: { name: "Anna" } }]);
  await page.reload();
  await page.getByRole("heading", { name: "You have answered already" }).waitFor();
  await page.getByRole("link", { name: "Send another answer" }).click();
  await page.getByLabel("Name").fill("Bea");
  await press(page);
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect((await records(db)).length).toBe(2);
  await page.context().close();
});

test("a page whose script tells of the answer is left to it, but for faults that it has no way to hear of", async () => {
  const { page } = await open(
    ownPage(
      '<script>addEventListener("service:submitted", () => { document.querySelector("output").textContent = "Mine" })</script>',
    ),
  );
  await press(page);
  await page.getByText("An answer is needed here.").waitFor();
  await page.getByLabel("Name").fill("Anna");
  await press(page);
  await page.getByText("Mine").waitFor();
  expect(await page.getByText("Thank you").count()).toBe(0);
  expect(await page.getByLabel("Name").isVisible()).toBe(true);
  await page.context().close();
});

test("a page whose script completes the answer itself is shown nothing beside it", async () => {
  const { page } = await open(
    ownPage(`<script>document.querySelector("form").addEventListener("submit", async (event) => {
event.preventDefault();
await ServiceForm.save({ name: "Wizard" });
const { status } = await ServiceForm.complete();
document.querySelector("output").textContent = "It is " + status;
})</script>`),
  );
  await press(page);
  await page.getByText("It is complete").waitFor();
  expect(await page.getByText("Thank you").count()).toBe(0);
  await page.reload();
  await page.waitForFunction("ServiceForm.ready.then(({ status }) => status === 'complete')");
  expect(await page.getByLabel("Name").inputValue()).toBe("Wizard");
  expect(await page.getByText("You have answered already").count()).toBe(0);
  await page.context().close();
});

test("the service's page stays of use when it comes back as an earlier version of somebody's own", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const { form } = await makeForm({ fields: ["name"], title: "Back" }, db);
  const at = `/api/docs/${form.doc_id}`;
  await must(site.call(`PATCH ${at}`, { as: db.as, json: { html: "<h1>Not now</h1>" } }));
  await must(site.call(`POST ${at}/versions/1/restore`, { as: db.as, json: {} }));
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(form.url);
  await page.getByText("Your answers are saved as you write.").waitFor();
  await press(page);
  await page.getByText("Some answers are to be looked at again:").waitFor();
  await page.getByLabel("Your name").fill("Anna");
  await press(page);
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect(await page.getByRole("button", { name: "Send" }).isVisible()).toBe(false);
  await context.close();
});

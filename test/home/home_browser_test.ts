// The app's pages in a real browser:
// a reader comes from a restricted document through sign-in back to it, and sessions end everywhere.
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import { lastLink } from "../signin/mailbox.ts";

const { runtime: server, browser } = await openListeningServer();

/** A browser of its own whose every complaint is kept. */
async function openPage(): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints };
}

async function signInLink(userId: number): Promise<string> {
  return server.runtime
    .use(signinPort)
    .createLoginLink(server.runtime.database.sql, { user_id: userId, now: server.clock.now() });
}

test("a reader of a restricted document signs in on the way and lands on it", async () => {
  const owner = await server.person();
  const made = await server.call("POST /api/docs", {
    as: owner,
    json: { html: "<title>Plan</title><h1>The plan</h1>" },
  });
  expect(made.status).toBe(201);
  const { page, complaints } = await openPage();
  await page.goto(made.body.url);
  expect(new URL(page.url()).pathname).toBe("/auth/login");
  await look(page, "login");
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByRole("button", { name: "Make me a sign-in link" }).click();
  await page.getByRole("heading", { name: "Ask for your link" }).waitFor();
  await look(page, "login-sent");
  await page.goto((await lastLink(server.runtime)).href);
  await look(page, "login-confirm");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "The plan" }).waitFor();
  expect(page.url()).toStartWith(server.content_url);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("home is empty, then shows what was published, and leads to sign-in once signed out", async () => {
  const person = await server.person();
  const { page, complaints } = await openPage();
  await page.goto(await signInLink(person.user_id));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Nothing published yet" }).waitFor();
  await look(page, "home-empty");
  const title = `Handbook with ${"averylongwordwithoutspaces".repeat(3)}`;
  await server.call("POST /api/docs", { as: person, json: { html: "<p>x</p>", title } });
  await server.call("POST /api/docs", { as: person, json: { markdown: "# Notes", visibility: "unlisted" } });

  await page.reload();
  await page.getByRole("link", { name: title }).waitFor();
  await look(page, "home");
  expect(complaints).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator("[popovertarget=workspace]").click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.goto(`${server.base_url}/app`);
  expect(new URL(page.url()).pathname).toBe("/auth/login");
  await page.context().close();
});

test("a document is deleted, found in the trash, brought back and found by its words", async () => {
  const person = await server.person();
  for (const title of ["Harbour rules", "Tide table"]) {
    const markdown = `# ${title}\n\nBoats longer than twelve metres moor outside.`;
    await server.call("POST /api/docs", { as: person, json: { markdown, folder: "Boats" } });
  }
  const { page, complaints } = await openPage();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(await signInLink(person.user_id));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("summary", { hasText: "More for Harbour rules" }).press("Enter");
  await page.getByRole("button", { name: "Delete Harbour rules" }).press("Enter");
  await page.getByText("“Harbour rules” is in the trash").waitFor();
  await page.locator("summary", { hasText: "More for Tide table" }).click();
  await page.getByRole("button", { name: "Delete Tide table" }).click();
  await page.getByText("“Tide table” is in the trash").waitFor();
  await page.getByRole("link", { name: "Trash", exact: true }).click();
  await page.getByRole("heading", { name: "Your trash" }).waitFor();
  await look(page, "trash");
  await page.getByRole("button", { name: "Restore Harbour rules" }).click();
  await page.getByText("“Harbour rules” is back.").waitFor();
  await page.locator("summary", { hasText: "More for Tide table" }).click();
  await page.getByRole("button", { name: "Delete Tide table for good" }).click();
  await page.getByText("“Tide table” is gone for good.").waitFor();
  await page.reload();
  await page.getByText("Nothing here").waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press("/");
  await page.getByRole("searchbox", { name: "Words to find" }).fill("twelve met");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Harbour rules" }).waitFor();
  expect(await page.getByText("Tide table").count()).toBe(0);
  await look(page, "search");
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("signing out everywhere ends the session of another browser", async () => {
  const person = await server.person();
  const [here, there] = [await openPage(), await openPage()];
  for (const { page } of [here, there]) {
    await page.goto(await signInLink(person.user_id));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Your documents", exact: true }).waitFor();
  }
  await here.page.goto(`${server.base_url}/app?view=account`);
  expect(here.page.url()).toBe(`${server.base_url}/app/settings/me/profile`);
  await here.page.getByRole("button", { name: "Sign out everywhere" }).click();
  await here.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await there.page.reload();
  await there.page.getByRole("heading", { name: "Sign in" }).waitFor();
  for (const { page } of [here, there]) await page.context().close();
});

test("refusals are pages that look like the rest and say the way out", async () => {
  const { page } = await openPage();
  await page.goto(`${server.base_url}/auth/link/used-up`);
  await look(page, "link-ended");
  await page.goto(`${server.base_url}/no/such/page`);
  await look(page, "not-found");
  await page.getByRole("link", { name: "To your documents" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.context().close();
});

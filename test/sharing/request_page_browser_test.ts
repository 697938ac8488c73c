// Asking for access in a real browser: by keyboard, in every look, until the document opens by itself.
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import type { Person } from "../harness/harness.ts";
import { readOutbox } from "../harness/outbox.ts";

const { runtime: server, browser } = await openListeningServer();

async function signedIn({ user_id }: Person): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  page.on("pageerror", (error) => void complaints.push(error.message));
  const { sql } = server.runtime.database;
  await page.goto(await server.runtime.use(signinPort).createLoginLink(sql, { user_id, now: server.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/app/);
  return { page, complaints };
}

test("a member asks by keyboard, waits, and sees the document as soon as a manager lets them", async () => {
  const anna = await server.person();
  const otto = await server.person({ role: "member", workspace_id: anna.workspace_id });
  const made = await server.call("POST /api/docs", { as: anna, json: { html: "<h1>The plan</h1>" } });
  const asking = await signedIn(otto);
  await asking.page.goto(made.body.url);
  await asking.page.getByRole("heading", { name: "You need access" }).waitFor();
  await look(asking.page, "request-access");
  await asking.page.getByLabel("Message").focus();
  await asking.page.keyboard.type("I review it on Monday.");
  await asking.page.keyboard.press("Tab");
  await asking.page.keyboard.press("Enter");
  await asking.page.getByRole("heading", { name: "Your request is sent" }).waitFor();
  await look(asking.page, "request-waiting");

  for (let round = 0; round < 3; round++) await server.runtime.jobs.runDue();
  const mails = await readOutbox(server.runtime.config.data_dir);
  const link = mails.flatMap((mail) => mail.links).find((one) => one.includes("/auth/access-request/")) ?? "";
  const deciding = await signedIn(anna);
  await deciding.page.goto(link);
  await deciding.page.getByText("I review it on Monday.").waitFor();
  await look(deciding.page, "request-review");
  await deciding.page.getByRole("button", { name: "Let them view it" }).press("Enter");
  await deciding.page.getByRole("heading", { name: "Access is given" }).waitFor();

  await asking.page.getByRole("heading", { name: "The plan" }).waitFor();
  expect(new URL(asking.page.url()).origin).toBe(server.content_url);
  expect([...asking.complaints, ...deciding.complaints]).toEqual([]);
});

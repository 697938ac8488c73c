// The page of notifications in a real browser:
// choices saved by keyboard, a chat given and tried, a watch ended, in every look.
import { expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import { publish } from "../documents/published.ts";
import { OPENED, openReceiver } from "../webhooks/receiver.ts";

const { runtime: h, browser } = await openListeningServer(OPENED);
const receiver = openReceiver();

test("choices are saved, a chat is given and tried, and a watch is ended, all without a script", async () => {
  const { as, doc } = await publish(h, {
    html: "x",
    title: "A plan with a title <b>of</b> some length, as titles are now and then",
  });
  await h.call("POST /api/watch", { as, json: { target: `doc:${doc.doc_id}` } });
  await h.call("DELETE /api/watch?target=root:general", { as });
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`${h.base_url}/auth/notifications`);
  expect(new URL(page.url()).pathname).toBe("/auth/login");
  const { sql } = h.runtime.database;
  await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${h.base_url}/auth/notifications`);
  expect(await page.locator("script").count()).toBe(0);
  const mail = page.getByRole("checkbox", { name: "Mail: Resolved comments" });
  expect(await mail.isChecked()).toBe(false);
  await mail.press("Space");
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.getByText("Your choices are saved.").waitFor();
  expect(await page.getByRole("checkbox", { name: "Mail: Resolved comments" }).isChecked()).toBe(true);
  await page
    .getByRole("textbox", { name: "Address" })
    .fill(`${receiver.url}/services/T0/B0/of-a-team-with-a-rather-long-address`);
  await page.getByLabel("Written for").selectOption("slack");
  await page.getByRole("button", { name: "Save address" }).press("Enter");
  await page.getByText("The address is saved.").waitFor();
  expect(await page.content()).not.toContain("rather-long-address");
  await page.getByRole("button", { name: "Send a test" }).press("Enter");
  await page.getByText("The test arrived.").waitFor();
  expect(receiver.received).toHaveLength(1);
  receiver.answer = () => new Response("no_service", { status: 404 });
  await page.getByRole("button", { name: "Send a test" }).press("Enter");
  await page.getByText("The test did not arrive: the chat answered 404: no_service.").waitFor();
  await look(page, "notifications");
  await page.getByRole("listitem").filter({ hasText: "A plan" }).getByRole("button").press("Enter");
  await page.getByText("Removed from your list.").waitFor();
  expect(await page.getByRole("listitem").filter({ hasText: "A plan" }).count()).toBe(0);
  await page.getByRole("button", { name: "Unmute General" }).waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).press("Enter");
  await page.getByText("The address is forgotten").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a form that names an unknown kind is refused on a page", async () => {
  const as = await h.person();
  const form = new FormData();
  form.append("app", "comment.eaten");
  const headers = { accept: "text/html" };
  expect((await h.call("POST /auth/notifications", { as, with_cookie: true, form, headers })).status).toBe(400);
});

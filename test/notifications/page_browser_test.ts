// The page of what people are told of, in a real browser:
// choices saved by keyboard, a chat given and tried, a watch ended, in every look.
import { expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import { publish } from "../documents/published.ts";
import { OPENED, openReceiver } from "../webhooks/receiver.ts";

const { runtime: h, browser } = await openListeningServer(OPENED);
const receiver = openReceiver();
const PATH = "/app/settings/me/notifications";

test("choices are saved, a chat is given and tried, and a watch is ended and taken up again", async () => {
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
  await page.waitForURL(`${h.base_url}${PATH}`);
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
  await page.getByText("A message arrived").waitFor();
  expect(receiver.received).toHaveLength(1);
  receiver.answer = () => new Response("no_service", { status: 404 });
  await page.getByRole("button", { name: "Send a test" }).press("Enter");
  await page.getByText("The last message did not arrive: The chat answered 404: no_service.").waitFor();
  await look(page, "notifications");
  await page.getByRole("listitem").filter({ hasText: "A plan" }).getByRole("button").press("Enter");
  await page.getByText("You watch “A plan").waitFor();
  expect(await page.getByRole("listitem").filter({ hasText: "A plan" }).count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await page.getByRole("listitem").filter({ hasText: "A plan" }).waitFor();
  await page.getByRole("button", { name: "Unmute General" }).waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).press("Enter");
  await page.getByText("The address is forgotten").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("an address that is none comes back in the form, with the words beside it and nothing lost", async () => {
  const as = await h.person();
  const { status, body } = await h.call("POST /app/do/notification.chat", {
    as,
    with_cookie: true,
    body: new URLSearchParams({ url: "hooks.example/x", format: "", "~back": PATH }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
  });
  expect([status, body.includes('value="hooks.example/x"')]).toEqual([400, true]);
});

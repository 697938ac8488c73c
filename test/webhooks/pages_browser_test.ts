// The pages of webhooks in a real browser: found from the list, every attempt with its answer, sent again by keyboard, in every look.
import { expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningHouse } from "../browser/listening_house.ts";
import { look } from "../browser/looks.ts";
import { publish } from "../documents/published.ts";
import { deliver, hook, OPENED, openReceiver } from "./receiver.ts";

const { house: h, browser } = await openListeningHouse(OPENED);
const receiver = openReceiver();

test("a delivery is found with its attempts and sent again by keyboard", async () => {
  const as = await h.person();
  const { id } = await hook(h, as, {
    url: `${receiver.url}/of-a-team-with-a-rather-long-address`,
    events: ["doc.*", "webhook.test"],
  });
  receiver.answer = () => new Response("<b>maintenance</b> until five", { status: 503 });
  await publish(h, { html: "x" }, { as });
  await deliver(h);
  receiver.answer = () => new Response("thanks");
  h.clock.advance(60_000);
  await deliver(h);
  receiver.answer = () => new Response("no", { status: 500 });
  await h.call(`POST /api/webhooks/${id}/test`, { as });
  await deliver(h);
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`${h.base_url}/auth/webhooks`);
  expect(new URL(page.url()).pathname).toBe("/auth/login");
  const { sql } = h.house.database;
  await page.goto(await h.house.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/app/);
  await page.goto(`${h.base_url}/auth/webhooks`);
  await look(page, "webhooks");
  await page.getByRole("link", { name: /of-a-team/ }).press("Enter");
  const delivery = page.getByRole("article").filter({ hasText: "doc.publish" });
  await delivery.getByText("2 attempts").press("Enter");
  await delivery.getByText("<b>maintenance</b> until five").waitFor();
  await look(page, "webhook-deliveries");
  const before = receiver.received.length;
  await delivery.getByRole("button", { name: "Send again" }).press("Enter");
  await page.getByText("redelivery").waitFor();
  await deliver(h);
  expect(receiver.received.length).toBe(before + 1);
  expect(receiver.received.at(-1)?.body.action).toBe("doc.publish");
  await page.getByRole("link", { name: "Delivered" }).press("Enter");
  await page.waitForURL(/status=ok/);
  expect(await page.getByRole("article").count()).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test("who is no owner or admin, or on a lower plan, is told so on a page", async () => {
  const as = await h.person();
  const member = await h.person({ role: "member", workspace_id: as.workspace_id });
  const team = await h.person({ plan: "team" });
  const headers = { accept: "text/html" };
  for (const [who, status] of [
    [member, 403],
    [team, 402],
  ] as const) {
    const answer = await h.call("GET /auth/webhooks", { as: who, with_cookie: true, headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
  }
  const stranger = await h.person();
  const { id } = await hook(h, as, { url: receiver.url });
  expect((await h.call(`GET /auth/webhooks/${id}`, { as: stranger, with_cookie: true })).status).toBe(404);
});

// The pages of webhooks in a real browser:
// found from the list, every attempt with its answer, sent again by keyboard, in every look.
import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import { publish } from "../documents/published.ts";
import { deliver, hook, OPENED, openReceiver } from "./receiver.ts";

const { runtime: h, browser } = await openListeningServer(OPENED);
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
  const { sql } = h.runtime.database;
  await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${h.base_url}/app/settings/company/webhooks`);
  await look(page, "webhooks");
  await page.getByRole("link", { name: /of-a-team/ }).press("Enter");
  const delivery = page.getByRole("row").filter({ hasText: "doc.publish" });
  await delivery.getByRole("link", { name: "2 attempts" }).press("Enter");
  await delivery.getByText("<b>maintenance</b> until five").waitFor();
  await look(page, "webhook-deliveries");
  const before = receiver.received.length;
  await delivery.getByRole("button", { name: /^Send again: doc.publish/ }).press("Enter");
  await page.getByText(/sent again$/).waitFor();
  await deliver(h);
  expect(receiver.received.length).toBe(before + 1);
  expect(receiver.received.at(-1)?.body.action).toBe("doc.publish");
  await page.getByRole("link", { name: "Delivered" }).press("Enter");
  await page.waitForURL(/status=ok/);
  await page.getByRole("row").filter({ hasText: "webhook.test" }).waitFor({ state: "detached" });
  expect(await page.locator("tbody tr").count()).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a webhook is paused, resumed, tested and given a new secret on its page", async () => {
  const as = await h.person();
  // As an agent makes it: nobody has seen its secret.
  const called = { as, json: { url: `${receiver.url}/made-by-an-agent`, events: ["doc.*"] } };
  const { id } = (await h.call("POST /api/webhooks", called)).body;
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const { sql } = h.runtime.database;
  await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/app/);
  await page.goto(`${h.base_url}/app/settings/company/webhooks`);
  await page.getByRole("link", { name: /made-by-an-agent/ }).press("Enter");
  await page.getByRole("button", { name: "Pause" }).press("Enter");
  await page.locator("main").getByText("Paused", { exact: true }).waitFor();
  h.clock.advance(1000);
  await publish(h, { html: "while it was paused" }, { as });
  await h.runtime.relay.relayAll();
  h.clock.advance(1000);
  await page.getByRole("button", { name: "Resume" }).press("Enter");
  await page.locator("main").getByText("Active", { exact: true }).waitFor();
  await page.getByText("Send what it missed").press("Enter");
  await page.getByLabel("What", { exact: true }).selectOption("missing");
  await look(page, "webhook-controls");
  await page.getByRole("button", { name: "Send it" }).press("Enter");
  await page.getByRole("row").filter({ hasText: "doc.publish" }).waitFor();
  await page.getByText("New signing secret").press("Enter");
  await page.getByRole("button", { name: "Make a new secret" }).press("Enter");
  const secret = await page.getByLabel("Its signing secret.").inputValue();
  await look(page, "webhook-secret");
  await page.reload();
  expect(await page.getByLabel("Its signing secret.").count()).toBe(0);
  await page.getByRole("button", { name: "Send a test" }).press("Enter");
  await page.getByRole("row").filter({ hasText: "webhook.test" }).waitFor();
  receiver.received.length = 0;
  await deliver(h);
  expect(receiver.received.map(({ body }) => body.action).sort()).toEqual(["doc.publish", "webhook.test"]);
  for (const { text, headers } of receiver.received) {
    const at = headers["webhook-timestamp"];
    const signature = createHmac("sha256", secret).update(`${at}.${text}`).digest("hex");
    expect(headers["x-service-signature"]).toStartWith(`t=${at},v1=${signature}`);
  }
  await page.getByText("New signing secret").press("Enter");
  await page.getByText(/still signs, until/).waitFor();
  await page.getByRole("button", { name: "Make a new secret" }).press("Enter");
  await page.getByText("Copy it now.").waitFor();
  await page.getByText("Remove…").press("Enter");
  await look(page, "webhook-removal");
  await page.getByRole("button", { name: "Remove the webhook" }).press("Enter");
  await page.getByText("No webhooks yet").waitFor();
  expect(complaints).toEqual([]);
  const told = await h.call(`GET /api/audit?target_type=webhook&target_id=${id}`, { as });
  expect(told.body.events.map(({ action }: { action: string }) => action)).toEqual([
    "webhook.delete",
    "webhook.rotate_secret",
    "webhook.test",
    "webhook.rotate_secret",
    "webhook.recover",
    "webhook.update",
    "webhook.update",
    "webhook.create",
  ]);
  await context.close();
});

test("the forms of a webhook's page are for its managers at their browser", async () => {
  const as = await h.person();
  const stranger = await h.person();
  const member = await h.person({ role: "member", workspace_id: as.workspace_id });
  const { id } = await hook(h, as, { url: receiver.url });
  const forms = [
    ["webhook.update", { active: "false" }],
    ["webhook.recover", { since: h.clock.now().toISOString() }],
    ["webhook.rotate_secret", { overlap_seconds: "0" }],
    ["webhook.delete", {}],
  ] as const;
  for (const [operation, fields] of forms) {
    const sent = (who: typeof as, headers: Record<string, string> = {}, with_cookie = true) => {
      const body = new URLSearchParams({ id: `${id}`, ...fields });
      return h.call(`POST /app/do/${operation}`, { as: who, with_cookie, headers, body });
    };
    expect((await sent(stranger)).status).toBe(404);
    expect((await sent(member)).status).toBe(403);
    expect((await sent(as, {}, false)).status).toBe(401);
    expect((await sent(as, { origin: "https://evil.example" })).status).toBe(403);
  }
  const { body } = await h.call(`GET /api/webhooks/${id}`, { as });
  expect(body).toMatchObject({ active: true, former_secret_until: null });
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
    const answer = await h.call("GET /app/settings/company/webhooks", { as: who, with_cookie: true, headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
  }
  const stranger = await h.person();
  const { id } = await hook(h, as, { url: receiver.url });
  expect((await h.call(`GET /app/settings/company/webhooks/${id}`, { as: stranger, with_cookie: true })).status).toBe(
    404,
  );
});

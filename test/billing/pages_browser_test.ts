// The pages on which plans are compared and bought, in a real browser:
// what is over the plan, a purchase by keyboard, in every look.
import { afterAll, expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import { START } from "../harness/server_database.ts";
import { openProcessor, signedEvent } from "./stripe_stand_in.ts";

const processor = openProcessor({ start: START });
const { runtime: h, browser } = await openListeningServer({ EDITION: "cloud", ...processor.env });
afterAll(processor.close);

test("an owner compares the plans, buys one, and reads what they have", async () => {
  const as = await h.person({ plan: "free" });
  for (let i = 0; i < 2; i++) await h.person({ workspace_id: as.workspace_id });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${h.base_url}/pricing`);
  await page.getByRole("row", { name: /Storage 1 GiB 100 GiB 1 TiB 5 TiB/ }).waitFor();
  await look(page, "pricing");
  await page.getByRole("link", { name: "Change this workspace's plan" }).click();
  expect(new URL(page.url()).pathname).toBe("/auth/login");
  const { sql } = h.runtime.database;
  await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${h.base_url}/app/settings/company/billing`);
  await page.getByText("carries 2 members and there are 3").waitFor();
  await look(page, "billing-free");

  // Nothing answers at the processor's address; that the browser goes there is what counts.
  const paying = page.waitForRequest(/^https:\/\/pay\.example/);
  await page.getByRole("button", { name: "Team, by the month" }).press("Enter");
  const customer = new URL((await paying).url()).pathname.split("/").at(-1) ?? "";
  // The browser's own page of the failure comes a moment later, and would break off the next way.
  await page.waitForURL(/^chrome-error:/);
  processor.has.set(customer, [{ price: "price_tm" }, { price: "price_s" }]);
  const event = await signedEvent({ id: "evt_page", type: "checkout.session.completed", customer }, h.clock.now());
  await h.call("POST /api/billing/webhook", event);
  await page.goto(`${h.base_url}/app/settings/company/billing?from=checkout`);
  await page.getByRole("heading", { name: "Team" }).waitFor();
  await page.getByText("of 150 GiB used").first().waitFor();
  await look(page, "billing-team");
  const changing = page.waitForRequest("https://pay.example/portal");
  await page.getByRole("button", { name: "Change or end what was bought" }).press("Enter");
  await changing;
  await context.close();
});

// The pages of spaces and groups in a real browser: by keyboard, in every look, what a change does said before it.
import { expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";

const { runtime: h, browser } = await openListeningServer();

test("a group is filled and a person let into a space by keyboard, and taken out of it again", async () => {
  const owner = await h.person({ role: "owner" });
  const ben = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  await h.call("POST /api/roots", { as: owner, json: { name: `Handbook ${"longname".repeat(8)}`, slug: "handbook" } });
  const made = await h.call("POST /api/groups", { as: owner, json: { name: "Design" } });
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const { sql } = h.runtime.database;
  await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id: owner.user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/app/);

  await page.goto(`${h.base_url}/app/settings/groups/${made.body.id}`);
  await page.getByRole("checkbox", { name: ben.email }).press("Space");
  await page.getByRole("button", { name: "Put in", exact: true }).press("Enter");
  await page.getByText("They are in “Design” now.").waitFor();
  await page.getByRole("checkbox", { name: `Choose ${ben.email}` }).waitFor();
  await look(page, "group");

  await page.goto(`${h.base_url}/app/settings/spaces/handbook`);
  await page.getByRole("textbox", { name: "Person" }).fill(ben.email);
  await page.keyboard.press("Enter");
  await page.getByText("One person is let in.").waitFor();
  await look(page, "space-change");
  await page.getByRole("button", { name: "Give access" }).press("Enter");
  await page.getByText(`Access is given: ${ben.email}.`).waitFor();
  await page.locator("summary", { hasText: `${ben.email} may` }).press("Enter");
  await page.getByRole("link", { name: `Take access away from ${ben.email}` }).press("Enter");
  await page.getByText("One person is shut out.").waitFor();
  await page.getByRole("button", { name: "Take away", exact: true }).press("Enter");
  await page.getByText(`Access is taken away: ${ben.email}.`).waitFor();
  expect((await h.call("GET /api/roots/handbook/access", { as: owner })).body.grants).toEqual([]);
  await page.goto(`${h.base_url}/app/settings/spaces/handbook/review`);
  await look(page, "space-review");
  expect(complaints).toEqual([]);
  await context.close();
});

// The invite's page in a real browser: in every look, left by its second way and joined by its button.
import { expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";

const { runtime: server, browser } = await openListeningServer();

test("somebody with documents sees what they leave, may stay, and joins by the button", async () => {
  const host = await server.person();
  const guest = await server.person();
  const { sql } = server.runtime.database;
  await sql`update users set name = 'Hanna Berg' where user_id = ${host.user_id}`;
  await sql`update workspaces set name = 'Berg und Partner Beratungsgesellschaft' where workspace_id = ${host.workspace_id}`;
  for (const json of [
    { markdown: "# One" },
    { markdown: "# Two" },
    { markdown: "# Ours", root: "general", folder: "" },
  ]) {
    await server.call("POST /api/docs", { as: guest, json });
  }
  await server.person({ role: "owner", workspace_id: guest.workspace_id });
  const { url } = (await server.call("POST /api/invites", { as: host, json: { email: guest.email } })).body;

  const page = await (await browser.newContext()).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  const now = server.clock.now();
  await page.goto(await server.runtime.use(signinPort).createLoginLink(sql, { user_id: guest.user_id, now }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/app/);

  await page.goto(url);
  await page.getByRole("heading", { name: "Join Berg und Partner" }).waitFor();
  await look(page, "invite-join");
  await page.getByRole("link", { name: "Stay where I am" }).click();
  await page.waitForURL(/\/app$/);
  await page.goBack();
  await page.getByRole("button", { name: "Leave and join" }).press("Enter");
  await page.waitForURL(/\/app\?invite=joined/);
  await page.getByText("You have joined the workspace.").waitFor();
  expect(complaints).toEqual([]);
});

test("somebody who is signed out reads who invites to what, in every look", async () => {
  const host = await server.person();
  const { sql } = server.runtime.database;
  await sql`update users set name = 'Hanna Berg' where user_id = ${host.user_id}`;
  await sql`update workspaces set name = 'Berg und Partner Beratungsgesellschaft' where workspace_id = ${host.workspace_id}`;
  const { url } = (await server.call("POST /api/invites", { as: host, json: { email: "new@example.com" } })).body;
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  await page.getByRole("heading", { name: "Join Berg und Partner" }).waitFor();
  await page.getByText("Hanna Berg").waitFor();
  await page.getByText("new@example.com").waitFor();
  await page.getByLabel("Your name").waitFor();
  await look(page, "invite-signed-out");
  await page.context().close();
});

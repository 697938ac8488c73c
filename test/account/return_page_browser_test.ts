// Taking the deletion of an account back in a real browser:
// in every look, by keyboard, into the app with the documents there.
import { expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";

const { runtime: server, browser } = await openListeningServer();

test("somebody who deleted their account signs in, keeps it, and finds their documents", async () => {
  const as = await server.person();
  for (const title of ["Plan", "Notes"]) await server.call("POST /api/docs", { as, json: { html: "x", title } });
  await server.call("DELETE /api/account", { as, json: { confirm: as.email } });
  const { sql } = server.runtime.database;
  const page = await (await browser.newContext()).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  const now = server.clock.now();
  await page.goto(await server.runtime.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Keep your account?" }).waitFor();
  await look(page, "account-return");
  await page.getByRole("button", { name: "Keep my account" }).press("Enter");
  await page.getByRole("link", { name: "Plan", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/app");
  expect(complaints).toEqual([]);
});

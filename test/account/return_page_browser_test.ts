// Taking the deletion of an account back in a real browser: in every look, by keyboard, into the app with the documents there.
import { expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningHouse } from "../browser/listening_house.ts";
import { look } from "../browser/looks.ts";

const { house, browser } = await openListeningHouse();

test("somebody who deleted their account signs in, keeps it, and finds their documents", async () => {
  const as = await house.person();
  for (const title of ["Plan", "Notes"]) await house.call("POST /api/docs", { as, json: { html: "x", title } });
  await house.call("DELETE /api/account", { as, json: { confirm: as.email } });
  const { sql } = house.house.database;
  const page = await (await browser.newContext()).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  const now = house.clock.now();
  await page.goto(await house.house.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Keep your account?" }).waitFor();
  await look(page, "account-return");
  await page.getByRole("button", { name: "Keep my account" }).press("Enter");
  await page.getByRole("link", { name: "Plan", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/app");
  expect(complaints).toEqual([]);
});

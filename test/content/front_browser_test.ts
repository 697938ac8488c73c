// The content host's own address in a real browser:
// a page for people, in every look, from which the app is one step away.
import { expect, test } from "bun:test";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";

const { runtime, browser } = await openListeningServer();

test("a person at the content host's own address reads what it is and gets to the app", async () => {
  const page = await (await browser.newContext()).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  await page.goto(runtime.content_url);
  await page.getByRole("heading", { name: "Published documents live here" }).waitFor();
  await look(page, "content-front");
  await page.getByRole("link", { name: "Open the app" }).click();
  await page.waitForURL(/\/auth\/login/);
  expect(complaints).toEqual([]);
});

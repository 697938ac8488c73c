// Typing a document's password in a real browser:
// by keyboard, in every look, wrong first, and the page with all its parts behind it.
import { expect, test } from "bun:test";
import { look } from "../browser/looks.ts";
import { openSite, REPORT, readReport, reportFiles } from "../browser/published_site.ts";

const PASSWORD = "correct horse battery";
const site = await openSite();

test("a person types the password, wrong and right, and reads the document with everything in it", async () => {
  const guarded = await site.publish({ html: REPORT, visibility: "password", password: PASSWORD }, await reportFiles());
  const context = await site.profile();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  await page.goto(`${guarded.url}~unlock`);
  await page.getByRole("heading", { name: "This document needs a password" }).waitFor();
  await look(page, "unlock");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await look(page, "unlock-wrong");
  // The 403 of a wrong password is told in the console, too.
  complaints.length = 0;
  await page.getByLabel("Password").focus();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/~[^/]{30,}\//);
  expect(await readReport(page)).toMatchObject({ font: "loaded", picture: true, module: "module greets its data" });
  await page.goto(`${guarded.url}~unlock`);
  expect(page.url()).toContain(guarded.url);
  expect(await readReport(page)).toMatchObject({ picture: true });
  expect(complaints).toEqual([]);
  await context.close();
});

test("too many wrong ones say when to try again", async () => {
  const document = await site.publish({ html: "<h1>Plan</h1>", visibility: "password", password: PASSWORD });
  const context = await site.profile();
  const page = await context.newPage();
  await page.goto(`${document.url}~unlock`);
  for (let n = 0; n < 11; n++) {
    await page.getByLabel("Password").fill(`guess ${n}`);
    await page.getByRole("button", { name: "Open the document" }).click();
    await page.getByRole("alert").waitFor();
  }
  await page.getByText("Try again in 15 minutes").waitFor();
  await look(page, "unlock-waiting");
  await context.close();
});

// A document's password says in the browser how strong it is, refuses none, and sends nothing while it is typed.
import { expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";

const { runtime: server, browser } = await openListeningServer();
const { sql } = server.runtime.database;
const owner = await server.person();
const { body: made } = await server.call("POST /api/docs", { as: owner, json: { markdown: "# Plan" } });

/** The page on which the document is shared, and what its browser complains of and asks for. */
async function openShare(
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[]; sent: string[] }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const [complaints, sent]: [string[], string[]] = [[], []];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  const now = server.clock.now();
  await page.goto(await server.runtime.use(signinPort).createLoginLink(sql, { user_id: owner.user_id, now }));
  await page.locator("form button").click();
  await page.waitForURL(/\/app$/);
  await page.goto(`${server.base_url}/app/d/${made.doc_id}/share`);
  await page.locator("[data-strength]").waitFor({ state: "attached" });
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // Every page asks it from time to time, whatever is typed.
    if (pathname !== "/api/notifications/unread") sent.push(pathname);
  });
  return { page, complaints, sent };
}

test("what is soon guessed, takes a while and is strong is said while it is typed, and none is refused", async () => {
  const { page, complaints, sent } = await openShare();
  const field = page.getByLabel("Password of the link");
  const said: Record<string, string | null> = {};
  for (const password of [
    ...["password", "Sommer2024!", "aaaaaaaaaaaaaaaa", "1234567890", "20242024"],
    ...["blue horse quickly", "8362917405"],
    ...["acid lamp river thumb", "k3Vq9ZtL2w!xB7"],
    "",
  ]) {
    await field.fill(password);
    said[password] = await page.locator("[data-strength]").textContent();
  }
  const [weak, fair, strong] = ["Soon guessed", "Takes a while to guess", "Strong"];
  expect(said).toEqual({
    ...{ password: weak, "Sommer2024!": weak, aaaaaaaaaaaaaaaa: weak, "1234567890": weak, "20242024": weak },
    ...{ "blue horse quickly": fair, "8362917405": fair },
    ...{ "acid lamp river thumb": strong, "k3Vq9ZtL2w!xB7": strong, "": "" },
  });
  expect(sent).toEqual([]);
  await page.getByRole("combobox", { name: "Everybody else" }).selectOption("password");
  await field.fill("password");
  await page.locator("form", { has: field }).getByRole("button").click();
  await page.getByText("Who else may open it is changed.").waitFor();
  const { body } = await server.call(`GET /api/docs/${made.doc_id}`, { as: owner });
  expect([body.visibility, complaints]).toEqual(["password", []]);
});

test("it is said in German, and without script the rule stands there alone", async () => {
  const german = await openShare({ locale: "de-DE" });
  await german.page.getByLabel("Passwort des Links").fill("password");
  expect(await german.page.locator("[data-strength]").textContent()).toBe("Bald erraten");
  const plain = await openShare({ javaScriptEnabled: false });
  await plain.page.getByLabel("Password of the link").fill("password");
  expect(await plain.page.locator("[data-strength]").textContent()).toBe("");
  expect(await plain.page.getByText("Four words that do not belong together are strong").count()).toBe(1);
});

// Finding one's way in a real browser: the palette and its keys, the tree by keyboard, and what is unread as it comes.
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";
import type { Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";

const { runtime: h, browser } = await openListeningServer();

async function openAs({ user_id }: Person): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const { sql } = h.runtime.database;
  await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Home" }).waitFor();
  return { page, complaints };
}

const publish = (as: Person, title: string, where: object = {}) =>
  must(h.call("POST /api/docs", { as, json: { markdown: `# ${title}`, ...where } }));

test("the palette finds documents, places and commands by keyboard, and gives the focus back", async () => {
  const owner = await h.person({ role: "owner" });
  await publish(owner, 'Release <img src="x">', { folder: "Reliability" });
  await publish(owner, "Something else");
  const { page, complaints } = await openAs(owner);
  const field = page.getByRole("combobox", { name: "Go to, or do" });
  await page.getByRole("link", { name: "Inbox" }).first().focus();
  await page.keyboard.press("Control+k");
  await field.waitFor();
  await field.fill("rel");
  await page.getByRole("option", { name: /^Release/ }).waitFor();
  await page.getByRole("option", { name: /^Reliability/ }).waitFor();
  expect(await page.getByRole("option", { name: "Something else" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/app/inbox");
  await page.keyboard.press("Control+k");
  await field.fill("rel");
  await page.getByRole("option", { name: /^Reliability/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Reliability" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.getByRole("heading", { name: "Home" }).waitFor();
  await page.keyboard.press("Control+k");
  await field.fill("> tra");
  await page.getByRole("option", { name: "Trash" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Your trash" }).waitFor();
  await page.getByRole("button", { name: /^Team/ }).first().click();
  await page.getByRole("button", { name: "Keys of one letter: on" }).click();
  await page.getByRole("heading", { name: "Your trash" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.keyboard.press("Control+k");
  await field.fill("rel");
  await page.getByRole("option", { name: /^Reliability/ }).waitFor();
  await look(page, "palette");
  expect(new URL(page.url()).pathname).toBe("/app/trash");
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("the tree unfolds a level where it stands, keeps it over pages, and goes by arrows", async () => {
  const owner = await h.person({ role: "owner" });
  await publish(owner, "Deep", { folder: "Plans/2027" });
  await publish(owner, "Beside", { folder: "Plans" });
  const { page, complaints } = await openAs(owner);
  const tree = page.getByRole("list", { name: "Spaces" });
  await tree.getByRole("link", { name: "My documents" }).focus();
  await page.keyboard.press("ArrowRight");
  await tree.getByRole("link", { name: "Plans" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await tree.getByRole("link", { name: "Beside" }).waitFor();
  await page.goto(`${h.base_url}/app`);
  await tree.getByRole("link", { name: "My documents" }).focus();
  await page.keyboard.press("ArrowRight");
  await tree.getByRole("link", { name: "Plans" }).click();
  await tree.getByRole("link", { name: "2027" }).click();
  await tree.getByRole("link", { name: "Deep" }).click();
  await page.getByRole("heading", { name: "Deep" }).waitFor();
  // What was unfolded stays, and the page stands in it once.
  expect(await tree.getByRole("link", { name: "Beside" }).count()).toBe(1);
  expect(await tree.locator("[aria-current=page]").allTextContents()).toEqual(["Deep"]);
  await page.reload();
  expect(await tree.locator("a").allTextContents()).toEqual(["My documents", "Plans", "2027", "Deep", "General"]);
  await look(page, "tree");
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("a request comes while one looks, and is decided in the inbox", async () => {
  const owner = await h.person({ role: "owner", plan: "business" });
  const asker = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const { body } = await publish(owner, "Pay bands");
  const { page, complaints } = await openAs(owner);
  await must(h.call("POST /api/access-requests", { as: asker, json: { slug: body.slug, message: "For the talk." } }));
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  await page.getByLabel("1 unread").first().waitFor();
  await page.getByRole("link", { name: "Inbox" }).first().click();
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  await look(page, "inbox");
  await page.getByRole("button", { name: `Let in ${asker.email}` }).click();
  await page.getByText(`${asker.email} may read it now.`).waitFor();
  expect((await h.call(`GET /api/docs/${body.doc_id}/rendered`, { as: asker })).status).toBe(200);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("what somebody chose is not taken from them by a page that is shown anew", async () => {
  const { page, complaints } = await openAs(await h.person({ role: "owner" }));
  await page.goto(`${h.base_url}/app/settings/me/profile`);
  await page.getByLabel("Time zone").waitFor();
  const asked = await page.evaluate(() => {
    const select = document.querySelector<HTMLSelectElement>("main select");
    const fetched: number[] = [];
    for (const chosen of [1, 0]) {
      if (select) select.selectedIndex = chosen;
      let count = 0;
      const { fetch } = window;
      const counted = (...given: Parameters<typeof fetch>) => {
        count++;
        return fetch(...given);
      };
      window.fetch = Object.assign(counted, fetch);
      document.dispatchEvent(new Event("app:renew"));
      window.fetch = fetch;
      fetched.push(count);
    }
    return fetched;
  });
  expect(asked).toEqual([0, 1]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

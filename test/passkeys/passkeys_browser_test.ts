// Passkeys in a real browser with a device of its own: add, sign in by it, remove, and where there is no script.
import { expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import type { Person } from "../harness/harness.ts";

const { runtime: server, browser } = await openListeningServer();
const { sql } = server.runtime.database;
const WAYS = `${server.base_url}/app/settings/me/passkeys`;

async function signedIn(as: Person): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  const now = server.clock.now();
  await page.goto(await server.runtime.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/app$/);
  return { context, page, complaints };
}

/** A device that has the finger of its person on it whenever it is asked. */
async function giveDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("from the offer on home to a sign-in by the device, and until it is removed", async () => {
  const person = await server.person();
  const { context, page, complaints } = await signedIn(person);
  await giveDevice(page);
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill("My <b>phone</b>");
  await page.getByRole("button", { name: "Add a passkey…" }).click();
  await page.getByText("My <b>phone</b>", { exact: true }).waitFor();
  await page.goto(`${server.base_url}/app`);
  expect(await page.getByRole("link", { name: "Add a passkey" }).count()).toBe(0);

  await context.clearCookies();
  await page.goto(`${server.base_url}/auth/login?next=%2Fapp%2Ftrash`);
  // The browser offers it beside the address, and the device says yes by itself.
  await page.waitForURL(/\/app\/trash/);

  await page.goto(WAYS);
  await page.getByText("last used").waitFor();
  await page.getByText("Remove", { exact: true }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await page.getByText("You have none yet.").waitFor();
  await context.clearCookies();
  await context.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto(`${server.base_url}/auth/login`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("This passkey is not known here").waitFor();
  expect(complaints.filter((words) => !words.includes("403"))).toEqual([]);
  await context.close();
});

test("without script no button of passkeys stands, and the offer is put away for good", async () => {
  const person = await server.person();
  const { page, context } = await signedIn(person);
  await page.getByRole("button", { name: "Not for me" }).click();
  await page.getByText("It is put away.").waitFor();
  const cookies = await context.cookies();
  const bare = await browser.newContext({ javaScriptEnabled: false });
  await bare.addCookies(cookies);
  const plain = await bare.newPage();
  await plain.goto(`${server.base_url}/app`);
  expect(await plain.getByRole("button", { name: "Not for me" }).count()).toBe(0);
  await plain.goto(WAYS);
  expect(await plain.getByRole("button", { name: "Add a passkey…" }).isVisible()).toBe(false);
  await plain.getByText("Adding one needs JavaScript").waitFor();
  await plain.goto(`${server.base_url}/auth/login?again=true`);
  expect(await plain.getByRole("button", { name: "Sign in with a passkey" }).isVisible()).toBe(false);
  await bare.close();
  await context.close();
});

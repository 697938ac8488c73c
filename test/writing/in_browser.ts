// What the tests of writing in a browser do over and over: publish a text, sign in, open the editor.
import { expect } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { signinPort } from "../../plugins/signin/port.ts";
import type { openListeningServer } from "../browser/listening_server.ts";
import type { Person } from "../harness/harness.ts";

type Served = Awaited<ReturnType<typeof openListeningServer>>;

export function inBrowser({ runtime: server, browser }: Pick<Served, "runtime" | "browser">) {
  async function publish(as: Person, text: string): Promise<string> {
    const { body } = await server.call("POST /api/docs", { as, json: { markdown: "# Tide table" } });
    const json = { content: Buffer.from(text).toString("base64"), encoding: "base64" };
    expect((await server.call(`PUT /api/docs/${body.doc_id}/files/source.md`, { as, json })).status).toBe(200);
    return body.doc_id;
  }

  async function textOf(as: Person, doc_id: string): Promise<string> {
    return (await server.call(`GET /api/docs/${doc_id}/text?path=source.md`, { as })).body.content;
  }

  async function openAs(person: Person, options: Parameters<typeof browser.newContext>[0] = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await signIn(page, person);
    return { context, page, complaints };
  }

  async function signIn(page: Page, { user_id }: Person): Promise<void> {
    const { runtime } = server;
    const link = { user_id, now: server.clock.now() };
    await page.goto(await runtime.use(signinPort).createLoginLink(runtime.database.sql, link));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${server.base_url}/app`);
  }

  async function close(context: BrowserContext, complaints: readonly string[]): Promise<void> {
    // The browser itself tells of every answer that is no success, such as the 409 of a conflict or the 413 of what is too much.
    expect(complaints.filter((words) => !/status of (?:409|413)/.test(words))).toEqual([]);
    await context.close();
  }

  async function openEditor(page: Page, doc_id: string): Promise<void> {
    await page.goto(`${server.base_url}/app/d/${doc_id}`);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.waitForURL(`**/app/d/${doc_id}/edit`);
  }

  /** The same, once its script runs. */
  async function openWithKeys(page: Page, doc_id: string): Promise<void> {
    await openEditor(page, doc_id);
    await page.getByText("Ctrl S saves.").waitFor();
  }

  return { publish, textOf, openAs, signIn, close, openEditor, openWithKeys };
}

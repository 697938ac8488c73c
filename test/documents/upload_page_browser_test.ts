// The upload page in a real browser:
// a dropped file arrives in parts, a break is gone on from, and it looks finished everywhere.
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";

const MIB = 1024 ** 2;
const { runtime: h, browser, intercept } = await openListeningServer();
const owner = await h.person();

async function openTicket(json: Record<string, unknown>): Promise<{ page: Page; complaints: string[]; id: number }> {
  const { body } = await h.call("POST /api/uploads", { as: owner, json });
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(body.upload_url);
  return { page, complaints, id: body.ticket_id };
}

/** Drops a file on the page as a person does; the bytes are made in the page. */
async function drop(page: Page, file: { name: string; mib: number }): Promise<void> {
  await page.evaluate(({ name, mib }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(mib * 1024 * 1024).fill(7)], name));
    const target = document.querySelector("[data-drop]");
    for (const type of ["dragover", "drop"]) {
      target?.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  }, file);
}

test("a file of several parts is dropped, shows how far it is, and ends in its document", async () => {
  const { page, complaints, id } = await openTicket({
    filename: "film.mp4",
    title: "Our film",
    visibility: "unlisted",
  });
  await look(page, "upload-waiting");
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let parts = 0;
  intercept(async (request) => {
    parts += request.method === "PUT" ? 1 : 0;
    if (request.method === "PUT" && parts === 2) {
      reached.resolve();
      await gate.promise;
    }
    return h.fetch(request);
  });
  await drop(page, { name: "film.mp4", mib: 40 });
  await reached.promise;
  await page.getByRole("heading", { name: "Sending film.mp4" }).waitFor();
  await page.getByText("of 40.0 MiB").waitFor();
  await look(page, "upload-sending");
  gate.resolve();
  await page.getByRole("heading", { name: "It has arrived" }).waitFor();
  expect(parts).toBe(3);
  await look(page, "upload-done");
  const { body } = await h.call(`GET /api/uploads/${id}`, { as: owner });
  expect(body.state).toBe("done");
  const document = (await h.call(`GET /api/docs/${body.doc_id}`, { as: owner })).body;
  expect(document.files[0]).toMatchObject({ path: "film.mp4", size: 40 * MIB });
  expect(await page.getByRole("link", { name: "Open it" }).getAttribute("href")).toBe(document.url);
  await page.getByRole("link", { name: "Open it" }).click();
  await page.waitForURL(document.url);
  expect(complaints).toEqual([]);
});

test("a connection that breaks is told of, and the upload goes on from the last whole part", async () => {
  const { page } = await openTicket({ filename: "film.mp4" });
  let parts = 0;
  await page.route("**/u/*", async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    parts += 1;
    return parts === 2 ? route.abort("connectionreset") : route.continue();
  });
  await drop(page, { name: "film.mp4", mib: 40 });
  await page.getByRole("alert").getByText("The connection broke off").waitFor();
  await look(page, "upload-broken");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "It has arrived" }).waitFor();
  expect(parts).toBe(4);
});

test("a file that the ticket is not for is refused in words, and the right one then goes through by the file chooser", async () => {
  const { page } = await openTicket({ filename: "a.bin", size: 5 });
  await drop(page, { name: "b.bin", mib: 1 });
  await page.getByRole("alert").getByText("made for a file of 5 bytes").waitFor();
  await drop(page, { name: "empty.bin", mib: 0 });
  await page.getByRole("alert").getByText("is empty").waitFor();
  await look(page, "upload-refused");
  await page.locator("[data-file]").setInputFiles({ name: "a.bin", mimeType: "", buffer: Buffer.from("bytes") });
  await page.getByRole("heading", { name: "It has arrived" }).waitFor();
  await page.reload();
  await page.getByText("This address was used for").waitFor();
  await look(page, "upload-used");
});

test("what the server refuses is shown in its words", async () => {
  const { page } = await openTicket({ filename: "a.html" });
  await page.locator("[data-file]").setInputFiles({ name: "a.html", mimeType: "", buffer: Buffer.from([0xff, 0x00]) });
  await page.getByRole("alert").getByText("is not valid UTF-8 text").waitFor();
});

test("an address that does not hold shows a page that says so", async () => {
  const page = await (await browser.newContext()).newPage();
  const response = await page.goto(`${h.base_url}/u/nothing`);
  expect(response?.status()).toBe(403);
  await page.getByText("not valid or has expired").waitFor();
  await look(page, "upload-invalid");
});

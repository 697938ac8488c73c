// The address at which a frame of the app shows a document: who gets one, and how often and to whom it opens.
import { describe, expect, test } from "bun:test";
import type { Person } from "../harness/harness.ts";
import { AS_BROWSER, AS_PART, openContentServer, PAGE, type Published } from "./published.ts";

const runtime = await openContentServer();
const { anna, otto, eve } = runtime;

/** As a browser asks for what stands in a frame: another site's page, so no cookie comes along. */
const AS_FRAME = { ...AS_BROWSER, "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe", "user-agent": "Test" };

function ask({ doc_id }: Pick<Published, "doc_id">, as: Person) {
  return runtime.call(`POST /api/docs/${doc_id}/frame`, {
    as,
    with_cookie: true,
    headers: { "user-agent": "Test", origin: runtime.base_url },
  });
}

async function frameOf(document: Published, as: Person): Promise<string> {
  const { status, body } = await ask(document, as);
  expect(status).toBe(200);
  return body.url;
}

function open(url: string, headers: Record<string, string> = AS_FRAME): Promise<Response> {
  const host = new URL(url).host;
  return runtime.fetch(new Request(url, { headers: { ...headers, host }, redirect: "manual" }));
}

describe("the address of a frame", () => {
  test("is for whom the document is open and who is signed in, and the same 404 for what is closed and what is not there", async () => {
    const document = await runtime.publish({});
    expect((await ask(document, anna)).status).toBe(200);
    const [closed, foreign, missing] = [
      await ask(document, otto),
      await ask(document, eve),
      await ask({ doc_id: "doc_none" }, otto),
    ];
    const told = ({ status, body }: typeof closed) => [status, body.error];
    expect(told(closed)).toEqual(told(missing));
    expect(told(foreign)).toEqual(told(missing));
    expect(missing.status).toBe(404);
    const byToken = await runtime.call(`POST /api/docs/${document.doc_id}/frame`, { as: anna });
    expect(byToken.status).toBe(403);
  });

  test("opens once, without a cookie, in its sandbox and kept by no cache, and its parts come by the capability", async () => {
    const document = await runtime.publish({}, { "app.js": "1" });
    const url = await frameOf(document, anna);
    const first = await open(url);
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(await first.text()).toStartWith(PAGE);
    expect(first.headers.get("content-security-policy")).toStartWith("sandbox allow-scripts");
    expect(first.headers.get("content-security-policy")).toContain(`frame-ancestors 'self' ${runtime.base_url}`);
    expect((await open(url)).status).toBe(404);
    const part = new URL("app.js", url).href;
    expect((await open(part, { ...AS_PART, "user-agent": "Test" })).status).toBe(200);
  });

  test("opens after 60 seconds no more, in no other browser, for no other document, and not once the reader may not read", async () => {
    const document = await runtime.publish({});
    const other = await runtime.publish({});
    const late = await frameOf(document, anna);
    await runtime.clock.advance(61_000);
    expect((await open(late)).status).toBe(404);
    expect((await open(await frameOf(document, anna), { ...AS_FRAME, "user-agent": "Other" })).status).not.toBe(200);
    const moved = (await frameOf(document, anna)).replace(document.slug, other.slug);
    expect((await open(moved)).status).not.toBe(200);
    const swapped = new URL(await frameOf(other, anna));
    const mine = new URL(await frameOf(document, anna));
    swapped.searchParams.set("_frame", mine.searchParams.get("_frame") ?? "");
    expect((await open(swapped.href)).status).not.toBe(200);

    const shared = await runtime.call(`POST /api/docs/${document.doc_id}/access`, {
      as: anna,
      json: { subject_type: "user", subject: otto.email, level: "view" },
    });
    const given = await frameOf(document, otto);
    await runtime.call(`DELETE /api/access/${shared.body.id}`, { as: anna });
    expect((await open(given)).status).not.toBe(200);
  });

  test("shows a document with a password to whoever may view it by name, without the password", async () => {
    const document = await runtime.publish({ visibility: "password", password: "correct horse" }, { "app.js": "1" });
    const url = await frameOf(document, anna);
    expect((await open(url)).status).toBe(200);
    expect((await open(new URL("app.js", url).href, { ...AS_PART, "user-agent": "Test" })).status).toBe(200);
    expect((await ask(document, otto)).status).toBe(404);
  });
});

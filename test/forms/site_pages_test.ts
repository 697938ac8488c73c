// A form as a page of a wiki and of a folder site:
// a frame for whoever sees the page there, whatever its own gate asks; never a ticket.
import { expect, test } from "bun:test";
import { AS_PAGE, openReadySite } from "../sites/ready_site.ts";
import { formsOf } from "./made.ts";

const site = await openReadySite();
const { runtime, anna, wiki, tree, viewerCookie, enter } = site;
const { makeDatabase, makeForm, must } = formsOf(runtime);
const db = await makeDatabase({ as: anna, root: "handbook", folder: "Guide" });
const GATE = { visibility: "password", password: "open sesame" };
const locked = await makeForm({ title: "Locked", ...GATE }, db);
const inside = await makeForm({ title: "Inside", visibility: "workspace" }, db);
const open = await makeForm({ title: "Open", visibility: "unlisted" }, db);
const page = await must(
  runtime.call("POST /api/docs", {
    as: anna,
    json: { html: "<title>Page</title><p>Secret", root: "handbook", folder: "Guide", ...GATE },
  }),
);
await enter([...[locked, inside, open].map(({ form }) => form), page].map(({ doc_id }) => ({ doc_id })));

const PLACES = [wiki, `${tree}Guide/`];

async function read(path: string, cookie = "") {
  const { status, headers, bytes } = await runtime.open(path, { headers: { ...AS_PAGE, ...(cookie && { cookie }) } });
  const text = new TextDecoder().decode(bytes);
  const [, frame = null] = /<iframe[^>]* src="([^"]*)"/.exec(text) ?? [];
  return { status, text, frame, cookies: headers.getSetCookie() };
}

async function ownAddress(path: string, cookie: string): Promise<string> {
  const { headers } = await runtime.open(path, { headers: { ...AS_PAGE, cookie } });
  return headers.get("location") ?? path;
}

test("a member sees a form behind a password in a site as any page behind one: in a frame that asks for it", async () => {
  for (const place of PLACES) {
    const cookie = await viewerCookie(place);
    for (const { doc_id, slug } of [
      { ...locked, doc_id: locked.form.doc_id },
      { ...page, slug: slugOf(page.url) },
    ]) {
      const shown = await read(await ownAddress(place + doc_id, cookie), cookie);
      expect([place, doc_id, shown.status, shown.frame]).toEqual([place, doc_id, 200, `/d/${slug}/?_framed=1`]);
      expect((await read(shown.frame ?? "", cookie)).status).toBe(401);
    }
  }
});

test("a page of a site holds no ticket of the form in its frame, and begins no answer", async () => {
  for (const place of PLACES) {
    const cookie = await viewerCookie(place);
    for (const { form, slug } of [locked, inside, open]) {
      const shown = await read(await ownAddress(place + form.doc_id, cookie), cookie);
      expect([place, form.title, shown.status, shown.frame]).toEqual([place, form.title, 200, `/d/${slug}/?_framed=1`]);
      expect(shown.text).not.toContain("_service_token");
      expect(shown.cookies).toEqual([]);
    }
  }
});

function slugOf(url: string): string {
  return new URL(url).pathname.split("/")[2] ?? "";
}

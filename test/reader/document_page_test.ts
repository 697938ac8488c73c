// A document's page in the app: what it shows to whom, and the one 404 for what is closed and what is not there.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();
const owner = await h.person({ plan: "business" });
const member = await h.person({ role: "member", workspace_id: owner.workspace_id });

async function publish(json: Record<string, unknown>): Promise<{ doc_id: string; url: string }> {
  const made = await h.call("POST /api/docs", { as: owner, json });
  expect(made.status).toBe(201);
  return made.body;
}

async function page(doc_id: string, as: Person): Promise<{ status: number; text: string; headers: Headers }> {
  const { status, body, headers } = await h.call(`GET /app/d/${doc_id}`, { as, with_cookie: true });
  return { status, text: String(body), headers };
}

function share(doc_id: string, as: Person, level = "view") {
  const json = { subject_type: "user", subject: as.email, level };
  return h.call(`POST /api/docs/${doc_id}/access`, { as: owner, json });
}

test("a text stands inline with its title once, its contents and its place, and markup in it is escaped", async () => {
  const markdown = "# A <b>plan</b> & more\n\n## One\n\n<script>alert(1)</script>\n\n## Two\n\n## Three\n";
  const { doc_id } = await publish({ markdown, folder: "Über/plans", tags: ["x-y"] });
  const { status, text, headers } = await page(doc_id, owner);
  expect(status).toBe(200);
  expect(text.match(/<h1\b/g)).toHaveLength(1);
  expect(text).toContain('<nav class="margin toc"');
  expect(text).toContain('href="/app/r/~/%C3%9Cber"');
  expect(text).not.toContain("<script>alert");
  expect(text).toContain("tag=x-y");
  expect(headers.get("cache-control")).toBe("private, no-store");
});

test("what is closed and what is not there answer the same page", async () => {
  const { doc_id } = await publish({ markdown: "# Closed" });
  const closed = await page(doc_id, member);
  const missing = await page("doc_none", member);
  expect([closed.status, missing.status]).toEqual([404, 404]);
  // A form's ids are made of what it holds.
  const alike = ({ text }: { text: string }) => text.replaceAll(doc_id, "doc_none").replaceAll(/"f[a-z0-9]+-/g, '"f-');
  expect(alike(closed)).toBe(alike(missing));
  expect(closed.text).not.toContain("Closed<");
});

test("whoever may not open it asks on that page, waits there, and is let in; an id that leads nowhere looks the same", async () => {
  const { doc_id } = await publish({ markdown: "# Asked for" });
  const asker = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const alike: string[] = [];
  for (const id of [doc_id, "doc_asked_in_vain"]) {
    const before = await page(id, asker);
    expect(before.text).toContain('action="/app/do/access_request.create"');
    const sent = await h.call("POST /app/do/access_request.create", {
      as: asker,
      with_cookie: true,
      body: new URLSearchParams({ doc_id: id, message: "for <Tuesday>", "~back": `/app/d/${id}` }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `/app/d/${id}`]);
    const waiting = await page(id, asker);
    expect(waiting.status).toBe(404);
    expect(waiting.text).toContain(`data-waiting="/api/access-requests/status?doc_id=${id}"`);
    expect(waiting.text).not.toContain("mail");
    alike.push(waiting.text.replaceAll(id, "ID"));
  }
  expect(alike[0]).toBe(alike[1] ?? "");
  const { body } = await h.call(`GET /api/docs/${doc_id}/access-requests`, { as: owner });
  const decision = { as: owner, json: { decision: "approve" } };
  expect((await h.call(`POST /api/access-requests/${body.requests[0].id}/decision`, decision)).status).toBe(200);
  expect((await page(doc_id, asker)).status).toBe(200);
});

test("a reader is offered neither deleting nor what else is an editor's, and is told who may open it", async () => {
  const { doc_id } = await publish({ markdown: "# Shared" });
  await share(doc_id, member);
  const mine = await page(doc_id, owner);
  expect(mine.text).toContain('action="/app/do/doc.delete"');
  expect(mine.text).toContain(`you and ${member.email}`);
  const theirs = await page(doc_id, member);
  expect(theirs.status).toBe(200);
  expect(theirs.text).not.toContain("/app/do/doc.delete");
  expect(theirs.text).toContain("Shared with me");
  expect(theirs.text).toContain(`you and ${owner.email}`);
});

test("a document is deleted from its page, and the page before says so with a way back", async () => {
  const { doc_id } = await publish({ markdown: "# Gone soon", folder: "Plans" });
  const sent = await h.call("POST /app/do/doc.delete", {
    as: owner,
    with_cookie: true,
    body: new URLSearchParams({ doc_id, "~back": `/app/d/${doc_id}`, "~then": "/app/r/~" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
  });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/app/r/~"]);
  expect((await page(doc_id, owner)).status).toBe(404);
});

test("pictures of a closed document come by its reader's capability, links to known documents lead into the app", async () => {
  const other = await publish({ markdown: "# Other" });
  await h.call(`PUT /api/docs/${other.doc_id}/alias`, { as: owner, json: { alias: "other" } });
  const { doc_id, url } = await publish({ markdown: "# Pictures\n\n![one](one.png) [[other]]" });
  const { text, headers } = await page(doc_id, owner);
  const source = /<img src="([^"]+)"/.exec(text)?.[1] ?? "";
  expect(source).toStartWith(`${url}~`);
  expect(source).toEndWith("/one.png");
  expect(text).toContain(`href="/app/d/${other.doc_id}"`);
  expect(headers.get("content-encoding")).toBeNull();
  expect((await page(other.doc_id, owner)).text).toContain(`href="/app/d/${doc_id}"`);
});

test("a document that is no text stands in a frame of the content host, at an address that works once", async () => {
  const { doc_id, url } = await publish({ html: "<p>page</p>", title: "A page" });
  const first = await page(doc_id, owner);
  const source = (text: string) => /<iframe class="shown" src="([^"]+)"[^>]*sandbox="([^"]*)"/.exec(text);
  const [, address = "", sandbox = ""] = source(first.text) ?? [];
  expect(address).toStartWith(url);
  expect(sandbox).not.toContain("allow-same-origin");
  expect(first.headers.get("content-security-policy")).toContain(`frame-src ${new URL(url).origin}`);
  expect(source((await page(doc_id, owner)).text)?.[1]).not.toBe(address);
});

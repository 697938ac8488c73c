// The pages about a document: what is known and changed of it, its star, its copy, and another place for it.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();
const owner = await h.person({ plan: "enterprise", role: "owner" });
const member = await h.person({ role: "member", workspace_id: owner.workspace_id });

async function publish(json: Record<string, unknown>): Promise<string> {
  const made = await h.call("POST /api/docs", { as: owner, json });
  expect(made.status).toBe(201);
  return made.body.doc_id;
}

async function page(path: string, as: Person): Promise<{ status: number; text: string }> {
  const { status, body } = await h.call(`GET /app/d/${path}` as "GET /app", { as, with_cookie: true });
  return { status, text: String(body) };
}

function send(operation: string, as: Person, fields: Record<string, string>) {
  return h.call(`POST /app/do/${operation}`, {
    as,
    with_cookie: true,
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
  });
}

function read(doc_id: string) {
  return h.call(`GET /api/docs/${doc_id}`, { as: owner }).then(({ body }) => body);
}

test("its owner changes title, tags, alias, end and hold there; each is said by its own operation", async () => {
  const doc_id = await publish({ markdown: "# <i>Tide</i> table", folder: "Sea" });
  const { status, text } = await page(`${doc_id}/info`, owner);
  expect(status).toBe(200);
  expect(text).not.toContain("<i>Tide</i>");
  for (const id of ["doc.update", "doc.alias.set", "doc.legal_hold"]) expect(text).toContain(`/app/do/${id}"`);
  const back = `/app/d/${doc_id}/info`;
  await send("doc.update", owner, { doc_id, title: "Tides", tags: "sea\r\n moon \r\n\r\n", "~back": back });
  await send("doc.update", owner, { doc_id, retention_days: "30", "~back": back });
  await send("doc.alias.set", owner, { doc_id, alias: "tides", "~back": back });
  expect((await page(`${doc_id}/info`, owner)).text).toContain('action="/app/do/doc.keep"');
  await send("doc.legal_hold", owner, { doc_id, on: "true", "~back": back });
  expect(await read(doc_id)).toMatchObject({
    title: "Tides",
    tags: ["sea", "moon"],
    retention_days: 30,
    alias: "tides",
  });
  const after = await page(`${doc_id}/info`, owner);
  expect(after.text).toContain("Release it");
  const refused = await send("doc.alias.set", owner, { doc_id, alias: "Not One", "~back": back });
  expect(refused.status).toBe(400);
  expect(String(refused.body)).toContain('value="Not One"');
});

test("a reader sees what it is and who owns it, and nothing to change; to others it is not there", async () => {
  const doc_id = await publish({ markdown: "# Shared" });
  expect((await page(`${doc_id}/info`, member)).status).toBe(404);
  expect((await page(`${doc_id}/move`, member)).status).toBe(404);
  const json = { subject_type: "user", subject: member.email, level: "view" };
  await h.call(`POST /api/docs/${doc_id}/access`, { as: owner, json });
  const { status, text } = await page(`${doc_id}/info`, member);
  expect(status).toBe(200);
  expect(text).toContain(owner.email);
  expect(text.match(/action="\/app\/do\/doc\.[a-z_.]+"/g)).toBeNull();
  const move = await page(`${doc_id}/move`, member);
  expect(move.text).not.toContain("/app/do/doc.update");
  expect((await page(doc_id, member)).text).not.toContain(`/app/d/${doc_id}/move`);
});

test("it is moved to a folder of another space and back, and its page offers the way there", async () => {
  await h.call("POST /api/folders", { as: owner, json: { path: "Tables", root: "general" } });
  const doc_id = await publish({ markdown: "# Wanders", folder: "Sea" });
  expect((await page(doc_id, owner)).text).toContain(`href="/app/d/${doc_id}/move"`);
  const { text } = await page(`${doc_id}/move?root=general`, owner);
  expect(text).toContain('<option value="Tables"');
  const sent = await send("doc.update", owner, {
    doc_id,
    root: "general",
    folder: "Tables",
    "~back": `/app/d/${doc_id}/move`,
    "~then": `/app/d/${doc_id}`,
  });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, `/app/d/${doc_id}`]);
  expect(await read(doc_id)).toMatchObject({ folder: "Tables", root: { slug: "general" } });
  expect((await page(`${doc_id}/move?root=nowhere`, owner)).status).toBe(200);
});

test("a copy is made by a button and opens; a star is put on and taken away in the bar", async () => {
  const doc_id = await publish({ markdown: "# Original" });
  const first = await page(doc_id, owner);
  expect(first.text).toContain('name="~then" value="/app/d/{doc_id}"');
  const copied = await send("doc.duplicate", owner, {
    doc_id,
    "~then": "/app/d/{doc_id}",
    "~back": `/app/d/${doc_id}`,
  });
  const to = copied.headers.get("location") ?? "";
  expect(to).not.toBe(`/app/d/${doc_id}`);
  expect((await page(to.slice("/app/d/".length), owner)).text).toContain("Original (copy)");
  expect(first.text).toContain('action="/app/do/star.create"');
  await send("star.create", owner, { doc_id, "~back": `/app/d/${doc_id}` });
  const starred = await page(doc_id, owner);
  const star_id = /action="\/app\/do\/star\.delete"[\s\S]*?name="star_id" value="(\d+)"/.exec(starred.text)?.[1] ?? "";
  await send("star.delete", owner, { star_id, "~back": `/app/d/${doc_id}` });
  expect((await page(doc_id, owner)).text).toContain('action="/app/do/star.create"');
});

// Viewer domains: who may claim them, and what their people then read:
// what is open to the workspace, on the content host alone.
import { expect, test } from "bun:test";
import { follow, openContentServer, type Published } from "../content/published.ts";
import type { Person } from "../harness/harness.ts";

const server = await openContentServer();
const { sql } = server.runtime.database;
const { anna } = server;
await sql`update users set email = 'anna@viewers.test', last_sign_in_at = now() where user_id = ${anna.user_id}`;

const claim = (as: Person, viewer_domains: string[]) =>
  server.call("PATCH /api/billing/workspace", { as, json: { viewer_domains } });

/** What a signed-in person is answered in a browser, at the end of the road to a document. */
async function readAs(reader: Person, { url }: Published): Promise<number> {
  return (await follow(server.visitor(reader), url)).response.status;
}

test("what can be claimed", async () => {
  const none = await claim(anna, ["nobody.test"]);
  expect([none.status, none.body.error]).toEqual([400, expect.stringContaining("no member who has signed in")]);
  expect((await claim(anna, ["gmail.com"])).status).toBe(400);
  expect((await claim(anna, ["not a domain"])).status).toBe(400);
  expect((await claim(anna, ["@Viewers.Test"])).body.workspace.viewer_domains).toEqual(["viewers.test"]);
  expect((await claim(anna, ["viewers.test"])).status).toBe(200);
  const other = await server.person({ role: "owner", email: "rival@viewers.test" });
  await sql`update users set last_sign_in_at = now() where user_id = ${other.user_id}`;
  const taken = await claim(other, ["viewers.test"]);
  expect([taken.status, taken.body.error]).toEqual([409, "viewers.test is claimed by another workspace"]);
  expect((await server.audit()).filter((row) => row.action === "workspace.update").length).toBe(1);
});

test("their people read what is open to the workspace, and nothing else of it", async () => {
  const open = await server.publish({ visibility: "workspace" });
  const closed = await server.publish({ visibility: "restricted" });
  const reader = await server.person({ role: "owner", email: "guest@viewers.test" });
  const stranger = await server.person({ role: "owner", email: "guest@elsewhere.test" });
  expect(await readAs(reader, open)).toBe(200);
  expect(await readAs(stranger, open)).toBe(403);
  expect(await readAs(reader, closed)).toBe(await readAs(stranger, closed));
  expect((await server.call(`GET /api/docs/${open.doc_id}/versions`, { as: reader })).status).toBe(404);
  const listed = await server.call("GET /api/docs?view=all", { as: reader });
  expect(JSON.stringify(listed.body)).not.toContain(open.doc_id);

  const granted = await server.call(`POST /api/docs/${open.doc_id}/access`, {
    as: anna,
    json: { subject_type: "user", subject: server.otto.email, level: "view" },
  });
  expect(granted.status).toBe(201);
  // The grant narrows the document to whom it names.
  expect(await readAs(reader, open)).toBe(403);
});

test("it ends with the claim, and with the last member of the domain", async () => {
  const open = await server.publish({ visibility: "workspace" });
  const reader = await server.person({ role: "owner", email: "late@viewers.test" });
  expect(await readAs(reader, open)).toBe(200);
  await claim(anna, []);
  expect(await readAs(reader, open)).toBe(403);
  await claim(anna, ["viewers.test"]);
  expect(await readAs(reader, open)).toBe(200);
  await sql`update users set email = 'anna@moved.test' where user_id = ${anna.user_id}`;
  expect(await readAs(reader, open)).toBe(403);
});

test("a claim without a member there is in nobody's way", async () => {
  await sql`update users set email = 'anna@first.test' where user_id = ${anna.user_id}`;
  expect((await claim(anna, ["first.test"])).status).toBe(200);
  const next = await server.person({ role: "owner", email: "next@first.test" });
  await sql`update users set last_sign_in_at = now() where user_id = ${next.user_id}`;
  expect((await claim(next, ["first.test"])).status).toBe(409);
  await sql`update users set email = 'anna@moved.test' where user_id = ${anna.user_id}`;
  expect((await claim(next, ["first.test"])).body.workspace.viewer_domains).toEqual(["first.test"]);
  expect((await server.call("GET /api/billing/workspace", { as: anna })).body.workspace.viewer_domains).toEqual([]);
});

test("a workspace is called by something that shows", async () => {
  const owner = await server.person({ role: "owner" });
  const rename = (name: string) => server.call("PATCH /api/billing/workspace", { as: owner, json: { name } });
  for (const name of ["  ", "\u200b"]) {
    const refused = await rename(name);
    expect([refused.status, refused.body.error]).toEqual([
      400,
      `name "${name}" is blank; it needs a character that shows`,
    ]);
  }
  expect((await rename(" Cafe\u0301 ")).body.workspace.name).toBe("Caf\u00e9");
});

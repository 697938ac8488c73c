// What goes along with a person who leaves or joins, and what stays: documents, tokens and what was shared.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

async function publish(as: Person, json: Record<string, unknown>): Promise<string> {
  const made = await h.call("POST /api/docs", { as, json: { markdown: "# Hello", ...json } });
  expect(made.status).toBe(201);
  return made.body.doc_id;
}

const read = async (as: Person, docId: string) => (await h.call(`GET /api/docs/${docId}`, { as })).status;

test("a removed person takes My documents along; what they wrote in General stays and is closed to them", async () => {
  const owner = await h.person();
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const mine = await publish(member, { title: "Mine", folder: "notes" });
  const ours = await publish(member, { title: "Ours", root: "general", folder: "" });
  const foreign = await publish(owner, { title: "Shared with them" });
  await h.call(`POST /api/docs/${foreign}/access`, {
    as: owner,
    json: { subject_type: "user", subject: member.email, level: "edit" },
  });
  expect(await read(member, foreign)).toBe(200);
  expect((await h.call(`DELETE /api/members/${member.user_id}`, { as: owner })).status).toBe(200);
  expect(await read(member, mine)).toBe(200);
  const listed = (await h.call("GET /api/docs", { as: member })).body.docs;
  expect(listed.map((doc: { doc_id: string; folder: string }) => [doc.doc_id, doc.folder])).toEqual([[mine, "notes"]]);
  expect(await read(member, ours)).toBe(404);
  expect(await read(member, foreign)).toBe(404);
  expect(await read(owner, ours)).toBe(200);
  expect(await read(owner, mine)).toBe(404);
  // Coming back opens nothing that was given before.
  const { url } = (await h.call("POST /api/invites", { as: owner, json: { email: member.email } })).body;
  const button = new URL(url).pathname.replace("/u/", "/auth/");
  const joined = await h.call(`POST ${button}`, { as: member, with_cookie: true, body: "" });
  expect(joined.headers.get("location")).toBe("/app?invite=joined");
  expect(await read(member, ours)).toBe(200);
  expect(await read(member, foreign)).toBe(404);
  expect(await read(member, mine)).toBe(200);
  expect(await read(owner, mine)).toBe(404);
});

test("a demoted admin manages nothing on their next request, by token and by cookie", async () => {
  const owner = await h.person();
  const admin = await h.person({ role: "admin", workspace_id: owner.workspace_id });
  const twin = await h.twin();
  const make = (from: typeof h, name: string, with_cookie: boolean) =>
    from.call("POST /api/groups", { as: admin, with_cookie, json: { name } });
  expect((await make(h, "one", false)).status).toBe(201);
  expect((await make(twin, "two", true)).status).toBe(201);
  await h.call(`PATCH /api/members/${admin.user_id}`, { as: owner, json: { role: "member" } });
  await twin.runtime.database.bus.catchUp();
  for (const [server, with_cookie] of [
    [h, false],
    [h, true],
    [twin, false],
    [twin, true],
  ] as const) {
    expect((await make(server, "three", with_cookie)).status).toBe(403);
  }
});

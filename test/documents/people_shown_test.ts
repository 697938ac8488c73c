// Whose addresses a document object tells: who made it, and in the lists that hold others' documents whose it is.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { publish } from "./published.ts";
import { tickets } from "./tickets.ts";

const h = await openHarness();

async function team() {
  const ann = await h.person();
  const bob = await h.person({ role: "member", workspace_id: ann.workspace_id });
  return { ann, bob };
}

test("created_by is the address of who published it, wherever the document object is answered and whoever owns it", async () => {
  const { ann, bob } = await team();
  const { doc, at } = await publish(h, { html: "<h1>One</h1>", root: "general", folder: "" }, { as: bob });
  expect(doc.created_by).toBe(bob.email);
  for (const answer of [
    await h.call(`GET ${at}`, { as: ann }),
    await h.call(`PATCH ${at}`, { as: ann, json: { html: "<h1>Two</h1>" } }),
    await h.call(`PUT ${at}/files/a.txt`, { as: ann, json: { content: "a" } }),
  ]) {
    expect(answer.body).toMatchObject({ created_by: bob.email });
    expect(answer.body).not.toContainKey("owner_email");
  }
  const copy = await h.call(`POST ${at}/duplicate`, { as: ann, json: {} });
  expect(copy.body.created_by).toBe(ann.email);
  expect((await h.call(`PATCH ${at}`, { as: ann, json: { root: "~" } })).body).toMatchObject({
    my_level: "own",
    created_by: bob.email,
  });
  const { docs } = (await h.call("GET /api/docs?folder=", { as: ann })).body;
  expect(docs).toContainEqual(expect.objectContaining({ doc_id: doc.doc_id, created_by: bob.email }));
  await h.call(`DELETE ${at}`, { as: ann });
  expect((await h.call("GET /api/trash", { as: ann })).body.docs[0]).toMatchObject({ created_by: bob.email });
  await h.call(`POST ${at}/undelete`, { as: ann, json: {} });
  await h.runtime.database.sql`update documents set created_by = null where doc_id = ${doc.doc_id}`;
  expect((await h.call(`GET ${at}`, { as: ann })).body.created_by).toBeNull();
});

test("owner_email and mine are in view=team and view=all, and in no other list", async () => {
  const { ann, bob } = await team();
  const shared = { visibility: "workspace", listing: "team", tags: ["x"] };
  const { doc } = await publish(h, { html: "x", ...shared }, { as: ann });
  await publish(h, { html: "y", root: "general", folder: "", tags: ["x"] }, { as: bob });
  await h.call("POST /api/stars", { as: bob, json: { doc_id: doc.doc_id } });
  for (const view of ["team", "all"]) {
    const { docs } = (await h.call(`GET /api/docs?view=${view}`, { as: bob })).body;
    const row = docs.find((one: { doc_id: string }) => one.doc_id === doc.doc_id);
    expect(row).toMatchObject({ owner_email: ann.email, mine: false });
  }
  const { docs } = (await h.call("GET /api/docs?root=general&view=all", { as: bob })).body;
  const { stars } = (await h.call("GET /api/stars", { as: bob })).body;
  const { children } = (await h.call("GET /api/folder-view?root=general&path=", { as: bob })).body;
  const rows = [...docs, stars[0].doc, ...children];
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    expect(row).not.toContainKey("owner_email");
    expect(row).not.toContainKey("mine");
  }
});

test("whoever was handed an upload's address is told nobody's", async () => {
  const { ann, bob } = await team();
  const { doc } = await publish(h, { html: "<h1>One</h1>", root: "general", folder: "" }, { as: ann });
  const { issued, send } = tickets(h, bob);
  const { path } = await issued({ filename: "x.html", doc_id: doc.doc_id, path: "index.html", base_version: 1 });
  for (const status of [201, 200]) {
    const answer = await send(path, "<h1>Two</h1>");
    expect([answer.status, answer.body.doc_id]).toEqual([status, doc.doc_id]);
    expect(JSON.stringify(answer.body)).not.toContain("@");
  }
});

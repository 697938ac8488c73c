// The tree: as deep as asked for, whole or cut where something lies below, and never what is closed.
import { expect, test } from "bun:test";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { letIn, must, openSpace, put } from "../roots/space.ts";

const h = await openHarness();

function outline(node: ParsedBody): unknown {
  if (node.truncated) return `${node.name}...`;
  return { [node.name]: [...node.children.map(outline), ...node.docs.map((doc: { title: string }) => doc.title)] };
}

test("is cut at its depth, with a sign where something lies below", async () => {
  const as = await h.person();
  await put(h, as, { folder: "a/b", title: "Deep" });
  await put(h, as, { folder: "a", title: "Inner" });
  await put(h, as, { title: "Top" });
  await must(h.call("POST /api/folders", { as, json: { path: "empty" } }));
  const read = async (query: string) => (await must(h.call(`GET /api/tree${query}`, { as }))).body;
  const one = await read("");
  expect(one).toMatchObject({ folder: "", depth: 1, include_team: false, doc_count: 3, skipped: 0 });
  expect(one.docs.map((doc: { title: string }) => doc.title)).toEqual(["Top"]);
  expect(one.folders.map(outline)).toEqual(["a...", { empty: [] }]);
  expect(one.folders[0]).toEqual({
    path: "a",
    name: "a",
    icon: null,
    description: null,
    doc_count: 1,
    truncated: true,
  });
  const all = await read("?depth=0");
  expect(all.folders.map(outline)).toEqual([{ a: [{ b: ["Deep"] }, "Inner"] }, { empty: [] }]);
  const two = await read("?depth=2");
  expect(two.folders.map(outline)).toEqual([{ a: ["b...", "Inner"] }, { empty: [] }]);
  const below = await read("?folder=a");
  expect(below).toMatchObject({ folder: "a", doc_count: 2 });
  expect(below.folders.map(outline)).toEqual(["b..."]);
  expect(below.docs[0]).toMatchObject({
    title: "Inner",
    kind: "html",
    visibility: "restricted",
    tags: [],
    alias: null,
  });
});

test("of a root counts what is closed and shows none of it", async () => {
  const space = await openSpace(h);
  await put(h, space.owner, { root: "plans", folder: "closed", title: "Secret" });
  await put(h, space.owner, { root: "plans", folder: "open", title: "Known" });
  await letIn(h, space, { level: "view" });
  await letIn(h, space, { level: "view", folder: "closed", person: space.creator });
  const { body } = await must(h.call("GET /api/tree?root=plans&depth=0", { as: space.member }));
  expect(body).toMatchObject({ doc_count: 1, skipped: 1 });
  expect(body.folders.map(outline)).toEqual([{ open: ["Known"] }]);
  expect((await h.call("GET /api/tree?root=plans&folder=closed", { as: space.member })).status).toBe(404);
  expect((await h.call("GET /api/tree?root=plans&folder=nowhere", { as: space.member })).status).toBe(404);
});

test("include_team adds others' documents and says whose they are", async () => {
  const as = await h.person();
  const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
  await put(h, as, { folder: "a", title: "Mine" });
  await put(h, colleague, { folder: "a", title: "Theirs", visibility: "workspace", listing: "team" });
  await put(h, colleague, { folder: "a", title: "Hidden", listing: "team" });
  const { body } = await must(h.call("GET /api/tree?depth=0&include_team=true", { as }));
  expect(body.folders.map(outline)).toEqual([{ a: ["Mine", "Theirs"] }]);
  expect(body.folders[0].docs).toMatchObject([
    { own: true, owner: as.email },
    { own: false, owner: colleague.email },
  ]);
  expect(body.skipped).toBe(0);
});

test("refuses a depth above 8", async () => {
  const as = await h.person();
  expect((await h.call("GET /api/tree?depth=9", { as })).status).toBe(400);
  expect((await h.call("GET /api/tree?folder=nowhere", { as })).status).toBe(404);
});

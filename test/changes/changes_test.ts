// The change feed: what it tells, to whom, and that its cursors are taken back as they were given.
import { expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put } from "../roots/space.ts";
import { follow } from "./follower.ts";

const h = await openHarness();
const DAY_MS = 86_400_000;

async function read(as: Parameters<typeof follow>[1], query = "") {
  return (await must(h.call(`GET /api/changes${query}`, { as }))).body;
}

test("tells of a document with its manifest, as REST and as a tool", async () => {
  const { as, doc } = await publish(h, { html: "<h1>Plan</h1>", folder: "a/b", tags: ["x"] });
  const files = (await must(h.call(`GET /api/docs/${doc.doc_id}/manifest`, { as }))).body.manifest;
  const { body } = await scenario(h, {
    act: () => ({ call: "GET /api/changes", as }),
    expect: { status: 200, body: { has_more: false } },
  });
  expect(body.changes).toEqual([
    {
      doc_id: doc.doc_id,
      left: false,
      title: "Plan",
      folder: "a/b",
      root: null,
      tags: ["x"],
      attrs: {},
      filename: null,
      kind: "html",
      version: 1,
      updated_at: doc.updated_at,
      changed_at: doc.updated_at,
      deleted: false,
      deleted_at: null,
      owner_email: as.email,
      mine: true,
      listing: "private",
      manifest: files,
    },
  ]);
});

test("goes on behind a cursor, page by page, and moves what changed again to the end", async () => {
  const as = await h.person();
  const docs = [];
  for (const title of ["one", "two", "three"]) docs.push((await publish(h, { html: "x", title }, { as })).doc);
  const first = await read(as, "?limit=2");
  expect(first.changes.map((one: { title: string }) => one.title)).toEqual(["one", "two"]);
  expect(first.has_more).toBe(true);
  h.clock.advance(1000);
  await must(h.call(`PATCH /api/docs/${docs[0].doc_id}`, { as, json: { title: "uno" } }));
  const second = await read(as, `?since=${first.next_cursor}`);
  expect(second.changes.map((one: { title: string }) => one.title)).toEqual(["three", "uno"]);
  expect(second.has_more).toBe(false);
  const [, renamed] = second.changes;
  expect(renamed.changed_at).toBe(h.clock.now().toISOString());
  expect((await read(as, `?since=${second.next_cursor}`)).changes).toEqual([]);
});

test("keeps a deleted document for 30 days, over its purge, and tells of it once", async () => {
  const { as, doc } = await publish(h);
  const follower = follow(h, as);
  await follower.catchUp();
  await must(h.call(`DELETE /api/docs/${doc.doc_id}`, { as }));
  const deletedAt = h.clock.now().toISOString();
  await follower.catchUp();
  h.clock.advance(8 * DAY_MS);
  await h.runtime.jobs.runDue();
  expect((await h.call(`POST /api/docs/${doc.doc_id}/undelete`, { as, json: {} })).status).toBe(404);
  await follower.catchUp();
  expect(follower.told.map((one) => one.deleted)).toEqual([false, true]);
  const gone = { doc_id: doc.doc_id, deleted: true, deleted_at: deletedAt, manifest: {}, title: "Plan" };
  expect((await read(as)).changes).toMatchObject([gone]);
  h.clock.advance(21 * DAY_MS);
  expect((await read(as)).changes).toMatchObject([gone]);
  h.clock.advance(2 * DAY_MS);
  expect((await read(as)).changes).toEqual([]);
  await h.runtime.jobs.runDue();
  const left = await h.runtime.database.sql`select 1 from document_tombstones where doc_id = ${doc.doc_id}`;
  expect(left.length).toBe(0);
});

test("tells of a document that was removed for good at once, and of one that came back", async () => {
  const { as, doc } = await publish(h);
  const other = (await publish(h, { html: "y" }, { as })).doc;
  const follower = follow(h, as);
  await follower.catchUp();
  await must(h.call(`DELETE /api/docs/${doc.doc_id}?purge=true`, { as }));
  await must(h.call(`DELETE /api/docs/${other.doc_id}`, { as }));
  await follower.catchUp();
  expect([...follower.state.keys()]).toEqual([]);
  await must(h.call(`POST /api/docs/${other.doc_id}/undelete`, { as, json: {} }));
  await follower.catchUp();
  expect([...follower.state.keys()]).toEqual([other.doc_id]);
});

test("shows what removed documents were only to those who could open them", async () => {
  const space = await openSpace(h);
  const { owner, member, creator, stranger } = space;
  const shared = await put(h, owner, { title: "Shared" });
  const open = await put(h, owner, { title: "Open", visibility: "workspace", listing: "team" });
  const secret = await put(h, owner, { title: "Secret" });
  const inRoot = await put(h, owner, { title: "Planned", root: "plans", folder: "gone" });
  await letIn(h, space, { level: "view", person: member });
  const grant = { subject_type: "user", subject: member.email, level: "view" };
  await must(h.call(`POST /api/docs/${shared.doc_id}/access`, { as: owner, json: grant }));
  const titles = async (as: typeof owner, query: string) =>
    (await read(as, query)).changes.map((one: { title: string; deleted: boolean }) => `${one.title} ${one.deleted}`);
  const expectSeen = async (deleted: boolean) => {
    const said = (...names: string[]) => names.map((name) => `${name} ${deleted}`);
    expect(await titles(owner, "")).toEqual(said("Shared", "Open", "Secret"));
    expect(await titles(member, "?include_team=true")).toEqual(said("Shared", "Open", "Planned"));
    expect(await titles(member, "?include_team=true&root=~")).toEqual(said("Shared", "Open"));
    expect(await titles(member, "?root=plans")).toEqual(said("Planned"));
    expect(await titles(member, "")).toEqual([]);
    expect(await titles(creator, "?include_team=true")).toEqual(said("Open", "Planned"));
    expect(await titles(owner, "?folder=gone&root=plans")).toEqual(said("Planned"));
    expect(await titles(stranger, "?include_team=true")).toEqual([]);
  };
  await expectSeen(false);
  for (const doc of [shared, open, secret, inRoot]) {
    await must(h.call(`DELETE /api/docs/${doc.doc_id}?purge=true`, { as: owner }));
  }
  await expectSeen(true);
  expect((await h.call("GET /api/changes?root=plans", { as: stranger })).status).toBe(404);
});

test("says nothing of a document but that it left, when it was closed to the reader since, and lets the cursor advance", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  await put(h, owner, { title: "Before", visibility: "workspace", listing: "team" });
  const first = await read(member, "?include_team=true");
  const closed = await put(h, owner, { title: "Closing", visibility: "workspace", listing: "team" });
  await must(h.call(`PATCH /api/docs/${closed.doc_id}`, { as: owner, json: { visibility: "restricted" } }));
  const second = await read(member, `?include_team=true&since=${first.next_cursor}`);
  expect(second.changes).toMatchObject([{ doc_id: closed.doc_id, left: true, title: "", manifest: {} }]);
  expect(second.next_cursor).not.toBe(first.next_cursor);
  await put(h, owner, { title: "After", visibility: "workspace", listing: "team" });
  const third = await read(member, `?include_team=true&since=${second.next_cursor}`);
  expect(third.changes.map((one: { title: string }) => one.title)).toEqual(["After"]);
});

test("narrows to a folder, with and without what lies below it", async () => {
  const as = await h.person();
  for (const folder of ["", "a", "a/b", "ab"]) await publish(h, { html: "x", title: `in ${folder}`, folder }, { as });
  const titles = async (query: string) => (await read(as, query)).changes.map((one: { title: string }) => one.title);
  expect(await titles("?folder=a")).toEqual(["in a", "in a/b"]);
  expect(await titles("?folder=a&recursive=false")).toEqual(["in a"]);
  expect(await titles("?folder=&recursive=false")).toEqual(["in "]);
});

test("refuses cursors that are not its own, each with a 400 that says what to do", async () => {
  const { as } = await publish(h);
  const other = await publish(h);
  const { next_cursor: cursor } = await read(as);
  const refused = async (since: string, error: RegExp) =>
    scenario(h, {
      act: () => ({ call: `GET /api/changes?since=${encodeURIComponent(since)}`, as }),
      expect: { status: 400, error },
    });
  await refused("nonsense", /not a cursor of ours/);
  await refused("", /not a cursor of ours/);
  await refused(`${cursor.slice(0, 3)}x${cursor.slice(4)}`, /not a cursor of ours/);
  await refused(`${cursor}A`, /not a cursor of ours/);
  await refused((await read(other.as)).next_cursor, /another workspace/);
  const ahead = h.runtime.signer.sign("changes", { w: as.workspace_id, s: 1_000_000 }, null);
  await refused(ahead, /ahead of what is here/);
  const elsewhere = { w: as.workspace_id, s: 1, r: "", l: "01234567" };
  await refused(h.runtime.signer.sign("changes", elsewhere, null), /another history, as after a restore/);
  for (const s of [-1, 0.5, 1e30, "1", null]) {
    const odd = h.runtime.signer.sign("changes", { w: as.workspace_id, s }, null);
    await refused(odd, /is not a cursor of ours/);
  }
});

test("a page size above 200 is taken as 200", async () => {
  const { as } = await publish(h);
  expect((await read(as, "?limit=5000")).changes.length).toBe(1);
  expect((await h.call("GET /api/changes?limit=0", { as })).status).toBe(422);
});

test("a root that is called something else is told with all that lies in it, and with nothing else", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  await letIn(h, space, { level: "edit" });
  const docs = [
    await put(h, member, { root: "plans", folder: "a" }),
    await put(h, owner, { root: "plans", folder: "" }),
  ];
  const gone = await put(h, member, { root: "plans", folder: "a" });
  await must(h.call(`DELETE /api/docs/${gone.doc_id}`, { as: member }));
  await put(h, member, { root: "general", folder: "" });
  const followers = [follow(h, member, { root: `${space.root_id}` }), follow(h, member, { include_team: "true" })];
  for (const follower of followers) await follower.catchUp();
  const rename = (json: Record<string, unknown>) => must(h.call(`PATCH ${space.at}`, { as: owner, json }));
  for (const [json, name, slug] of [
    [{ name: "Handbook" }, "Handbook", "plans"],
    [{ slug: "handbook" }, "Handbook", "handbook"],
  ] as const) {
    await rename(json);
    space.at = `/api/roots/${slug}`;
    for (const follower of followers) {
      const before = follower.told.length;
      await follower.catchUp();
      const told = follower.told.slice(before);
      expect(told.map((one) => one.doc_id).sort()).toEqual([...docs, gone].map((one) => one.doc_id).sort());
      for (const one of told) expect(one.root).toMatchObject({ id: space.root_id, name, slug });
    }
  }
  await rename({ description: "All of it", name: "Handbook" });
  for (const follower of followers) {
    const before = follower.told.length;
    await follower.catchUp();
    expect(follower.told.slice(before)).toEqual([]);
  }
});

test("what is published into a root while it gets another name is told under that name", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "edit" });
  const follower = follow(h, space.member, { root: `${space.root_id}` });
  await put(h, space.member, { root: "plans", folder: "a" });
  for (let round = 0; round < 8; round += 1) {
    const name = `Round ${round}`;
    await Promise.all([
      ...[1, 2, 3].map(() => put(h, space.member, { root: "plans", folder: "a" })),
      must(h.call(`PATCH ${space.at}`, { as: space.owner, json: { name } })),
      follower.catchUp(),
    ]);
    await follower.catchUp();
    expect([...new Set([...follower.state.values()].map((one) => one.root.name))]).toEqual([name]);
  }
  expect(follower.state.size).toBe(25);
});

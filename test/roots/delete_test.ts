// The end of a root: its documents go to General in their folders, those in the trash too,
// whoever else is at work in it.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put, type Space } from "./space.ts";

const h = await openHarness();
const { sql } = h.runtime.database;

async function inGeneral(as: Person): Promise<string[]> {
  const { body } = await must(h.call("GET /api/docs?root=general", { as }));
  return body.docs.map((doc: { folder: string; doc_id: string }) => `${doc.folder}:${doc.doc_id}`).sort();
}

const end = (space: Space, query = "?force=true") => h.call(`DELETE ${space.at}${query}`, { as: space.owner });

test("a root without documents is deleted by its managers", async () => {
  for (const who of ["owner", "admin", "creator"] as const) {
    await scenario(h, {
      given: () => openSpace(h, { plan: "free" }),
      act: (space) => ({ call: `DELETE ${space.at}`, as: space[who] }),
      expect: (space) => ({
        status: 200,
        body: { root: "plans", deleted: true, moved_docs: 0 },
        audit: [
          {
            action: "root.delete",
            target_type: "root",
            target_id: String(space.root_id),
            meta: { slug: "plans", name: "Plans", moved_docs: 0 },
          },
        ],
      }),
    });
  }
});

test("DELETE refuses a stranger, a reader, General and ~", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "edit" });
  for (const [as, ref, status, error] of [
    [space.stranger, "plans", 404, /is not found/],
    [space.member, "plans", 403, /only the managers of "Plans"/],
    [space.creator, "general", 403, /only workspace owners and admins/],
    [space.owner, "general", 400, "General cannot be deleted"],
    [space.owner, "~", 404, /is not found/],
  ] as const) {
    await scenario(h, { act: () => ({ call: `DELETE /api/roots/${ref}?force=true`, as }), expect: { status, error } });
  }
});

test("a root that holds documents is refused with their number, and with force they go to General in their folders", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  await letIn(h, space, { level: "edit" });
  const docs = [
    await put(h, owner, { root: "plans", folder: "" }),
    await put(h, member, { root: "plans", folder: "a/b" }),
  ];
  await put(h, owner, { root: "general", folder: "a" });
  await letIn(h, space, { level: "view", folder: "a/b", person: space.admin });
  await scenario(h, {
    act: () => ({ call: `DELETE ${space.at}`, as: owner }),
    expect: { status: 409, body: { docs: 2 }, error: /"Plans" still holds 2 documents; .*force=true/ },
  });
  await scenario(h, {
    act: () => ({ call: `DELETE ${space.at}?force=true`, as: owner }),
    tools: false,
    expect: {
      status: 200,
      body: { root: "plans", deleted: true, moved_docs: 2 },
      audit: [{ action: "root.delete", meta: { moved_docs: 2 } }],
    },
  });
  expect((await h.call(`GET ${space.at}`, { as: owner })).status).toBe(404);
  const seen = await inGeneral(member);
  expect(seen).toContain(`:${docs[0].doc_id}`);
  expect(seen).toContain(`a/b:${docs[1].doc_id}`);
  const { body } = await must(h.call(`GET /api/docs/${docs[1].doc_id}`, { as: member }));
  expect(body).toMatchObject({ url: docs[1].url, version: 1, root: { slug: "general" }, my_level: "edit" });
  expect(await h.rows("member_folders")).toMatchObject({ member_folders: 0 });
});

test("a folder of General that is kept to a few keeps what comes into it, too", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "view", folder: "hr", person: space.creator, root: "general" });
  for (const folder of ["hr", "hr/pay", "hrx"]) await put(h, space.owner, { root: "plans", folder });
  await must(end(space));
  const folders = async (as: Person) => (await inGeneral(as)).map((one) => one.split(":")[0]).sort();
  expect(await folders(space.member)).toEqual(["hrx"]);
  expect(await folders(space.creator)).toEqual(["hr", "hr/pay", "hrx"]);
});

test("empty folders come along with force, with those above them, and go with the root without it", async () => {
  const folders = async (as: Person) =>
    (await must(h.call("GET /api/folders?root=general", { as }))).body.folders.map((one: { path: string }) => one.path);
  for (const [query, after] of [
    ["?force=true", ["a", "a/b", "a/b/c"]],
    ["", []],
  ] as const) {
    const space = await openSpace(h);
    await must(h.call("POST /api/folders", { as: space.owner, json: { path: "a/b/c", root: "plans" } }));
    await must(end(space, query));
    expect(await folders(space.owner)).toEqual([...after]);
    if (after.length === 0) continue;
    await must(h.call("DELETE /api/folders?path=a/b/c&root=general", { as: space.owner }));
    expect(await folders(space.owner)).toEqual(["a", "a/b"]);
  }
});

test("an empty folder comes into none of General that its manager may not edit", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "view", folder: "hr", root: "general" });
  await must(h.call("POST /api/folders", { as: space.creator, json: { path: "hr/mine", root: "plans" } }));
  const refused = await h.call(`DELETE ${space.at}?force=true`, { as: space.creator });
  expect([refused.status, refused.body.level]).toEqual([403, "view"]);
  await must(h.call(`DELETE ${space.at}`, { as: space.creator }));
});

test("what was in the trash of a deleted root comes back where the request says", async () => {
  const space = await openSpace(h);
  const { owner } = space;
  const doc = await put(h, owner, { root: "plans", folder: "a" });
  await must(h.call(`DELETE /api/docs/${doc.doc_id}`, { as: owner }));
  expect((await must(end(space, ""))).body).toMatchObject({ moved_docs: 0 });
  const trash = await must(h.call("GET /api/trash?root=general", { as: owner }));
  expect(trash.body.docs).toMatchObject([{ doc_id: doc.doc_id, deleted_from: { root: "plans", folder: "a" } }]);
  await scenario(h, {
    act: () => ({ call: `POST /api/docs/${doc.doc_id}/undelete`, as: owner, json: {} }),
    expect: { status: 409, error: /the root "plans" in which the document was has been deleted/ },
  });
  const back = await must(h.call(`POST /api/docs/${doc.doc_id}/undelete`, { as: owner, json: { root: "general" } }));
  expect(back.body).toMatchObject({ folder: "a", root: { slug: "general" } });
});

test("what had left a root before it was deleted is known to the workspace's managers alone, and to all of General once it is back", async () => {
  const space = await openSpace(h);
  const { owner, creator, member } = space;
  const [gone, purged, expired] = [
    await put(h, creator, { root: "plans", folder: "a", title: "Gone" }),
    await put(h, creator, { root: "plans", folder: "a", title: "Purged" }),
    await put(h, creator, { root: "plans", folder: "a", title: "Expired", retention_days: 1 }),
  ];
  h.clock.advance(2 * 86_400_000);
  for (const { doc_id } of [gone, purged]) await must(h.call(`DELETE /api/docs/${doc_id}`, { as: creator }));
  await must(end(space, ""));
  const titles = async (as: Person) => {
    const { body } = await must(h.call("GET /api/trash?root=general", { as }));
    const feed = await must(h.call("GET /api/changes?root=general", { as }));
    const told = feed.body.changes.map((one: { title: string }) => one.title);
    return [body.docs.map((doc: { title: string }) => doc.title).sort(), told.includes("Gone")];
  };
  expect((await titles(owner))[0]).toEqual(["Expired", "Gone", "Purged"]);
  expect(await titles(member)).toEqual([[], false]);
  for (const { doc_id } of [gone, expired]) {
    const to = { root: "general", folder: "b" };
    const at = `/api/docs/${doc_id}`;
    const asked = [
      await h.call(`POST ${at}/undelete`, { as: member, json: to }),
      await h.call(`PATCH ${at}`, { as: member, json: { retention_days: 0 } }),
      await h.call(`POST ${at}/keep`, { as: member }),
      await h.call(`DELETE ${at}?purge=true`, { as: member }),
      await h.call(`GET ${at}`, { as: member }),
    ];
    expect(asked.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
  }
  // Nor does its end tell of it to who follows General.
  const third = await put(h, owner, { root: "general", folder: "c" });
  const before = (await must(h.call("GET /api/changes?root=general", { as: member }))).body.next_cursor;
  await must(h.call(`DELETE /api/docs/${purged.doc_id}?purge=true`, { as: owner }));
  await must(h.call(`PATCH /api/docs/${third.doc_id}`, { as: owner, json: { title: "Third" } }));
  const news = (await must(h.call(`GET /api/changes?root=general&since=${before}`, { as: member }))).body.changes;
  expect(news.map((one: { doc_id: string }) => one.doc_id)).toEqual([third.doc_id]);
  await must(h.call(`POST /api/docs/${gone.doc_id}/undelete`, { as: owner, json: { root: "general", folder: "b" } }));
  await must(h.call(`PATCH /api/docs/${expired.doc_id}`, { as: owner, json: { retention_days: 0 } }));
  for (const { doc_id } of [gone, expired])
    expect((await h.call(`GET /api/docs/${doc_id}`, { as: member })).status).toBe(200);
});

test("an expired document does not keep its root, and is still its editors' to bring back", async () => {
  const space = await openSpace(h);
  const doc = await put(h, space.owner, { root: "plans", folder: "a", retention_days: 1 });
  h.clock.advance(2 * 86_400_000);
  expect((await must(end(space, ""))).body).toMatchObject({ moved_docs: 0 });
  const back = await must(h.call(`POST /api/docs/${doc.doc_id}/undelete`, { as: space.owner, json: {} }));
  expect(back.body).toMatchObject({ folder: "a", root: { slug: "general" }, state: "live" });
});

test("every document that moves takes a change number of its own", async () => {
  const space = await openSpace(h);
  for (let number = 0; number < 5; number++) await put(h, space.owner, { root: "plans", folder: `f${number}` });
  const [before] = await sql<{ seq: number }[]>`
    select change_seq as seq from document_counters where workspace_id = ${space.owner.workspace_id}`;
  await must(end(space));
  const numbers = await sql<{ seq: number }[]>`
    select change_seq as seq from document_changes where workspace_id = ${space.owner.workspace_id} order by change_seq`;
  const [after] = await sql<{ seq: number }[]>`
    select change_seq as seq from document_counters where workspace_id = ${space.owner.workspace_id}`;
  expect(new Set(numbers.map((row) => row.seq)).size).toBe(5);
  for (const { seq } of numbers) expect(seq).toBeGreaterThan(before?.seq ?? 0);
  expect(numbers.at(-1)?.seq).toBe(after?.seq);
});

test("of two deletions at once one moves the documents and the other finds no root", async () => {
  const space = await openSpace(h);
  for (let number = 0; number < 3; number++) await put(h, space.owner, { root: "plans", folder: "a" });
  const statuses = (await Promise.all([end(space), end(space)])).map((answer) => answer.status);
  expect(statuses.sort()).toEqual([200, 404]);
  expect(await inGeneral(space.owner)).toHaveLength(3);
});

test("whoever publishes, moves or writes while a root is deleted either comes along or is told; nothing is lost", async () => {
  for (let round = 0; round < 6; round++) {
    const space = await openSpace(h);
    const { owner } = space;
    const documents = [];
    for (const folder of ["a", "b"]) documents.push(await put(h, owner, { root: "plans", folder }));
    const own = await put(h, owner, { folder: "mine" });
    const publish = (folder?: string) =>
      h.call("POST /api/docs", { as: owner, json: { html: "<p>x</p>", root: "plans", folder } });
    const patch = (docId: string, json: object) => h.call(`PATCH /api/docs/${docId}`, { as: owner, json });
    const answers = await Promise.all([
      publish("a"),
      publish(`new${round}`),
      end(space),
      publish(""),
      patch(documents[0].doc_id, { folder: "b" }),
      patch(documents[1].doc_id, { folder: `other${round}` }),
      patch(own.doc_id, { root: "plans", folder: "a" }),
      patch(documents[0].doc_id, { html: "<p>new</p>" }),
      publish(),
      publish(),
    ]);
    const statuses = answers.map((answer) => answer.status);
    for (const status of statuses) expect([200, 201, 404]).toContain(status);
    expect(statuses[2]).toBe(200);
    const published = [answers[0], answers[1], answers[3], answers[8], answers[9]].filter(
      (answer) => answer?.status === 201,
    ).length;
    const taken = statuses[6] === 200 ? 1 : 0;
    expect(await inGeneral(owner)).toHaveLength(documents.length + published + taken);
    const [stray] = await sql<{ n: number }[]>`
      select count(*)::int as n from places where workspace_id = ${owner.workspace_id} and root_id = ${space.root_id}`;
    expect(stray?.n).toBe(0);
  }
});

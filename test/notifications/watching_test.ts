// Watching and muting: who is told of what happens to a document because they follow it, how often,
// and what of it they see.
import { afterEach, describe, expect, test } from "bun:test";
import { share } from "../comments/commented.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { limited } from "../oauth/limited.ts";
import { listening } from "./listening.ts";

const h = await openHarness();
const START = h.clock.now().getTime();
const MINUTE_MS = 60_000;
const { told } = listening(h);

afterEach(() => h.clock.set(new Date(START)));

/** A document of Ann, and Bob who may change it and watches it. */
async function watched() {
  const published = await publish(h, { html: "<h1>Plan</h1>" });
  const { as: ann, at, doc } = published;
  const bob = await h.person({ workspace_id: ann.workspace_id, role: "member" });
  await share(h, published, { with: bob, level: "edit" });
  await follow(bob, `doc:${doc.doc_id}`);
  return { ann, bob, at, doc };
}

async function follow(as: Person, target: string, root?: string): Promise<void> {
  const made = await h.call("POST /api/watch", { as, json: { target, ...(root ? { root } : {}) } });
  if (made.status !== 201) throw new Error(`not watched: ${made.status} ${JSON.stringify(made.body)}`);
  h.clock.advance(1000);
}

async function mute(as: Person, target: string): Promise<void> {
  const muted = await h.call(`DELETE /api/watch?target=${encodeURIComponent(target)}`, { as });
  if (muted.status !== 200) throw new Error(`not muted: ${muted.status}`);
}

async function edit(as: Person, at: string, content = `<p>${h.clock.now().getTime()}</p>`): Promise<void> {
  const { body } = await h.call(`GET ${at}`, { as });
  const sent = { as, json: { content, base_version: body.version } };
  const answer = await h.call(`PUT ${at}/files/index.html`, sent);
  if (answer.status !== 200) throw new Error(`not edited: ${answer.status} ${JSON.stringify(answer.body)}`);
}

async function titles(as: Person): Promise<(string | null)[]> {
  return (await told(as)).map((one) => one.title);
}

describe("a watcher is told", () => {
  test("of a version by somebody else, with who and which document, and not of their own", async () => {
    const { ann, bob, at, doc } = await watched();
    await edit(bob, at);
    expect(await told(bob)).toEqual([]);
    expect(await told(ann)).toMatchObject([
      { kind: "doc.updated", title: `${bob.email} changed "Plan"`, doc_id: doc.doc_id },
    ]);
    h.clock.advance(1000);
    await edit(ann, at);
    expect(await told(bob)).toMatchObject([{ kind: "doc.updated", title: `${ann.email} changed "Plan"` }]);
  });

  test("once of several versions in a quarter of an hour, and again of the next after it", async () => {
    const { ann, bob, at } = await watched();
    for (let n = 0; n < 5; n++) {
      await edit(ann, at);
      await told(bob);
      h.clock.advance(4 * MINUTE_MS);
    }
    expect(await told(bob)).toHaveLength(2);
  });

  test("once too when two servers hear of two versions at the same time", async () => {
    const { ann, bob, at } = await watched();
    const other = await h.twin();
    for (let n = 0; n < 6; n++) {
      await edit(ann, at);
      h.clock.advance(1000);
      // A batch of its own for each.
      await h.runtime.relay.relayAll();
    }
    await Promise.all([h.runtime.jobs.runDue(), other.runtime.jobs.runDue()]);
    expect(await told(bob)).toHaveLength(1);
  });

  test("of a comment in a thread that they have no part in, of a move and of sharing", async () => {
    const { ann, bob, at } = await watched();
    await h.call(`POST ${at}/comments`, { as: ann, json: { body: "Look" } });
    await h.call(`PATCH ${at}`, { as: ann, json: { root: "general", folder: "Plans" } });
    const carl = await h.person({ workspace_id: ann.workspace_id, role: "member" });
    await h.call(`POST ${at}/access`, { as: ann, json: { subject_type: "user", subject: carl.email, level: "view" } });
    expect((await told(bob)).map((one) => one.kind).sort()).toEqual(["comment.created", "doc.moved", "doc.shared"]);
    expect(await told(carl)).toEqual([]);
  });

  test("of deletion, whose title stays to be read until the document is purged", async () => {
    const { ann, bob, at } = await watched();
    await h.call(`DELETE ${at}`, { as: ann });
    expect(await told(bob)).toMatchObject([
      { kind: "doc.deleted", title: `${ann.email} deleted "Plan"`, target: { url: null } },
    ]);
    await h.call(`DELETE ${at}?purge=true`, { as: ann });
    expect(await told(bob)).toEqual([]);
  });

  test("of nothing in a document that was closed to them meanwhile, be it deleted since", async () => {
    const { ann, bob, at } = await watched();
    const { body } = await h.call(`GET ${at}/access`, { as: ann });
    await h.call(`DELETE /api/access/${body.grants[0].id}`, { as: ann });
    await edit(ann, at);
    await h.call(`DELETE ${at}`, { as: ann });
    expect(await told(bob)).toEqual([]);
  });
});

test("a title that was told is shown no more once the document is closed, also when it lies in the trash", async () => {
  const { ann, bob, at } = await watched();
  await h.call(`DELETE ${at}`, { as: ann });
  expect(await titles(bob)).toEqual([`${ann.email} deleted "Plan"`]);
  await h.runtime.database.sql`delete from grants where subject_type = 'user' and subject_id = ${bob.user_id}`;
  expect(await told(bob)).toMatchObject([{ title: null, doc_id: null }]);
});

test("who wrote or commented follows without asking, from then on, until they mute", async () => {
  const published = await publish(h, { html: "<h1>Plan</h1>", root: "general", folder: "" });
  const { as: ann, at, doc } = published;
  const [bob, carl] = [
    await h.person({ workspace_id: ann.workspace_id, role: "member" }),
    await h.person({ workspace_id: ann.workspace_id, role: "member" }),
  ];
  h.clock.advance(1000);
  await edit(bob, at);
  await h.call(`POST ${at}/comments`, { as: carl, json: { body: "Good" } });
  h.clock.advance(20 * MINUTE_MS);
  expect(await told(carl)).toEqual([]);
  await edit(ann, at);
  for (const who of [bob, carl]) expect((await told(who))[0]).toMatchObject({ kind: "doc.updated" });
  for (const who of [bob, carl]) await mute(who, `doc:${doc.doc_id}`);
  h.clock.advance(20 * MINUTE_MS);
  await edit(ann, at);
  for (const who of [bob, carl]) expect((await told(who)).filter((one) => one.kind === "doc.updated")).toHaveLength(1);
});

test("an owner who mutes hears of no comment, yet of one that names them", async () => {
  const { ann, bob, at, doc } = await watched();
  await mute(ann, `doc:${doc.doc_id}`);
  await h.call(`POST ${at}/comments`, { as: bob, json: { body: "Look" } });
  await h.call(`POST ${at}/comments`, { as: bob, json: { body: `Look, @${ann.email}` } });
  expect((await told(ann)).map((one) => one.kind)).toEqual(["comment.mentioned"]);
});

test("of a root and its folders the nearest watch counts", async () => {
  const ann = await h.person();
  const bob = await h.person({ workspace_id: ann.workspace_id, role: "member" });
  for (const path of ["Plans", "Plans/Old"])
    await h.call("POST /api/folders", { as: ann, json: { path, root: "general" } });
  await follow(bob, "root:general");
  await h.call("DELETE /api/watch?target=folder:Plans&root=general", { as: bob });
  await follow(bob, "folder:general:Plans/Old");
  // Named either way it is the same folder.
  await follow(bob, "folder:Plans/Old", "general");
  expect((await h.call("GET /api/watch?muted=false", { as: bob })).body.watches).toHaveLength(2);
  const put = (folder: string, title: string) => publish(h, { html: "x", root: "general", folder, title }, { as: ann });
  await put("", "Top");
  await put("Plans", "Muted");
  await put("Plans/Old", "Deep");
  expect((await titles(bob)).sort()).toEqual([`${ann.email} published "Deep"`, `${ann.email} published "Top"`]);
});

describe("the list of watches", () => {
  test("holds what was watched and muted, once each, and leaves out what was closed", async () => {
    const { ann, bob, doc, at } = await watched();
    await follow(bob, `doc:${doc.doc_id}`);
    await h.call("DELETE /api/watch?target=root:general", { as: bob });
    const list = await h.call("GET /api/watch", { as: bob });
    expect(list.body.watches).toMatchObject([
      { doc_id: doc.doc_id, folder: null, muted: false, doc: { title: "Plan" } },
      { doc_id: null, folder: "", muted: true, root: { slug: "general" } },
    ]);
    expect((await h.call("GET /api/watch?muted=true", { as: bob })).body.watches).toHaveLength(1);
    const { body } = await h.call(`GET ${at}/access`, { as: ann });
    await h.call(`DELETE /api/access/${body.grants[0].id}`, { as: ann });
    expect((await h.call("GET /api/watch?muted=false", { as: bob })).body.watches).toEqual([]);
  });

  test("loses a document with its purge, and a person's with the root that they leave", async () => {
    const { ann, bob, at } = await watched();
    await follow(bob, "root:general");
    await h.call(`DELETE ${at}?purge=true`, { as: ann });
    await told(bob);
    const rows = () => h.runtime.database.sql`select 1 from watches where user_id = ${bob.user_id}`;
    expect((await rows()).count).toBe(1);
    expect((await h.call(`DELETE /api/members/${bob.user_id}`, { as: ann })).status).toBe(200);
    expect((await rows()).count).toBe(0);
  });

  test.each([
    ["no target", "", 400],
    ["another kind", "tag:plan", 400],
    ["My documents as a whole", "root:~", 400],
    ["a root as a folder", "folder:/", 400],
    ["an unknown document", "doc:doc_nothing", 404],
    ["an unknown root", "root:nowhere", 404],
    ["an unknown folder", "folder:nowhere", 404],
    ["a folder of an unknown root", "folder:nowhere:plans", 404],
    ["a root as a folder of it", "folder:general:", 400],
    ["a folder with two roots", "folder:general:a:b", 400],
  ])("refuses %s", async (_what, target, status) => {
    await scenario(h, {
      given: () => h.person(),
      act: (as) => ({ as, call: "POST /api/watch", json: { target } }),
      expect: { status },
    });
  });
});

test("a connection that is limited to a root finds what is watched there and nothing else", async () => {
  const { as, doc } = await publish(h);
  await follow(as, `doc:${doc.doc_id}`);
  await follow(as, "root:general");
  const [general] = await h.runtime.database.sql<{ root_id: number }[]>`
    select root_id from roots where workspace_id = ${as.workspace_id} and is_general`;
  const there = await limited(h, as, { roots: [String(general?.root_id)] });
  const list = await h.call("GET /api/watch", { as: there });
  expect([list.status, list.body.watches.map((one: { folder: string | null }) => one.folder)]).toEqual([200, [""]]);
  const mine = await limited(h, as, { roots: ["~"] });
  expect((await h.call("GET /api/watch", { as: mine })).body.watches).toMatchObject([{ doc_id: doc.doc_id }]);
});

test("an agent watches, mutes and lists by tools, and again changes nothing", async () => {
  const { as, doc } = await publish(h);
  const target = `doc:${doc.doc_id}`;
  const length = async () => (await h.audit()).length;
  const first = await callTool(h, as, { name: "watch", arguments: { target } });
  expect(first.structuredContent).toMatchObject({ doc_id: doc.doc_id, muted: false });
  const after = await length();
  await callTool(h, as, { name: "watch", arguments: { target } });
  expect(await length()).toBe(after);
  const muted = await callTool(h, as, { name: "unwatch", arguments: { target } });
  expect(muted.structuredContent).toMatchObject({ muted: true });
  const list = await callTool(h, as, { name: "list_watches", arguments: {} });
  expect(list.structuredContent).toMatchObject({ watches: [{ doc_id: doc.doc_id, muted: true }] });
});

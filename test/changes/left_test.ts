// What leaves a follower's scope and what comes into it without a change of its own:
// told once, to those whom it concerns alone.
import { expect, test } from "bun:test";
import { mintToken } from "../../kernel/ports/auth.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put } from "../roots/space.ts";
import { follow } from "./follower.ts";

const h = await openHarness();
const DAY_MS = 86_400_000;

/** A reader that says what each reading told: titles, and `-` with the title of what left. */
function listen(as: Person, query: Record<string, string> = {}) {
  const follower = follow(h, as, query);
  const names = new Map<string, string>();
  return {
    follower,
    read: async (): Promise<string[]> => {
      const from = follower.told.length;
      await follower.catchUp();
      return follower.told.slice(from).map(({ doc_id, title, left }: ParsedBody) => {
        if (!left) names.set(doc_id, title);
        return left ? `-${names.get(doc_id) ?? doc_id}` : title;
      });
    },
  };
}

const subject = (person: Person) => ({ subject_type: "user", subject: person.email, level: "view" });

test("a document that is moved to General leaves My documents and comes into General, with nothing said but that it left", async () => {
  const as = await h.person();
  const doc = await put(h, as, { title: "Plan", folder: "a", tags: ["x"] });
  const mine = (await must(h.call("GET /api/changes", { as }))).body.next_cursor;
  const general = (await must(h.call("GET /api/changes?root=general", { as }))).body.next_cursor;
  h.clock.advance(1000);
  await must(h.call(`PATCH /api/docs/${doc.doc_id}`, { as, json: { root: "general", folder: "b" } }));
  const at = h.clock.now().toISOString();
  const { body } = await scenario(h, {
    act: () => ({ call: `GET /api/changes?since=${mine}`, as }),
    expect: { status: 200, body: { has_more: false } },
  });
  expect(body.changes).toEqual([
    {
      ...{ doc_id: doc.doc_id, left: true, title: "", folder: "", root: null, tags: [], attrs: {}, filename: null },
      ...{ kind: null, version: 0 },
      ...{
        updated_at: at,
        changed_at: at,
        deleted: false,
        deleted_at: null,
        owner_email: "",
        mine: false,
        listing: "private",
      },
      manifest: {},
    },
  ]);
  const there = (await must(h.call(`GET /api/changes?root=general&since=${general}`, { as }))).body;
  expect(there.changes).toMatchObject([{ doc_id: doc.doc_id, left: false, title: "Plan", folder: "b" }]);
});

test("a document that leaves the followed folder leaves the feed, by itself and with its folder", async () => {
  const as = await h.person();
  const one = await put(h, as, { title: "One", folder: "a" });
  await put(h, as, { title: "Two", folder: "a/b" });
  const deep = listen(as, { folder: "a" });
  const flat = listen(as, { folder: "a", recursive: "false" });
  expect([await deep.read(), await flat.read()]).toEqual([["One", "Two"], ["One"]]);
  await must(h.call(`PATCH /api/docs/${one.doc_id}`, { as, json: { folder: "a/b" } }));
  expect([await deep.read(), await flat.read()]).toEqual([["One"], ["-One"]]);
  await must(h.call("PATCH /api/folders", { as, json: { path: "a/b", new_path: "c" } }));
  expect((await deep.read()).sort()).toEqual(["-One", "-Two"]);
  expect(await flat.read()).toEqual([]);
  await must(
    h
      .call("PATCH /api/folders", { as, json: { path: "c", new_path: "a" } })
      .catch(() => h.call("GET /api/docs", { as })),
  );
});

test("what a grant opens and its end closes is told to whom it names, once, and to nobody else", async () => {
  const { owner, member, creator } = await openSpace(h);
  const doc = await put(h, owner, { title: "Shared" });
  const [theirs, others, mine] = [member, creator, owner].map((as) => listen(as, { include_team: "true" }));
  await Promise.all([theirs?.read(), others?.read(), mine?.read()]);
  const given = (await must(h.call(`POST /api/docs/${doc.doc_id}/access`, { as: owner, json: subject(member) }))).body;
  expect([await theirs?.read(), await others?.read(), await mine?.read()]).toEqual([["Shared"], [], []]);
  const more = { ...subject(member), level: "edit" };
  await must(h.call(`POST /api/docs/${doc.doc_id}/access`, { as: owner, json: more }));
  expect(await theirs?.read()).toEqual([]);
  await must(h.call(`DELETE /api/access/${given.id}`, { as: owner }));
  expect([await theirs?.read(), await others?.read(), await mine?.read()]).toEqual([["-Shared"], [], []]);
});

test("a grant narrows what was open to all, and the end of the last one opens it again", async () => {
  const { owner, member, creator } = await openSpace(h);
  const doc = await put(h, owner, { title: "Open", visibility: "workspace", listing: "team" });
  const theirs = listen(member, { include_team: "true" });
  expect(await theirs.read()).toEqual(["Open"]);
  const given = (await must(h.call(`POST /api/docs/${doc.doc_id}/access`, { as: owner, json: subject(creator) }))).body;
  expect(await theirs.read()).toEqual(["-Open"]);
  await must(h.call(`DELETE /api/access/${given.id}`, { as: owner }));
  expect(await theirs.read()).toEqual(["Open"]);
});

test("a root that opens and closes is told in pages, whatever is in it, and its grant writes no row a document", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  const titles = Array.from({ length: 25 }, (_, number) => `Plan ${number}`);
  for (const title of titles) await put(h, owner, { title, root: "plans", folder: `f${title.length}` });
  const theirs = listen(member, { include_team: "true", limit: "7" });
  expect(await theirs.read()).toEqual([]);
  const tables = ["document_changes", "past_documents", "past_places", "grant_spans", "scope_turns"];
  const before = await h.rows(...tables);
  await letIn(h, space, { level: "view", person: member });
  const after = await h.rows(...tables);
  expect(after).toEqual({
    ...before,
    grant_spans: (before["grant_spans"] ?? 0) + 1,
    scope_turns: (before["scope_turns"] ?? 0) + 1,
  });
  expect((await theirs.read()).sort()).toEqual([...titles].sort());
  // A second reason opens nothing that was closed.
  await letIn(h, space, { level: "view" });
  expect(await theirs.read()).toEqual([]);
  const { grants } = (await must(h.call("GET /api/roots/plans/access", { as: owner }))).body;
  for (const { id } of grants) await must(h.call(`DELETE /api/access/${id}`, { as: owner }));
  await put(h, owner, { title: "Too late", root: "plans" });
  expect((await theirs.read()).sort()).toEqual(titles.map((title) => `-${title}`).sort());
});

test("a folder's own list closes it for those whom it does not name, until it inherits again", async () => {
  const space = await openSpace(h);
  const { owner, member, creator } = space;
  await letIn(h, space, { level: "view" });
  await put(h, owner, { title: "Secret", root: "plans", folder: "hr/pay" });
  await put(h, owner, { title: "Known", root: "plans" });
  const theirs = listen(member, { root: "plans" });
  expect((await theirs.read()).sort()).toEqual(["Known", "Secret"]);
  await letIn(h, space, { level: "view", folder: "hr", person: owner });
  expect(await theirs.read()).toEqual(["-Secret"]);
  expect((await listen(creator, { root: "plans" }).read()).sort()).toEqual(["Known", "Secret"]);
  await must(h.call("POST /api/roots/plans/access/inherit", { as: owner, json: { folder: "hr" } }));
  expect(await theirs.read()).toEqual(["Secret"]);
});

test("who leaves a group or manages no more loses what that opened, and who comes in gains it", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  await put(h, owner, { title: "In the root", root: "plans" });
  const shared = await put(h, owner, { title: "With the group" });
  const group = (await must(h.call("POST /api/groups", { as: owner, json: { name: "Design" } }))).body;
  const named = { subject_type: "group", subject: group.slug, level: "view" };
  await must(h.call(`POST /api/docs/${shared.doc_id}/access`, { as: owner, json: named }));
  const theirs = listen(member, { include_team: "true" });
  expect(await theirs.read()).toEqual([]);
  await must(h.call(`POST /api/groups/${group.id}/members`, { as: owner, json: { email: member.email } }));
  expect(await theirs.read()).toEqual(["With the group"]);
  await must(h.call(`DELETE /api/groups/${group.id}/members?email=${member.email}`, { as: owner }));
  expect(await theirs.read()).toEqual(["-With the group"]);
  const at = `PATCH /api/members/${member.user_id}`;
  await must(h.call(at, { as: owner, json: { role: "admin" } }));
  expect(await theirs.read()).toEqual(["In the root"]);
  await must(h.call(at, { as: owner, json: { role: "member" } }));
  expect(await theirs.read()).toEqual(["-In the root"]);
});

test("a server that has not heard yet that somebody left a group tells them of it all the same", async () => {
  const { owner, member } = await openSpace(h);
  const shared = await put(h, owner, { title: "With the group" });
  const group = (await must(h.call("POST /api/groups", { as: owner, json: { name: "Design" } }))).body;
  const named = { subject_type: "group", subject: group.slug, level: "view" };
  await must(h.call(`POST /api/docs/${shared.doc_id}/access`, { as: owner, json: named }));
  await must(h.call(`POST /api/groups/${group.id}/members`, { as: owner, json: { email: member.email } }));
  const theirs = listen(member, { include_team: "true" });
  expect(await theirs.read()).toEqual(["With the group"]);
  // As another server does it, whose word is still on its way.
  await h.runtime.database.sql`delete from group_members where group_id = ${group.id} and user_id = ${member.user_id}`;
  expect(await theirs.read()).toEqual(["-With the group"]);
});

test("nothing is told of what was never open: not that it came, moved, was shared with others, or went", async () => {
  const { owner, member, creator } = await openSpace(h);
  const theirs = listen(member, { include_team: "true" });
  const general = listen(member, { root: "general" });
  await Promise.all([theirs.read(), general.read()]);
  const doc = await put(h, owner, { title: "Secret", folder: "a" });
  const at = `/api/docs/${doc.doc_id}`;
  await must(h.call(`PATCH ${at}`, { as: owner, json: { folder: "b" } }));
  const given = (await must(h.call(`POST ${at}/access`, { as: owner, json: subject(creator) }))).body;
  await must(h.call(`DELETE /api/access/${given.id}`, { as: owner }));
  await must(h.call(`PATCH ${at}`, { as: owner, json: { root: "plans", folder: "b" } }));
  await must(h.call("PATCH /api/folders", { as: owner, json: { root: "plans", path: "b", new_path: "c" } }));
  await must(h.call(`PATCH ${at}`, { as: owner, json: { visibility: "unlisted" } }));
  await must(h.call(`DELETE ${at}?purge=true`, { as: owner }));
  expect([await theirs.read(), await general.read()]).toEqual([[], []]);
});

test("a document that came after the access had ended is not told of, nor one that went before it was given", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  const before = await put(h, owner, { title: "Before", root: "plans" });
  const theirs = listen(member, { include_team: "true" });
  await theirs.read();
  await must(h.call(`PATCH /api/docs/${before.doc_id}`, { as: owner, json: { root: "~" } }));
  await letIn(h, space, { level: "view", person: member });
  const { grants } = (await must(h.call("GET /api/roots/plans/access", { as: owner }))).body;
  await must(h.call(`DELETE /api/access/${grants[0].id}`, { as: owner }));
  await put(h, owner, { title: "After", root: "plans" });
  expect(await theirs.read()).toEqual([]);
});

test("a connection that is limited to roots is told what leaves them, and begins anew once it reaches others", async () => {
  const as = await h.person();
  const root = (await must(h.call("POST /api/roots", { as, json: { name: "Plans" } }))).body;
  const doc = await put(h, as, { title: "Moving", root: "plans" });
  const limited = { ...as, token: await mintLimited(as, [String(root.id)]) };
  const theirs = listen(limited, { include_team: "true" });
  const whole = listen(as, { include_team: "true" });
  expect([await theirs.read(), await whole.read()]).toEqual([["Moving"], ["Moving"]]);
  await must(h.call(`PATCH /api/docs/${doc.doc_id}`, { as, json: { root: "general" } }));
  expect([await theirs.read(), await whole.read()]).toEqual([["-Moving"], ["Moving"]]);
  const { next_cursor } = (await must(h.call("GET /api/changes?include_team=true", { as: limited }))).body;
  const wider = { ...as, token: await mintLimited(as, [String(root.id), "~"]) };
  await scenario(h, {
    act: () => ({ call: `GET /api/changes?include_team=true&since=${next_cursor}`, as: wider }),
    expect: { status: 400, error: /reaches other roots.*begin anew/ },
  });
});

async function mintLimited(as: Person, roots: string[]): Promise<string> {
  const { database } = h.runtime;
  const made = { user_id: as.user_id, workspace_id: as.workspace_id, name: "limited", ttl_days: 0, now: h.clock.now() };
  const { token, id } = await database.withTransaction((sql) => mintToken(sql, made));
  const limits = { read_only: false, toolsets: null, max_visibility: null, roots };
  await database.sql`update tokens set limits = ${database.sql.json(limits)} where token_id = ${id}`;
  return token;
}

test("a cursor from before cursors told more is good, and one of a forgotten time is refused with what to do", async () => {
  const { owner, member } = await openSpace(h);
  const doc = await put(h, owner, { title: "Shared" });
  const given = (await must(h.call(`POST /api/docs/${doc.doc_id}/access`, { as: owner, json: subject(member) }))).body;
  const [at] = await h.runtime.database.sql<{ seq: number }[]>`
    select change_seq as seq from document_counters where workspace_id = ${owner.workspace_id}`;
  const since = h.runtime.signer.sign("changes", { w: owner.workspace_id, s: at?.seq ?? 0 }, null);
  await must(h.call(`DELETE /api/access/${given.id}`, { as: owner }));
  const read = (cursor: string) => h.call(`GET /api/changes?include_team=true&since=${cursor}`, { as: member });
  const { body } = await must(read(since));
  expect(body.changes).toMatchObject([{ doc_id: doc.doc_id, left: true }]);
  await h.runtime.jobs.runDue();
  h.clock.advance(31 * DAY_MS);
  await h.runtime.jobs.runDue();
  const tables = ["past_documents", "past_places", "scope_turns"];
  expect(await h.rows(...tables)).toEqual(Object.fromEntries(tables.map((name) => [name, 0])));
  expect((await read(body.next_cursor)).body.changes).toEqual([]);
  await scenario(h, {
    act: () => ({ call: `GET /api/changes?include_team=true&since=${since}`, as: member }),
    expect: { status: 400, error: /since is older than .* 30 days .* begin anew/ },
  });
});

test("who begins is not stopped by what is forgotten, and is told what leaves while they read", async () => {
  const { owner, member } = await openSpace(h);
  const docs = [];
  for (const title of ["One", "Two", "Three"]) {
    docs.push(await put(h, owner, { title, visibility: "workspace", listing: "team" }));
  }
  const gone = await put(h, owner, { title: "Gone", visibility: "workspace" });
  await must(h.call(`DELETE /api/docs/${gone.doc_id}?purge=true`, { as: owner }));
  await h.runtime.jobs.runDue();
  h.clock.advance(31 * DAY_MS);
  await h.runtime.jobs.runDue();
  const follower = follow(h, member, { include_team: "true", limit: "1" });
  expect(await follower.readPage()).toBe(true);
  await must(h.call(`PATCH /api/docs/${docs[0]?.doc_id}`, { as: owner, json: { visibility: "restricted" } }));
  await follower.catchUp();
  expect([...follower.state.values()].map((one) => one.title)).toEqual(["Two", "Three"]);
});

test("who was away from the workspace begins anew", async () => {
  const { owner, member } = await openSpace(h);
  await put(h, owner, { title: "Open", visibility: "workspace", listing: "team" });
  const { next_cursor } = (await must(h.call("GET /api/changes?include_team=true", { as: member }))).body;
  const { sql } = h.runtime.database;
  const away = await h.person();
  await sql`update users set workspace_id = ${away.workspace_id} where user_id = ${member.user_id}`;
  await sql`update users set workspace_id = ${owner.workspace_id} where user_id = ${member.user_id}`;
  const { status, body } = await h.call(`GET /api/changes?include_team=true&since=${next_cursor}`, { as: member });
  expect({ status, error: body.error }).toEqual({
    status: 400,
    error: expect.stringMatching(/your time in the workspace/),
  });
});

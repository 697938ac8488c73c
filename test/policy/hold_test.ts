// Legal hold: who puts a document under it, and that nothing removes what is held (rules: policy/seeing).
import { expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

const publish = async (as: Person, json: object = {}) =>
  (await h.call("POST /api/docs", { as, json: { html: "<p>one</p>", ...json } })).body;
const hold = (as: Person, doc_id: string, on = true) =>
  h.call(`POST /api/docs/${doc_id}/legal-hold`, { as, json: { on } });
const state = async (as: Person, doc_id: string) => (await h.call(`GET /api/docs/${doc_id}/policy-state`, { as })).body;
const isThere = async (doc_id: string) =>
  (await h.runtime.database.sql`select 1 from documents where doc_id = ${doc_id}`).length === 1;

async function pass(ms: number): Promise<void> {
  h.clock.advance(ms);
  for (let round = 0; round < 3; round += 1) await h.runtime.jobs.runDue();
}

test("owner, admin and the document's owner hold and release, each change is a row, and others may not", async () => {
  const boss = await h.person({ role: "owner" });
  const join = (role: "admin" | "member") => h.person({ role, workspace_id: boss.workspace_id });
  const [admin, author, other] = [await join("admin"), await join("member"), await join("member")];
  const { doc_id } = await publish(author, { visibility: "workspace" });
  expect((await hold(other, doc_id)).status).toBe(403);
  expect((await hold(await h.person({ role: "owner" }), doc_id)).status).toBe(404);
  for (const as of [author, admin, boss]) {
    expect((await hold(as, doc_id)).body).toEqual({ doc_id, legal_hold: true });
    expect((await hold(as, doc_id)).status).toBe(200);
    expect(await state(as, doc_id)).toMatchObject({ legal_hold: true, can_set_legal_hold: true, expires_at: null });
    const [listed] = (await h.call("GET /api/docs?root=~", { as: author })).body.docs;
    expect(listed).toMatchObject({ doc_id, legal_hold: true });
    expect((await hold(as, doc_id, false)).body).toEqual({ doc_id, legal_hold: false });
  }
  const rows = (await h.audit()).filter(({ action, target_id }) => action === "doc.legal_hold" && target_id === doc_id);
  expect(rows.map(({ actor, meta }) => [actor, meta["on"]])).toEqual(
    [author, admin, boss].flatMap(({ email }) => [
      [email, true],
      [email, false],
    ]),
  );
});

test("holding takes the Enterprise plan, releasing none", async () => {
  const owner = await h.person({ role: "owner", plan: "business" });
  const { doc_id } = await publish(owner);
  expect((await hold(owner, doc_id)).status).toBe(402);
  expect(await state(owner, doc_id)).toMatchObject({ legal_hold_available: false, can_set_legal_hold: false });
  await h.runtime.database.sql`update documents set legal_hold = true where doc_id = ${doc_id}`;
  expect((await hold(owner, doc_id, false)).status).toBe(200);
});

test("delete, purge, emptied trash, expiry, sweeps and the end of the account leave a held document and its versions alone", async () => {
  const boss = await h.person({ role: "owner" });
  const author = await h.person({ role: "member", workspace_id: boss.workspace_id });
  const held = await publish(author, { retention_days: 2 });
  await h.call(`PATCH /api/docs/${held.doc_id}`, { as: author, json: { html: "<p>two</p>" } });
  const trashed = await publish(author);
  await h.call(`DELETE /api/docs/${trashed.doc_id}`, { as: author });
  for (const { doc_id } of [held, trashed]) expect((await hold(boss, doc_id)).status).toBe(200);

  for (const query of ["", "?purge=true"]) {
    const refused = await h.call(`DELETE /api/docs/${held.doc_id}${query}`, { as: author });
    expect([refused.status, refused.body.error]).toEqual([423, expect.stringContaining("owner or an admin")]);
  }
  expect((await h.call("DELETE /api/trash", { as: author })).body).toEqual({ docs: 0, kept: 1 });
  const gone = await h.call("DELETE /api/account", { as: author, with_cookie: true, json: { confirm: author.email } });
  expect([gone.status, gone.body.error]).toEqual([423, expect.stringContaining("2 under legal hold")]);
  await pass(3 * DAY_MS);
  await pass(30 * DAY_MS);
  expect(await Promise.all([held, trashed].map(({ doc_id }) => isThere(doc_id)))).toEqual([true, true]);
  expect((await h.call(`GET /api/docs/${held.doc_id}/versions`, { as: author })).body.versions).toHaveLength(2);

  for (const { doc_id } of [held, trashed]) await hold(boss, doc_id, false);
  await pass(3 * DAY_MS);
  await pass(30 * DAY_MS);
  expect(await Promise.all([held, trashed].map(({ doc_id }) => isThere(doc_id)))).toEqual([false, false]);
});

test("what is held in the trash stays listed there, and has days again once it is released", async () => {
  const owner = await h.person({ role: "owner" });
  const trashed = await publish(owner, { title: "Trashed" });
  await h.call(`DELETE /api/docs/${trashed.doc_id}`, { as: owner });
  const expired = await publish(owner, { title: "Expired", retention_days: 2 });
  await pass(3 * DAY_MS);
  const both = [trashed.doc_id, expired.doc_id];
  for (const doc_id of both) expect((await hold(owner, doc_id)).status).toBe(200);
  await pass(30 * DAY_MS);
  const trash = async () =>
    (await h.call("GET /api/trash", { as: owner })).body.docs.map((one: { title: string; purge_at: string | null }) => [
      one.title,
      one.purge_at && (new Date(one.purge_at).getTime() - h.clock.now().getTime()) / DAY_MS,
    ]);
  expect((await trash()).toSorted()).toEqual([
    ["Expired", null],
    ["Trashed", null],
  ]);
  for (const doc_id of both) await hold(owner, doc_id, false);
  await pass(6 * DAY_MS);
  expect((await trash()).toSorted()).toEqual([
    ["Expired", 1],
    ["Trashed", 1],
  ]);
  expect((await h.call(`POST /api/docs/${expired.doc_id}/undelete`, { as: owner, json: {} })).status).toBe(200);
  await pass(2 * DAY_MS);
  expect(await Promise.all(both.map(isThere))).toEqual([false, true]);
});

test("a held document comes back from the trash, however long ago it was deleted", async () => {
  const owner = await h.person({ role: "owner" });
  const { doc_id } = await publish(owner);
  await h.call(`DELETE /api/docs/${doc_id}`, { as: owner });
  await hold(owner, doc_id);
  await pass(60 * DAY_MS);
  expect((await h.call(`POST /api/docs/${doc_id}/undelete`, { as: owner, json: {} })).body.state).toBe("live");
  expect(await state(owner, doc_id)).toMatchObject({ legal_hold: true, expires_at: null });
});

test("a hold that is set while the trash is purged keeps its document, or finds it gone", async () => {
  const boss = await h.person({ role: "owner" });
  const docs = await Promise.all(Array.from({ length: 40 }, () => publish(boss)));
  for (const { doc_id } of docs) await h.call(`DELETE /api/docs/${doc_id}`, { as: boss });
  h.clock.advance(8 * DAY_MS);
  const purging = h.runtime.jobs.runDue();
  const answers = await Promise.all(docs.map(({ doc_id }) => hold(boss, doc_id)));
  await purging;
  await pass(DAY_MS);
  for (const [n, { status }] of answers.entries()) {
    const { doc_id } = docs[n];
    const isHeld = status === 200;
    expect([doc_id, status, await isThere(doc_id)]).toEqual([doc_id, isHeld ? 200 : 404, isHeld]);
  }
});

test("a root that is deleted hands its held documents on to General, held", async () => {
  const boss = await h.person({ role: "owner" });
  const root = (await h.call("POST /api/roots", { as: boss, json: { name: "Cases" } })).body;
  const { doc_id } = await publish(boss, { root: root.slug });
  await hold(boss, doc_id);
  expect((await h.call(`DELETE /api/roots/${root.slug}?force=true`, { as: boss })).status).toBe(200);
  expect(await state(boss, doc_id)).toMatchObject({ legal_hold: true });
  expect((await h.call(`GET /api/docs/${doc_id}`, { as: boss })).body.root.slug).toBe("general");
  expect((await h.call(`DELETE /api/docs/${doc_id}`, { as: boss })).status).toBe(423);
});

test("nobody takes a held document out of the workspace: not by joining another, nor by being removed", async () => {
  const boss = await h.person({ role: "owner" });
  const author = await h.person({ role: "member", workspace_id: boss.workspace_id });
  const elsewhere = await h.person({ role: "owner" });
  const [live, trashed] = [await publish(author), await publish(author)];
  await h.call(`DELETE /api/docs/${trashed.doc_id}`, { as: author });
  for (const { doc_id } of [live, trashed]) expect((await hold(boss, doc_id)).status).toBe(200);
  const invite = (await h.call("POST /api/invites", { as: elsewhere, json: { email: author.email } })).body;
  const token = new URL(invite.url).pathname.split("/").at(-1);
  const join = () => h.call(`POST /auth/invite/${token}`, { as: author, with_cookie: true });
  const remove = () => h.call(`DELETE /api/members/${author.user_id}`, { as: boss });
  for (const leave of [join, remove]) {
    const { status, body } = await leave();
    expect([status, JSON.stringify(body)]).toEqual([423, expect.stringContaining("2 under legal hold")]);
  }
  expect((await state(boss, live.doc_id)).legal_hold).toBe(true);
  for (const { doc_id } of [live, trashed]) await hold(boss, doc_id, false);
  expect((await remove()).status).toBe(200);
});

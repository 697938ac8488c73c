// Publishing while its ground goes: the author moves or is removed, the root is deleted.
// Each publish is whole or was never there.
import { expect, test } from "bun:test";
import { createWorkspace, personMoveHook } from "../../kernel/plugin.ts";
import { awaitWritesOf, movePerson } from "../../kernel/ports/auth.ts";
import { pickByDepth } from "../harness/depth.ts";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";
import { findMiscounts } from "../harness/kept_counts.ts";

const h = await openHarness();
const { runtime } = h;
const { sql } = runtime.database;

const ROUNDS = pickByDepth({ small: 3, deep: 10 });
const AT_ONCE = 12;

/** Publishes at once while something happens among them; answers what was answered. */
async function publishDuring(as: Person, json: object, happen: () => Promise<unknown>): Promise<Answer[]> {
  const publishing = Array.from({ length: AT_ONCE }, async (_, index) => {
    // Some before it, some beside it, some after it.
    await Bun.sleep(index);
    return h.call("POST /api/docs", { as, json: { html: `<h1>${crypto.randomUUID()}</h1>`, ...json } });
  });
  const [answers] = await Promise.all([Promise.all(publishing), Bun.sleep(AT_ONCE / 3).then(happen)]);
  return answers;
}

/** What was answered 201 is there, once, beside its place and its audit row; nothing else is. */
async function expectWhole(answers: readonly Answer[], owner: Person, refusals: readonly number[]): Promise<void> {
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.doc_id);
  expect(answers.map(({ status }) => status).filter((status) => status !== 201 && !refusals.includes(status))).toEqual(
    [],
  );
  const rows = await sql`
    select d.doc_id from documents d join places p using (place_id)
      join document_changes c on c.document_id = d.document_id and c.workspace_id = d.workspace_id
      join document_files f on f.document_id = d.document_id and f.version = d.version
      join blobs b on b.blob_id = f.blob_id
    where d.owner_id = ${owner.user_id} and p.workspace_id = d.workspace_id`;
  expect(rows.map((row) => row["doc_id"]).sort()).toEqual([...made].sort());
  const noted = await sql`
    select target_id from audit_events where actor_user_id = ${owner.user_id} and action = 'doc.publish'`;
  expect(noted.map((row) => row["target_id"]).sort()).toEqual([...made].sort());
  expect(await findMiscounts(sql)).toEqual([]);
  const [live] =
    await sql`select coalesce(sum(live), 0)::int as live from document_owners where owner_id = ${owner.user_id}`;
  const [there] = await sql`
    select count(*)::int as there from documents where owner_id = ${owner.user_id} and deleted_at is null`;
  expect(live?.["live"]).toBe(there?.["there"]);
}

test("an author who moves to another workspace takes along what was published, and the rest is refused with 401", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const as = await h.person();
    const now = h.clock.now();
    const to = await createWorkspace(sql, {
      slug: `own-${crypto.randomUUID().slice(0, 8)}`,
      name: "Own",
      plan: "free",
      now,
    });
    const answers = await publishDuring(as, { folder: `Plans/${round}` }, () =>
      runtime.database.withTransaction(async (tx) => {
        const move = { sql: tx, now, user_id: as.user_id, from_workspace_id: as.workspace_id, to_workspace_id: to.id };
        await awaitWritesOf(tx, as.user_id);
        await runtime.callHook(personMoveHook, move);
        await movePerson(tx, { ...move, role: "owner" });
      }),
    );
    await expectWhole(answers, as, [401]);
    const moved = await sql`select distinct workspace_id from documents where owner_id = ${as.user_id}`;
    for (const { workspace_id } of moved) expect(workspace_id).toBe(to.id);
  }
});

test("a member who is removed publishes nothing more into the workspace", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const boss = await h.person();
    const as = await h.person({ role: "member", workspace_id: boss.workspace_id });
    const answers = await publishDuring(as, {}, async () => {
      const removed = await h.call(`DELETE /api/members/${as.user_id}`, { as: boss });
      expect(removed.status).toBe(200);
    });
    await expectWhole(answers, as, [401]);
    const left = await sql`
      select 1 from documents d join places p using (place_id)
      where d.owner_id = ${as.user_id} and p.owner_id = d.owner_id and d.workspace_id = ${boss.workspace_id}`;
    expect(left).toHaveLength(0);
  }
});

test.each(["", "Plans"])(
  "a root that is deleted takes what was published into %p along, and the rest is refused with 404",
  async (folder) => {
    for (let round = 0; round < ROUNDS; round++) {
      const as = await h.person();
      const { body: root } = await h.call("POST /api/roots", { as, json: { name: `Round ${round}` } });
      const answers = await publishDuring(as, { root: root.slug, folder }, async () => {
        const deleted = await h.call(`DELETE /api/roots/${root.slug}?force=true`, { as });
        expect([200, 204]).toContain(deleted.status);
      });
      const statuses = new Set(answers.map(({ status }) => status));
      for (const status of statuses) expect([201, 404]).toContain(status);
      const inside =
        await sql`select 1 from documents d left join places p using (place_id) where d.owner_id = ${as.user_id} and p.place_id is null`;
      expect(inside).toHaveLength(0);
      expect(await findMiscounts(sql)).toEqual([]);
    }
  },
);

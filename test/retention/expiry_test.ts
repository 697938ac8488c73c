// Expiry: released from what is charged, once; kept, brought back, and the trash emptied.
import { beforeEach, describe, expect, test } from "bun:test";
import { type Published, publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();
const DAY = 86_400_000;
/** Jobs that recur are due by the clock, so it never goes back: each test begins where the one before ended. */
let START = 0;
beforeEach(() => {
  START = h.clock.now().getTime();
});

const expiring = (json: Record<string, unknown> = {}, as?: Person) =>
  publish(h, { html: "12345", visibility: "unlisted", retention_days: 10, ...json }, as && { as });

async function jobsAt(time: number): Promise<void> {
  h.clock.set(new Date(time));
  await h.runtime.jobs.runDue();
}

async function chargedTo({ as }: Pick<Published, "as">): Promise<{ bytes: number; live: number }> {
  const [row] = await h.runtime.database.sql<{ bytes: number; live: number }[]>`
    select c.bytes, o.live from document_counters c join document_owners o using (workspace_id)
    where c.workspace_id = ${as.workspace_id} and o.owner_id = ${as.user_id}`;
  return { bytes: Number(row?.bytes), live: Number(row?.live) };
}

const WHOLE = { bytes: 5, live: 1 };
const NOTHING = { bytes: 0, live: 0 };
const actionsOn = async ({ doc }: Published) =>
  (await h.audit()).filter((row) => row.target_id === doc.doc_id).map((row) => row.action);

describe("expiry", () => {
  test("stops the charge once, is told of as the system's doing and numbered as a change", async () => {
    const published = await expiring();
    const seq = async () => {
      const [row] = await h.runtime.database.sql<{ change_seq: number }[]>`
        select change_seq from document_changes c join documents d using (document_id) where doc_id = ${published.doc.doc_id}`;
      return Number(row?.change_seq);
    };
    const before = await seq();
    await jobsAt(START + 10 * DAY - 1);
    expect(await chargedTo(published)).toEqual(WHOLE);
    await jobsAt(START + 10 * DAY + 600_000);
    expect(await chargedTo(published)).toEqual(NOTHING);
    expect(await seq()).toBeGreaterThan(before);
    await jobsAt(START + 11 * DAY);
    expect(await chargedTo(published)).toEqual(NOTHING);
    const rows = (await h.audit()).filter(
      (row) => row.action === "doc.expire" && row.target_id === published.doc.doc_id,
    );
    expect(rows).toMatchObject([{ actor: "system", target_type: "doc" }]);
  });

  test("leaves documents alone that are kept for ever or were deleted before", async () => {
    const kept = await publish(h, { html: "12345" });
    const gone = await expiring();
    h.clock.set(new Date(START + 9 * DAY));
    await h.call(`DELETE ${gone.at}`, { as: gone.as });
    await jobsAt(START + 11 * DAY);
    expect(await chargedTo(kept)).toEqual(WHOLE);
    expect(await chargedTo(gone)).toEqual(NOTHING);
    expect(await actionsOn(gone)).not.toContain("doc.expire");
  });

  test("is not counted a second time by a delete, a purge, the hour of the purge or two servers at once", async () => {
    const twin = await h.twin();
    for (const end of ["DELETE", "DELETE purge", "hour"] as const) {
      const published = await expiring();
      h.clock.set(new Date(START + 11 * DAY));
      await Promise.all([h.runtime.jobs.runDue(), twin.runtime.jobs.runDue()]);
      const { as, at } = published;
      if (end === "DELETE") expect((await h.call(`DELETE ${at}`, { as })).status).toBe(200);
      if (end === "DELETE purge") expect((await h.call(`DELETE ${at}?purge=true`, { as })).status).toBe(200);
      await jobsAt(START + 17 * DAY + 3_600_000);
      expect(await chargedTo(published)).toEqual(NOTHING);
      START = h.clock.now().getTime();
    }
  });
});

describe("coming back after expiry", () => {
  const ways: [string, (published: Published) => Promise<{ status: number }>][] = [
    ["keep", ({ as, at }) => h.call(`POST ${at}/keep`, { as })],
    ["another retention", ({ as, at }) => h.call(`PATCH ${at}`, { as, json: { retention_days: 4 } })],
    ["undelete", ({ as, at }) => h.call(`POST ${at}/undelete`, { as, json: {} })],
    ["new content", ({ as, at }) => h.call(`PATCH ${at}`, { as, json: { html: "54321" } })],
  ];
  for (const [name, act] of ways) {
    test(`by ${name} is charged again, whether or not the expiry was counted`, async () => {
      for (const counted of [true, false]) {
        const published = await expiring();
        if (counted) await jobsAt(START + 11 * DAY);
        else h.clock.set(new Date(START + 10 * DAY));
        expect((await act(published)).status).toBe(200);
        expect(await chargedTo(published)).toEqual(WHOLE);
        expect((await h.open(new URL(published.doc.url).pathname)).status).toBe(200);
        await jobsAt(START + 12 * DAY);
        expect(await chargedTo(published)).toEqual(WHOLE);
        START = h.clock.now().getTime();
      }
    });
  }

  test("is a 413 that changes nothing where the workspace is full or the account is", async () => {
    const published = await expiring();
    await jobsAt(START + 11 * DAY);
    const { sql } = h.runtime.database;
    const { as } = published;
    const full = [
      () => sql`update document_counters set bytes = ${6 * 1024 ** 4} where workspace_id = ${as.workspace_id}`,
      () => sql`update document_owners set live = 5000 where owner_id = ${as.user_id}`,
    ];
    for (const fill of full) {
      await sql`update document_counters set bytes = 0 where workspace_id = ${as.workspace_id}`;
      await fill();
      await scenario(h, {
        given: () => Promise.resolve(published),
        act: ({ at }) => ({ as, call: `POST ${at}/keep` }),
        expect: { status: 413, error: /quota exceeded|limit reached/ },
      });
      expect((await h.call(`GET ${published.at}`, { as })).body.state).toBe("expired");
    }
  });
});

describe("keep", () => {
  test("answers that the document is kept for ever and tells the audit log", async () => {
    await scenario(h, {
      given: () => expiring(),
      act: ({ as, at }) => ({ as, call: `POST ${at}/keep` }),
      expect: ({ doc }) => ({
        status: 200,
        body: { doc_id: doc.doc_id, retention_days: 0, expires_at: null, kept_forever: true },
        audit: [{ action: "doc.retention", target_id: doc.doc_id, meta: { from: 10, to: 0 } }],
      }),
    });
  });

  test("of what is kept already writes nothing, and after the days in the trash is a 404", async () => {
    const { as, at } = await publish(h, { html: "x" });
    const rows = (await h.audit()).length;
    expect((await h.call(`POST ${at}/keep`, { as })).body.kept_forever).toBe(true);
    expect((await h.audit()).length).toBe(rows);
    const late = await expiring();
    h.clock.set(new Date(START + 17 * DAY));
    expect((await h.call(`POST ${late.at}/keep`, { as: late.as })).status).toBe(404);
  });

  test("is the owner's in My documents and everybody's with edit in a root", async () => {
    const owner = await h.person();
    const [editor, viewer] = await Promise.all(
      [0, 1].map(() => h.person({ role: "member", workspace_id: owner.workspace_id })),
    );
    if (!editor || !viewer) throw new Error("nobody came");
    const own = await expiring({}, owner);
    const share = { subject_type: "user", subject: editor.email, level: "edit" };
    await h.call(`POST ${own.at}/access`, { as: owner, json: share });
    expect((await h.call(`POST ${own.at}/keep`, { as: editor })).status).toBe(403);
    expect((await h.call(`POST ${own.at}/keep`, { as: viewer })).status).toBe(404);
    const general = await expiring({ root: "general" }, owner);
    await jobsAt(START + 11 * DAY);
    expect((await h.call(`POST ${general.at}/keep`, { as: editor })).body.kept_forever).toBe(true);
  });
});

describe("emptying the trash", () => {
  const listed = async (as: Person, root = "~") =>
    (await h.call(`GET /api/trash?root=${root}`, { as })).body.docs.map((doc: { doc_id: string }) => doc.doc_id);

  test("removes what lies there, deleted and expired, and nothing that came later or back", async () => {
    const as = await h.person();
    const [deleted, expired, live] = [
      await expiring({}, as),
      await expiring({}, as),
      await publish(h, { html: "x" }, { as }),
    ];
    h.clock.set(new Date(START + 9 * DAY));
    await h.call(`DELETE ${deleted.at}`, { as });
    await jobsAt(START + 11 * DAY);
    const back = await publish(h, { html: "back" }, { as });
    await h.call(`DELETE ${back.at}`, { as });
    h.clock.advance(1000);
    const answer = await h.call("DELETE /api/trash", { as });
    expect([answer.status, answer.body]).toEqual([202, { docs: 3, kept: 0 }]);
    await h.call(`POST ${back.at}/undelete`, { as, json: {} });
    h.clock.advance(1000);
    const later = await publish(h, { html: "later" }, { as });
    await h.call(`DELETE ${later.at}`, { as });
    await h.runtime.jobs.runDue();
    expect(await listed(as)).toEqual([later.doc.doc_id]);
    for (const { at } of [live, back]) expect((await h.call(`GET ${at}`, { as })).status).toBe(200);
    const purged = (await h.audit()).filter((row) => row.action === "doc.purge" && row.actor === as.email);
    expect(purged.map((row) => row.target_id).sort()).toEqual([deleted.doc.doc_id, expired.doc.doc_id].sort());
  });

  test("takes no more than whoever asked may remove, in a root what lies where they may edit", async () => {
    const owner = await h.person();
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    await h.call("POST /api/roots", { as: owner, json: { name: "Board", slug: "board" } });
    const json = { subject_type: "user", subject: member.email, level: "view" };
    await h.call("POST /api/roots/board/access", { as: owner, json });
    const published = await publish(h, { html: "x", root: "board", folder: "" }, { as: owner });
    const own = await publish(h, { html: "x" }, { as: owner });
    for (const { at } of [published, own]) await h.call(`DELETE ${at}`, { as: owner });
    expect((await h.call("DELETE /api/trash?root=board", { as: member })).body).toEqual({ docs: 0, kept: 0 });
    expect((await h.call("DELETE /api/trash?root=board", { as: owner })).body).toEqual({ docs: 1, kept: 0 });
    await h.runtime.jobs.runDue();
    expect(await listed(owner, "board")).toEqual([]);
    expect(await listed(owner)).toEqual([own.doc.doc_id]);
    expect((await h.call("DELETE /api/trash?root=nowhere", { as: member })).status).toBe(404);
  });

  test("goes through a trash of several hundred", async () => {
    const { as, doc } = await publish(h, { html: "x" });
    await h.runtime.database.sql`
      insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, kind, doc_type, place_id, source_path, tags,
        visibility, listing, retention_days, description, attrs, version, size_bytes, created_at, updated_at, deleted_at, purge_at)
      select workspace_id, doc_id || n, slug || n, owner_id, created_by, title, kind, doc_type, place_id, source_path, tags,
        visibility, listing, 0, '', '{}', 1, 1, created_at, updated_at, ${h.clock.now()}, ${new Date(START + 7 * DAY)}
      from documents, generate_series(1, 450) as n where doc_id = ${doc.doc_id}`;
    expect((await h.call("DELETE /api/trash", { as })).body).toEqual({ docs: 450, kept: 0 });
    await h.runtime.jobs.runDue();
    expect(await listed(as)).toEqual([]);
  });
});

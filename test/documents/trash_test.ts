// The end of a document: delete, expiry, the trash, the way back, and the purge after seven days.
import { afterEach, describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { type Published, publish } from "./published.ts";

const h = await openHarness();
const DAY = 86_400_000;
const START = h.clock.now().getTime();

afterEach(() => h.clock.set(new Date(START)));

async function deleted(json: Record<string, unknown> = { html: "x" }): Promise<Published> {
  const published = await publish(h, { visibility: "unlisted", ...json });
  await h.call(`DELETE ${published.at}`, { as: published.as });
  return published;
}

const pathOf = ({ doc }: Published) => new URL(doc.url).pathname;
const statuses = async (published: Published) => ({
  api: (await h.call(`GET ${published.at}`, { as: published.as })).status,
  content: (await h.open(pathOf(published))).status,
});
const chargedTo = async ({ as }: Published) => {
  const [row] = await h.runtime.database.sql`
    select c.bytes, o.live from document_counters c join document_owners o using (workspace_id)
    where c.workspace_id = ${as.workspace_id} and o.owner_id = ${as.user_id}`;
  return { bytes: row?.["bytes"], live: row?.["live"] };
};

/** Lets the purge come round at the given time. */
async function purgeAt(time: number): Promise<void> {
  h.clock.set(new Date(time));
  await h.runtime.jobs.runDue();
}

describe("delete", () => {
  test("moves a document to the trash and shuts its address at once", async () => {
    await scenario(h, {
      given: () => publish(h, { html: "x" }),
      act: ({ as, at }) => ({ as, call: `DELETE ${at}` }),
      expect: ({ doc }) => ({
        status: 200,
        body: { doc_id: doc.doc_id, deleted: true },
        audit: [{ action: "doc.delete", target_id: doc.doc_id }],
      }),
    });
    const published = await publish(h, { html: "x", visibility: "unlisted" });
    expect(await statuses(published)).toEqual({ api: 200, content: 200 });
    await h.call(`DELETE ${published.at}`, { as: published.as });
    expect(await statuses(published)).toEqual({ api: 404, content: 404 });
    expect((await h.call("GET /api/docs", { as: published.as })).body.docs).toEqual([]);
    expect(await chargedTo(published)).toEqual({ bytes: 0, live: 0 });
  });

  test("of what is deleted, or of nothing, is the same 404", async () => {
    await scenario(h, {
      given: () => deleted(),
      act: ({ as, at }) => ({ as, call: `DELETE ${at}` }),
      expect: { status: 404, error: "document not found" },
    });
  });

  test("with purge=true leaves nothing, from where it stands and out of the trash", async () => {
    for (const given of [() => publish(h), () => deleted()]) {
      const published = await given();
      const { as, at, doc } = published;
      expect((await h.call(`DELETE ${at}?purge=true`, { as })).body).toEqual({ doc_id: doc.doc_id, deleted: true });
      expect((await h.call("GET /api/trash", { as })).body.docs).toEqual([]);
      expect((await h.audit()).at(-1)).toMatchObject({ action: "doc.purge", target_id: doc.doc_id, actor: as.email });
      expect(await chargedTo(published)).toEqual({ bytes: 0, live: 0 });
      const { sql } = h.runtime.database;
      expect(
        await sql`select 1 from document_files f join documents d using (document_id) where doc_id = ${doc.doc_id}`,
      ).toHaveLength(0);
      expect((await h.call(`DELETE ${at}?purge=true`, { as })).status).toBe(404);
    }
  });

  test("with a purge that is neither true nor false is a 422", async () => {
    await scenario(h, {
      given: () => publish(h),
      act: ({ as, at }) => ({ as, call: `DELETE ${at}?purge=perhaps` }),
      expect: { status: 422 },
    });
  });
});

describe("the trash", () => {
  test("lists what was deleted, by whom, from where and until when", async () => {
    await scenario(h, {
      given: () => deleted({ html: "x", title: "Gone", folder: "Plans" }),
      act: ({ as }) => ({ as, call: "GET /api/trash" }),
      expect: ({ as, doc }) => ({
        status: 200,
        body: {
          docs: [
            {
              doc_id: doc.doc_id,
              title: "Gone",
              state: "deleted",
              deleted_at: "2026-03-01T12:00:00.000Z",
              deleted_by: as.email,
              purge_at: "2026-03-08T12:00:00.000Z",
              deleted_from: { root: null, folder: "Plans" },
              reason: "deleted",
            },
          ] as never,
        },
      }),
    });
  });

  test("comes in pages, the last to leave first, and is the owner's alone", async () => {
    const { as, doc } = await deleted({ html: "1" });
    h.clock.advance(1000);
    const second = await publish(h, { html: "2" }, { as });
    await h.call(`DELETE ${second.at}`, { as });
    const page = await h.call("GET /api/trash?limit=1", { as });
    expect(page.body.docs.map((one: { doc_id: string }) => one.doc_id)).toEqual([second.doc.doc_id]);
    const next = await h.call(`GET /api/trash?limit=1&cursor=${page.body.next_cursor}`, { as });
    expect(next.body.docs.map((one: { doc_id: string }) => one.doc_id)).toEqual([doc.doc_id]);
    expect(next.body.next_cursor).toBeUndefined();
    const colleague = await h.person({ role: "admin", workspace_id: as.workspace_id });
    expect((await h.call("GET /api/trash", { as: colleague })).body.docs).toEqual([]);
  });

  const bad: [string, number][] = [
    ["limit=0", 422],
    ["limit=-5", 422],
    ["limit=many", 422],
    ["limit=100000000000000000000", 200],
    ["cursor=nonsense", 400],
    [`cursor=${Buffer.from('["-271821-04-20T00:00:00Z",1]').toString("base64url")}`, 400],
    [`cursor=${Buffer.from('["2026-03-01T00:00:00Z",1e300]').toString("base64url")}`, 400],
    ["folder=../x", 400],
    ["root=nowhere", 404],
    ["unknown=1", 200],
  ];
  for (const [query, status] of bad) {
    test(`with ${query} is a ${status}`, async () => {
      await scenario(h, {
        given: () => h.person(),
        act: (as) => ({ as, call: `GET /api/trash?${query}` }),
        expect: { status },
      });
    });
  }
});

describe("undelete", () => {
  const undelete =
    (json: Record<string, unknown> = {}) =>
    ({ as, at }: Published) => ({ as, call: `POST ${at}/undelete`, json });

  test("brings a document back with its address, folder and versions", async () => {
    await scenario(h, {
      given: () => deleted({ html: "x", folder: "Plans" }),
      act: undelete(),
      expect: ({ doc }) => ({
        status: 200,
        body: { doc_id: doc.doc_id, slug: doc.slug, url: doc.url, folder: "Plans", version: 1, state: "live" },
        audit: [{ action: "doc.undelete" }],
      }),
    });
    const published = await deleted();
    await h.call(`POST ${published.at}/undelete`, { as: published.as });
    expect(await statuses(published)).toEqual({ api: 200, content: 200 });
    expect(await chargedTo(published)).toEqual({ bytes: 1, live: 1 });
  });

  test("brings it to another folder", async () => {
    await scenario(h, {
      given: () => deleted(),
      act: undelete({ folder: "Else" }),
      expect: { status: 200, body: { folder: "Else" }, audit: [{ action: "doc.undelete", meta: { folder: "Else" } }] },
    });
  });

  test("of a live document is a 409, of a bad folder a 400, of another's a 404", async () => {
    await scenario(h, { given: () => publish(h), act: undelete(), expect: { status: 409, error: /not in the trash/ } });
    await scenario(h, { given: () => deleted(), act: undelete({ folder: ".." }), expect: { status: 400 } });
    const { at } = await deleted();
    await scenario(h, {
      given: () => h.person(),
      act: (as) => ({ as, call: `POST ${at}/undelete`, json: {} }),
      expect: { status: 404 },
    });
  });
});

describe("the purge", () => {
  test("takes a deleted document after seven days, not before, and says that the system did it", async () => {
    const published = await deleted({ html: "purge me" });
    const { as, at, doc } = published;
    await purgeAt(START + 7 * DAY - 1);
    expect((await h.call("GET /api/trash", { as })).body.docs).toHaveLength(1);
    await purgeAt(START + 7 * DAY + 3_600_000);
    expect((await h.call("GET /api/trash", { as })).body.docs).toEqual([]);
    expect((await h.call(`POST ${at}/undelete`, { as, json: {} })).status).toBe(404);
    const row = (await h.audit()).findLast((one) => one.target_id === doc.doc_id);
    expect(row).toMatchObject({ action: "doc.purge", actor: "system" });
    expect(await h.runtime.database.sql`select 1 from documents where doc_id = ${doc.doc_id}`).toHaveLength(0);
  });

  test("is felt on the hour of the promise although its job comes later", async () => {
    const { as, at } = await deleted();
    h.clock.set(new Date(START + 7 * DAY));
    expect((await h.call("GET /api/trash", { as })).body.docs).toEqual([]);
    expect((await h.call(`POST ${at}/undelete`, { as, json: {} })).status).toBe(404);
  });
});

describe("an expired document", () => {
  const expiring = () => publish(h, { html: "x", visibility: "unlisted", retention_days: 1 });

  test("is gone for readers and lists, and is its owner's to see in the API and the trash", async () => {
    const published = await expiring();
    const { as, at, doc } = published;
    h.clock.set(new Date(START + DAY));
    expect((await h.open(pathOf(published))).status).toBe(404);
    expect((await h.call(`GET ${at}`, { as })).body).toMatchObject({ state: "expired" });
    expect((await h.call("GET /api/docs", { as })).body.docs).toEqual([]);
    expect((await h.call("GET /api/trash", { as })).body.docs).toMatchObject([
      {
        doc_id: doc.doc_id,
        reason: "expired",
        deleted_by: null,
        purge_at: "2026-03-09T12:00:00.000Z",
        state: "expired",
      },
    ]);
  });

  test("is not there for a member who could read it before", async () => {
    const { as, at } = await publish(h, { html: "x", visibility: "workspace", retention_days: 1 });
    const member = await h.person({ role: "member", workspace_id: as.workspace_id });
    expect((await h.call(`GET ${at}/manifest`, { as: member })).status).toBe(200);
    h.clock.set(new Date(START + DAY));
    expect((await h.call(`GET ${at}/manifest`, { as: member })).status).toBe(404);
  });

  test("comes back by a new retention or by undelete, at the same address", async () => {
    for (const [route, json] of [
      ["PATCH", { retention_days: 5 }],
      ["PATCH", { retention_days: 0 }],
      ["POST /undelete", {}],
    ] as const) {
      const published = await expiring();
      h.clock.set(new Date(START + 2 * DAY));
      const [method, path = ""] = route.split(" ");
      const back = await h.call(`${method} ${published.at}${path}`, { as: published.as, json });
      expect(back.body).toMatchObject({ state: "live", url: published.doc.url });
      expect(await statuses(published)).toEqual({ api: 200, content: 200 });
      h.clock.set(new Date(START));
    }
  });

  test("is purged seven days after it expired", async () => {
    const published = await expiring();
    const { as, at, doc } = published;
    await purgeAt(START + 8 * DAY - 1);
    expect((await h.call(`GET ${at}`, { as })).status).toBe(200);
    h.clock.set(new Date(START + 8 * DAY));
    expect((await h.call(`GET ${at}`, { as })).status).toBe(404);
    await purgeAt(START + 8 * DAY + 3_600_000);
    expect(await h.runtime.database.sql`select 1 from documents where doc_id = ${doc.doc_id}`).toHaveLength(0);
    expect(await chargedTo(published)).toEqual({ bytes: 0, live: 0 });
  });
});

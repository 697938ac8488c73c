// The hooks of a legal hold and of rules on removal:
// a toy holds documents and keeps others, and every way of removing them obeys.
import { beforeEach, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, handle, operationFor, type Plugin, t } from "../../kernel/plugin.ts";
import { documentsRemoveHook, type Removing } from "../../plugins/documents/port/hooks.ts";
import { documentWith } from "../../plugins/documents/port/read.ts";
import { setLegalHold } from "../../plugins/documents/port/write.ts";
import { openHarness, type Person } from "../harness/harness.ts";

const operation = operationFor<never, never>();
const asked: Removing[] = [];
let kept: number[] = [];

const hold = operation({
  id: "toy.hold",
  route: "PUT /api/toy/hold/{doc_id}",
  summary: "Hold a document",
  params: t.Object({ doc_id: t.String() }),
  body: t.Object({ on: t.Boolean() }),
  output: t.Object({ changed: t.Boolean() }),
  permit: documentWith("view"),
  connection_limit: "places",
  opens: null,
  audit: "toy.hold",
  run: async (call, { body }) => {
    const { document_id, doc_id } = call.subject;
    call.note("toy.hold", { target_type: "doc", target_id: doc_id });
    return { changed: await setLegalHold(call, document_id, body.on) };
  },
});

const archivist: Plugin = {
  name: "archivist",
  operations: [hold],
  handles: () => [
    handle(documentsRemoveHook, ({ by, document_ids }) => {
      asked.push(by);
      return document_ids.filter((id) => kept.includes(id));
    }),
  ],
};

const h = await openHarness({
  extra: [
    {
      plugin: archivist,
      entry: { purpose: "Keeps documents.", needs: ["documents"], toolset: "docs", editions: ["community"] },
    },
  ],
});

beforeEach(() => {
  kept = [];
  asked.length = 0;
});

async function publish(as: Person, json: object = {}): Promise<{ doc_id: string; document_id: number }> {
  const { doc_id } = (await h.call("POST /api/docs", { as, json: { html: "<p>kept</p>", ...json } })).body;
  const [row] = await h.runtime.database.sql<{ document_id: number }[]>`
    select document_id from documents where doc_id = ${doc_id}`;
  return { doc_id, document_id: row?.document_id ?? 0 };
}

const holdIt = async (as: Person, doc_id: string, on = true) =>
  expect((await h.call(`PUT /api/toy/hold/${doc_id}`, { as, json: { on } })).body).toEqual({ changed: true });

async function isThere(doc_id: string): Promise<boolean> {
  const found = await h.runtime.database.sql`select 1 from documents where doc_id = ${doc_id}`;
  return found.length === 1;
}

/** Runs what is due, and the sweeps that come round. */
async function pass(ms: number): Promise<void> {
  h.clock.advance(ms);
  for (let round = 0; round < 3; round += 1) await h.runtime.jobs.runDue();
}

const refusals: [string, string][] = [
  ["delete", ""],
  ["purge", "?purge=true"],
];

test.each(refusals)(
  "%s of one document is refused with 423 while it is held or kept, and goes through afterwards",
  async (by, query) => {
    const owner = await h.person();
    const { doc_id, document_id } = await publish(owner);
    await holdIt(owner, doc_id);
    const refused = await h.call(`DELETE /api/docs/${doc_id}${query}`, { as: owner });
    expect([refused.status, refused.body.error]).toEqual([423, expect.stringContaining("legal hold")]);
    expect(asked).toEqual([]);
    await holdIt(owner, doc_id, false);
    kept = [document_id];
    expect((await h.call(`DELETE /api/docs/${doc_id}${query}`, { as: owner })).status).toBe(423);
    kept = [];
    expect((await h.call(`DELETE /api/docs/${doc_id}${query}`, { as: owner })).status).toBe(200);
    expect(asked).toEqual([by, by] as Removing[]);
  },
);

test("emptying the trash and the purge of what is due pass by what is held or kept, however much of it there is", async () => {
  const owner = await h.person();
  const all = [await publish(owner), await publish(owner), await publish(owner)];
  const [one, two, three] = all;
  for (const { doc_id } of all) await h.call(`DELETE /api/docs/${doc_id}`, { as: owner });
  await h.runtime.database.sql`update documents set legal_hold = true where document_id = ${one?.document_id ?? 0}`;
  kept = [two?.document_id ?? 0];
  const answer = await h.call("DELETE /api/trash", { as: owner });
  expect(answer.body).toEqual({ docs: 2, kept: 1 });
  await pass(1000);
  expect(await Promise.all(all.map(({ doc_id }) => isThere(doc_id)))).toEqual([true, true, false]);
  await pass(8 * DAY_MS);
  expect(await Promise.all([one, two].map((doc) => isThere(doc?.doc_id ?? "")))).toEqual([true, true]);
  expect(new Set(asked)).toEqual(new Set<Removing>(["delete", "trash", "due"]));
  kept = [];
  await pass(HOUR_MS);
  expect(await Promise.all([one, two].map((doc) => isThere(doc?.doc_id ?? "")))).toEqual([true, false]);
  expect(three && (await isThere(three.doc_id))).toBe(false);
});

test("a held document does not expire, with new content neither, and has its retention from its release", async () => {
  const owner = await h.person();
  const { doc_id } = await publish(owner, { retention_days: 2 });
  const expiry = async () => (await h.call(`GET /api/docs/${doc_id}`, { as: owner })).body.expires_at;
  expect(await expiry()).not.toBeNull();
  await holdIt(owner, doc_id);
  expect(await expiry()).toBeNull();
  await pass(20 * DAY_MS);
  const put = { as: owner, json: { html: "<p>newer</p>" } };
  expect((await h.call(`PATCH /api/docs/${doc_id}`, put)).status).toBe(200);
  const patch = { as: owner, json: { retention_days: 5 } };
  expect((await h.call(`PATCH /api/docs/${doc_id}`, patch)).body).toMatchObject({
    retention_days: 5,
    expires_at: null,
  });
  await holdIt(owner, doc_id, false);
  expect(await expiry()).toBe(new Date(h.clock.now().getTime() + 5 * DAY_MS).toISOString());
});

test("an account does not end while something of it must stay, and is not erased when that is held later", async () => {
  const owner = await h.person();
  const person = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  const { doc_id, document_id } = await publish(person);
  await holdIt(person, doc_id);
  const end = () => h.call("DELETE /api/account", { as: person, json: { confirm: person.email } });
  const refused = await end();
  expect([refused.status, refused.body.documents]).toEqual([423, 1]);
  await holdIt(person, doc_id, false);
  kept = [document_id];
  expect((await end()).status).toBe(423);
  kept = [];
  expect((await end()).status).toBe(200);
  await h.runtime.database.sql`update documents set legal_hold = true where document_id = ${document_id}`;
  await pass(60 * DAY_MS);
  expect(await isThere(doc_id)).toBe(true);
  await h.runtime.database.sql`update documents set legal_hold = false where document_id = ${document_id}`;
  await pass(2 * HOUR_MS);
  expect(await isThere(doc_id)).toBe(false);
  expect((await h.audit()).filter((row) => row.action === "account.purge")).toHaveLength(1);
});

// Two servers on one database:
// what one of them changes, the other's next search knows, though both keep texts in memory.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { bury, grep, indexAll, rank } from "./found.ts";

const h = await openHarness();
const other = await h.twin();

/** A document that a colleague may read, in the index and in the memory of both servers. */
async function publishKnown({ isBuried }: { isBuried: boolean }) {
  const owner = await h.person();
  const reader = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  const made = await h.call("POST /api/docs", { as: owner, json: { markdown: "alpha one", title: "T" } });
  expect(made.status).toBe(201);
  const at = `/api/docs/${made.body.doc_id}`;
  const grant = { subject_type: "user", subject: reader.email, level: "view" };
  const given = await h.call(`POST ${at}/access`, { as: owner, json: grant });
  expect(given.status).toBeLessThan(300);
  await indexAll(h);
  if (isBuried) await bury(h, owner);
  for (const server of [h, other]) expect(await count(server, reader, "alpha")).toBe(1);
  return { owner, reader, at };
}

async function count(server: typeof h, as: Person, q: string): Promise<number> {
  return (await grep(server, as, { q })).count;
}

test.each([false, true])(
  "an edit by one server is found by the other at once, and the text before is not (below others: %p)",
  async (isBuried) => {
    const { owner, reader, at } = await publishKnown({ isBuried });
    const edited = await h.call(`PUT ${at}/files/source.md`, { as: owner, json: { content: "beta two" } });
    expect(edited.status).toBe(200);
    expect([await count(other, reader, "alpha"), await count(other, reader, "beta")]).toEqual([0, 1]);
    await indexAll(h);
    expect([await count(other, reader, "alpha"), await count(other, reader, "beta")]).toEqual([0, 1]);
  },
);

test.each([false, true])(
  "a document deleted by one server is not found by the other (below others: %p)",
  async (isBuried) => {
    const { owner, at, reader } = await publishKnown({ isBuried });
    expect((await h.call(`DELETE ${at}`, { as: owner })).status).toBeLessThan(300);
    for (const as of [owner, reader]) {
      expect(await count(other, as, "alpha")).toBe(0);
      expect((await rank(other, as, { q: "alpha" })).count).toBe(0);
    }
  },
);

test.each([false, true])(
  "a grant revoked by one server closes the text in the other (below others: %p)",
  async (isBuried) => {
    const { owner, at, reader } = await publishKnown({ isBuried });
    const { grants } = (await h.call(`GET ${at}/access`, { as: owner })).body;
    expect((await h.call(`DELETE /api/access/${grants[0].id}`, { as: owner })).status).toBeLessThan(300);
    expect(await count(other, reader, "alpha")).toBe(0);
    expect((await rank(other, reader, { q: "alpha" })).count).toBe(0);
    expect(await count(other, owner, "alpha")).toBe(1);
  },
);

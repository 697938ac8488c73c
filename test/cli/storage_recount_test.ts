// docsvc storage recount beside a running server and its writers:
// what it prints, mends and notes, and that it makes nothing wrong itself.
import { expect, test } from "bun:test";
import { findStorageDifferences, recountStorage } from "../../plugins/documents/port/write.ts";
import { publish } from "../documents/published.ts";
import { makeServerPlace } from "../faults/server_process.ts";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();
const { sql } = h.runtime.database;
const place = await makeServerPlace({ ...h.env });

const noted = async () => (await h.audit()).filter((row) => row.action === "storage.recount");

test("counters that are wrong are printed by workspace, mended with an audit row, and right afterwards; others are left alone", async () => {
  const { as } = await publish(h, { html: "12345" });
  const other = await publish(h, { html: "123" });
  await sql`update document_counters set bytes = 5000 where workspace_id = ${as.workspace_id}`;
  await sql`update document_owners set live = 7 where owner_id = ${other.as.user_id}`;
  const before = await sql`select change_seq from document_counters where workspace_id = ${as.workspace_id}`;
  const lines = async (...words: string[]) => {
    const said = await place.runHere("storage", "recount", ...words);
    return said === "" ? [] : said.split("\n").map((line) => JSON.parse(line));
  };
  expect(await lines("--workspace", as.workspace)).toEqual([
    { workspace: as.workspace, bytes: { counted: 5000, kept: 5 }, documents: [] },
  ]);
  expect(await lines()).toEqual([
    {
      workspace: other.as.workspace,
      bytes: { counted: 3, kept: 3 },
      documents: [{ owner_id: other.as.user_id, counted: 7, kept: 1 }],
    },
  ]);
  expect(await lines()).toEqual([]);
  expect(await findStorageDifferences(sql)).toEqual([]);
  expect((await noted()).map(({ actor, target_id, meta }) => [actor, target_id, meta])).toMatchObject([
    ["system", `${as.workspace_id}`, { bytes_was: 5000, bytes: 5, accounts: 0 }],
    ["system", `${other.as.workspace_id}`, { bytes_was: 3, bytes: 3, accounts: 1 }],
  ]);
  const after = await sql`select change_seq from document_counters where workspace_id = ${as.workspace_id}`;
  expect(Number(after[0]?.["change_seq"])).toBeGreaterThan(Number(before[0]?.["change_seq"]));
  await expect(place.runHere("storage", "recount", "--workspace", "nowhere")).rejects.toThrow(
    'no workspace is called "nowhere"',
  );
});

test("what a wrong counter came to on the meter stays on it", async () => {
  const { as } = await publish(h, { html: "12345" });
  await sql`
    update document_counters set bytes = 105, bytes_included = 5, metered_at = ${h.clock.now()} where workspace_id = ${as.workspace_id}`;
  h.clock.advance(10_000);
  await recountStorage(h.runtime, as.workspace_id);
  const [row] = await sql`
    select bytes, metered_byte_seconds::int as metered from document_counters where workspace_id = ${as.workspace_id}`;
  expect(row).toEqual({ bytes: 5, metered: 1000 });
});

test("beside writers it counts what they have written, and they count on what it left", async () => {
  const { as } = await publish(h, { html: "1" });
  const write = async () => {
    for (let i = 0; i < 6; i++) {
      const { at } = await publish(h, { html: "x".repeat(100 + i) }, { as });
      await h.call(`PATCH ${at}`, { as, json: { html: "y".repeat(10 + i) } });
      if (i % 2 === 0) await h.call(`DELETE ${at}`, { as });
    }
  };
  const recount = async () => {
    for (let i = 0; i < 6; i++) {
      await sql`update document_counters set bytes = bytes + 1000 where workspace_id = ${as.workspace_id}`;
      expect((await recountStorage(h.runtime, as.workspace_id))?.bytes).toMatchObject({ kept: expect.any(Number) });
    }
  };
  await Promise.all([write(), write(), write(), recount()]);
  expect(await findStorageDifferences(sql)).toEqual([]);
});

// Answers that hold whole values stay within 4 MiB, however large the values are.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);
const FIELDS = [{ key: "notes", label: "Notes", type: "long_text" }];
const notesOf = (number: number) => `${number}`.padEnd(250_000, "x");

test("groups by long texts end at 4 MiB of keys and say that there are more", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  for (let number = 0; number < 20; number++) await addRecord(db, { notes: notesOf(number) });
  const json = { op: "count", group_by: "notes" };
  const { groups, total_groups, truncated } = await must(h.call(`POST ${db.in}/aggregate`, { as: db.as, json }));
  expect([groups.length, total_groups, truncated]).toEqual([16, 20, true]);
});

test("a page of large versions ends at 4 MiB with a cursor, each version comes once, and any can be brought back", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const { id } = await addRecord(db, { notes: notesOf(1) });
  const at = `${db.in}/records/${id}`;
  for (let version = 1; version < 20; version++) {
    const json = { data: { notes: notesOf(version + 1) }, base_version: version };
    await must(h.call(`PATCH ${at}`, { as: db.as, json }));
  }
  const first = await must(h.call(`GET ${at}/history`, { as: db.as }));
  const rest = await must(h.call(`GET ${at}/history?cursor=${first.next_cursor}`, { as: db.as }));
  const versions = [...first.versions, ...rest.versions];
  expect([first.versions.length, rest.next_cursor]).toEqual([16, undefined]);
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, place) => 20 - place));
  expect(versions.every(({ version, data }) => data.notes === notesOf(version))).toBe(true);
  const restored = await must(h.call(`POST ${at}/restore`, { as: db.as, json: { version: 2 } }));
  expect([restored.version, restored.data.notes === notesOf(2)]).toEqual([21, true]);
});

// How many versions of a record are kept is the number in the table of caps, whichever way it is written.
import { expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness } from "../harness/harness.ts";
import { databasesOf, type Made } from "./made.ts";

const KEPT = 4;
const h = await openHarness({ manifest: { caps: { ...manifest.caps, versions_per_record: KEPT } } });
const { makeDatabase, addRecord, must } = databasesOf(h);

const versionsOf = async (made: Made, id: number) =>
  (await must(h.call(`GET ${made.in}/records/${id}/history`, { as: made.as }))).versions.length;

const WAYS: Record<string, (made: Made, record: { id: number; version: number }, amount: number) => Promise<unknown>> =
  {
    "one at a time": (made, { id, version }, amount) =>
      must(
        h.call(`PATCH ${made.in}/records/${id}`, { as: made.as, json: { base_version: version, data: { amount } } }),
      ),
    "in a batch": (made, { id, version }, amount) =>
      must(
        h.call(`POST ${made.in}/records/batch`, {
          as: made.as,
          json: { ops: [{ op: "update", id, base_version: version, data: { amount } }] },
        }),
      ),
  };

test("of the versions of a record as many are kept as the caps say, however it is changed", async () => {
  for (const [way, change] of Object.entries(WAYS)) {
    const made = await makeDatabase();
    const { id } = await addRecord(made, { name: "Ann" });
    for (let version = 1; version <= KEPT + 3; version++) await change(made, { id, version }, version);
    expect([way, await versionsOf(made, id)]).toEqual([way, KEPT]);
  }
  expect((await h.call("GET /api/limits", { as: await h.person() })).body.caps.versions_per_record).toBe(KEPT);
});

test("no routine of the database has a number of its own for what the caps say", async () => {
  const found = await h.runtime.database.sql<{ name: string }[]>`
    select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosrc ~* 'constant\\s+(integer|bigint)\\s*:='`;
  expect(found.map(({ name }) => name)).toEqual([]);
});

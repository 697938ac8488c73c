// Batches are bounded by what they read and write, however little is sent.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, must } = databasesOf(h);

const MOST = 32 * 1024 * 1024;
const LONG = ["a", "b", "c", "d"];
const FIELDS = [
  { key: "name", label: "Name", type: "text" },
  ...LONG.map((key) => ({ key, label: key, type: "long_text" })),
];
const COUNT = 36;

const batch = (db: Made, ops: object[], more: object = {}) =>
  h.call(`POST ${db.in}/records/batch`, { as: db.as, json: { ops, ...more } });

/** A table of 36 records of a little less than 1 MiB. */
async function makeLarge(): Promise<Made> {
  const db = await makeDatabase({ fields: FIELDS });
  const texts = Object.fromEntries(LONG.map((key) => [key, key.repeat(250_000)]));
  for (let from = 0; from < COUNT; from += 6) {
    const ops = Array.from({ length: 6 }, (_, at) => ({ op: "create", data: { name: `${from + at + 1}`, ...texts } }));
    await must(batch(db, ops));
  }
  return db;
}

let shared: Promise<Made> | null = null;
/** Refusals leave it as it was. */
const large = () => (shared ??= makeLarge());

const ids = Array.from({ length: COUNT }, (_, at) => at + 1);
const tiny = (id: number) => ({ op: "update", id, base_version: 1, data: { name: "x" } });

const KINDS: Record<string, (id: number) => object> = {
  update: tiny,
  delete: (id: number) => ({ op: "delete", id, base_version: 1 }),
  upsert: (id: number) => ({ op: "upsert", match: ["name"], data: { name: `${id}`, a: "x" } }),
  // Each of them would be answered with the record as it is.
  "stale update of one record": () => ({ ...tiny(1), base_version: 2 }),
};

for (const [kind, opsOf] of Object.entries(KINDS)) {
  test(`a batch of small operations about more than 32 MiB of records is a 413 that says the way out, by ${kind}`, async () => {
    const { body } = await scenario(h, {
      given: large,
      act: (db) => ({
        as: db.as,
        call: `POST ${db.in}/records/batch`,
        json: { ops: ids.map(opsOf), atomic: false },
      }),
      expect: { status: 413, error: /fewer operations at once/ },
    });
    expect(body).toMatchObject({ max_bytes: MOST });
  });
}

test("a batch that defaults make larger than 32 MiB is a 413, and nothing is written", async () => {
  const fields = LONG.map((key) => ({ key, label: key, type: "long_text", default: key.repeat(60_000) }));
  const { body } = await scenario(h, {
    given: () => makeDatabase({ fields }),
    act: (db) => ({
      as: db.as,
      call: `POST ${db.in}/records/batch`,
      json: { ops: Array(200).fill({ op: "create", data: {} }) },
    }),
    expect: { status: 413, error: /fewer operations at once/ },
  });
  expect(body).toMatchObject({ max_bytes: MOST });
});

test("200 records of 50 KiB are changed by one batch", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  for (let part = 0; part < 2; part++) {
    const data = { name: "x", a: "a".repeat(50 * 1024) };
    await must(batch(db, Array(100).fill({ op: "create", data })));
  }
  const { results } = await must(
    batch(
      db,
      Array.from({ length: 200 }, (_, at) => tiny(at + 1)),
    ),
  );
  expect(results).toHaveLength(200);
});

test("an upsert by what many records agree in reads none of them, and says that there are several", async () => {
  const db = await large();
  const named = { op: "upsert", match: ["a"], data: { a: "a".repeat(250_000) } };
  const { status, body } = await batch(db, [named]);
  expect([status, body.index]).toEqual([409, 0]);
  expect(body.error).toContain("2 records or more agree in a");
});

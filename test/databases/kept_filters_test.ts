// Every filter of every type of field, counted by group and listed:
// the same number, before anything is kept of the table and from it.
import { expect, test } from "bun:test";
import { OPERATORS_OF } from "../../plugins/databases/fields/mod.ts";
import { keeperPort } from "../../plugins/databases/query/keeper.ts";
import { INDEXED_FROM } from "../../plugins/databases/store/indexes.ts";
import { RANDOM_MS_MAX, SEED } from "../harness/depth.ts";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { randomFrom } from "../oauth/random_input.ts";
import { databasesOf } from "./made.ts";
import { makeStops, STOP_FIELDS } from "./stops.ts";

const h = await openHarness();
const { makeDatabase, must } = databasesOf(h);
const keeper = h.runtime.use(keeperPort);

const { csv, kept } = makeStops(INDEXED_FROM, randomFrom(SEED));
const db = await makeDatabase({ fields: STOP_FIELDS });
await must(h.call(`POST ${db.at}/tables/import?format=csv&table_id=${db.table.id}`, { as: db.as, body: csv }));

const TYPES = STOP_FIELDS.map(({ key, type }) => ({ key, type: type as keyof typeof OPERATORS_OF }));

/** With a value that some record has; of a list of choices one of them where a part is looked for. */
function filtersOf({ key, type }: (typeof TYPES)[number]): object[] {
  const value = kept.find((data) => data[key] !== undefined && String(data[key]) !== "")?.[key] ?? "";
  return OPERATORS_OF[type].map((op) => {
    if (op === "empty" || op === "not_empty") return { field: key, op };
    return { field: key, op, value: op === "contains" && Array.isArray(value) ? value[0] : value };
  });
}

const ask = (path: string, json: object): Promise<ParsedBody> =>
  must(h.call(`POST ${db.in}/${path}`, { as: db.as, json }));

async function countBoth(filters: object[]): Promise<[listed: number, counted: number]> {
  const { total } = await ask("query", { filters, limit: 1 });
  const { groups } = await ask("aggregate", { op: "max", field: "opened", group_by: "step_free", filters });
  return [total, groups.reduce((sum: number, { count }: { count: number }) => sum + count, 0)];
}

test.each(TYPES)(
  "filters on $key count as many records as they list",
  async (field) => {
    const answers: Record<string, number[]>[] = [];
    for (let times = 0; times < 3; times++) {
      const counts: Record<string, number[]> = {};
      for (const filter of filtersOf(field)) counts[JSON.stringify(filter)] = await countBoth([filter]);
      answers.push(counts);
      await keeper.idle();
    }
    const [first = {}, ...others] = answers;
    expect(others).toEqual([first, first]);
    for (const [filter, [listed, counted]] of Object.entries(first))
      expect([filter, counted]).toEqual([filter, listed]);
  },
  RANDOM_MS_MAX,
);

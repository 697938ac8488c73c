// Queries of tables against a model:
// every operator on every type, search, order and pages, along kept orders and without.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonValue } from "../../kernel/plugin.ts";
import {
  checkFields,
  checkFilter,
  equalityKey,
  type Field,
  type Filter,
  fieldOf,
  foldText,
  isSortable,
  OPERATORS_OF,
  type SentFilter,
} from "../../plugins/databases/fields/mod.ts";
import { keeperPort } from "../../plugins/databases/query/keeper.ts";
import { storedKey } from "../../plugins/databases/store/record_entry.ts";
import { pickByDepth } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, must } = databasesOf(h);

const OPTIONS = ["open", "done", "Späť", "100%"];
const SENT = [
  { key: "name", type: "text" },
  { key: "story", type: "long_text" },
  { key: "amount", type: "number" },
  { key: "paid", type: "checkbox" },
  { key: "due", type: "date" },
  { key: "at", type: "datetime" },
  { key: "mail", type: "email" },
  { key: "site", type: "url" },
  { key: "status", type: "select", options: OPTIONS },
  { key: "tags", type: "multi_select", options: ["a", "b", "c"] },
  { key: "extra", type: "json" },
] as const;
const made = checkFields(SENT.map((field) => ("options" in field ? { ...field, options: [...field.options] } : field)));
if ("faults" in made) throw new Error("the model's fields are wrong");
const fields: readonly Field[] = made.fields;

const words = fc.constantFrom(
  "Émile",
  "emile",
  "EMILE",
  "zebra",
  "Apple",
  "a%b",
  "a_b",
  "\\",
  "ß",
  ...["", "a", "b", "B", "ä"].map((end) => "x".repeat(300) + end),
  ...["甲", "乙"].map((end) => "漢".repeat(40) + end),
  "ab\u0001c",
  "10",
  "é e\u0301",
  "ünïcode",
);
const VALUES: Partial<Record<Field["type"], fc.Arbitrary<JsonValue>>> = {
  text: words,
  long_text: fc.oneof(
    words,
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((text) => !text.includes("\0")),
  ),
  number: fc.constantFrom(-1e300, -2, -0.1, 0, 0.1, 0.2, 0.3, 1, 9, 10, 1e21, 2 ** 53 - 1),
  checkbox: fc.boolean(),
  date: fc.constantFrom("0001-01-01", "1999-12-31", "2026-03-01", "9999-12-31"),
  datetime: fc.constantFrom(
    "2026-03-01T12:00:00+01:00",
    "2026-03-01T11:00:00Z",
    "2026-03-01T11:00:00.5Z",
    "0001-06-01T00:00:00Z",
  ),
  email: fc.constantFrom("anna@example.com", "Anna@Example.com", "bo@example.org"),
  url: fc.constantFrom("https://example.com/a_b", "http://EXAMPLE.com/%20"),
  select: fc.constantFrom(...OPTIONS),
  multi_select: fc.subarray(["a", "b", "c"], { minLength: 1 }),
  json: fc.constantFrom<JsonValue>({ a: 1, b: [true, null] }, { b: [true, null], a: 1 }, [1, 2], [2, 1], {
    text: "Émile",
  }),
};

const anyValue = (field: Field) => VALUES[field.type] ?? fc.constant<JsonValue>("?");
const anyData = fc.record(Object.fromEntries(fields.map((field) => [field.key, anyValue(field)])), {
  requiredKeys: [],
});

const anyFilter = fc.constantFrom(...fields).chain((field) =>
  fc.constantFrom(...OPERATORS_OF[field.type]).chain((op): fc.Arbitrary<SentFilter> => {
    if (op === "empty" || op === "not_empty") return fc.constant({ field: field.key, op });
    const part =
      op === "contains" && field.type === "multi_select" ? fc.constantFrom<JsonValue>("a", "b") : anyValue(field);
    const parts =
      op === "contains" && field.type !== "multi_select"
        ? fc.oneof(words, fc.constantFrom("e", "%", "_", "open"))
        : part;
    return parts.map((value) => ({ field: field.key, op, value }));
  }),
);
const anyQuery = fc.record(
  {
    // What the rules of filters refuse is tried beside them.
    filters: fc.array(
      anyFilter.filter((sent) => !("fault" in checkFilter(fields, sent))),
      { maxLength: 2 },
    ),
    search: fc.constantFrom("emile", "É", "%", "_", "\\", "a", "1", "open", "example", "nowhere"),
    sort: fc.constantFrom("$form_status", ...fields.filter(isSortable).map(({ key }) => key)),
    descending: fc.boolean(),
    limit: fc.constantFrom(1, 7, 200),
  },
  { requiredKeys: ["limit"] },
);
interface Query {
  filters?: { field: string; op: string; value?: unknown }[];
  search?: string;
  sort?: string;
  descending?: boolean;
  limit: number;
}

interface Rec {
  id: number;
  data: Record<string, JsonValue>;
}

const bytes = storedKey;
const folded = (text: string) => foldText(text).replace(/[\u0001\u000e-\u001f]/g, " ");

/** As sort keys order, of which those of long texts are cut. */
function compare(field: Field, have: JsonValue, value: JsonValue): number {
  if (!["text", "long_text", "email", "url"].includes(field.type)) {
    return Buffer.compare(bytes(field, have), bytes(field, value));
  }
  const [mine, other] = [have, value].map((one) => ({ text: String(one), folded: folded(String(one)) }));
  if (!mine || !other) throw new Error("both have a value");
  const exact = (one: typeof mine) => Buffer.from(one.text === one.folded ? "" : one.text);
  return (
    Buffer.compare(Buffer.from(mine.folded), Buffer.from(other.folded)) || Buffer.compare(exact(mine), exact(other))
  );
}

function passes({ field, op, value }: Filter, data: Rec["data"]): boolean {
  const have = data[field.key];
  if (op === "empty") return have === undefined;
  if (op === "not_empty") return have !== undefined;
  if (op === "eq" || op === "ne") {
    return (have !== undefined && equalityKey(field, have) === equalityKey(field, value)) === (op === "eq");
  }
  if (op === "contains" && Array.isArray(have)) return have.includes(value ?? null);
  if (have === undefined || value === undefined) return false;
  if (op === "contains") return folded(String(have)).includes(folded(String(value)));
  const order = compare(field, have, value);
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[op];
}

function textsOf(value: JsonValue | undefined): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function answerOf(records: readonly Rec[], query: Query): number[] {
  const filters = (query.filters ?? []).map((sent) => {
    const checked = checkFilter(fields, sent);
    if ("fault" in checked) throw new Error(checked.fault);
    return checked.filter;
  });
  const needle = folded(query.search ?? "");
  const found = records.filter(
    ({ data }) =>
      filters.every((filter) => passes(filter, data)) &&
      (needle === "" ||
        Object.values(data).some((value) => textsOf(value).some((text) => folded(text).includes(needle)))),
  );
  const sort = query.sort ? fieldOf(fields, query.sort) : undefined;
  const sorted = found.sort(
    (a, b) => (sort ? Buffer.compare(bytes(sort, a.data[sort.key]), bytes(sort, b.data[sort.key])) : 0) || a.id - b.id,
  );
  return (query.descending ? sorted.reverse() : sorted).map(({ id }) => id);
}

async function fill(db: Made, all: readonly object[]): Promise<Rec[]> {
  const records: Rec[] = [];
  for (let from = 0; from < all.length; from += 200) {
    const ops = all.slice(from, from + 200).map((data) => ({ op: "create", data }));
    const { results } = await must(h.call(`POST ${db.in}/records/batch`, { as: db.as, json: { ops } }));
    records.push(...results.map(({ record }: { record: Rec }) => record));
  }
  return records;
}

/** Follows a query to its end, by offsets or by cursors. */
async function ask(db: Made, query: Query, by: "offset" | "cursor"): Promise<{ ids: number[]; totals: number[] }> {
  const ids: number[] = [];
  const totals: number[] = [];
  let next: object = {};
  for (;;) {
    const page = await must(h.call(`POST ${db.in}/query`, { as: db.as, json: { ...query, ...next } }));
    ids.push(...page.records.map(({ id }: Rec) => id));
    totals.push(page.total);
    if (!page.has_more) return { ids, totals: [...new Set(totals)] };
    next = by === "offset" ? { offset: page.next_offset } : { cursor: page.next_cursor };
  }
}

test("random queries of a small table answer as the model does, by offsets and by cursors", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyData, { maxLength: 30 }),
      fc.array(anyQuery, { minLength: 5, maxLength: 12 }),
      async (all, queries) => {
        const db = await makeDatabase({ fields: SENT.map((field) => ({ ...field })) });
        const records = await fill(db, all);
        for (const query of queries) {
          const expected = answerOf([...records], query);
          for (const by of ["offset", "cursor"] as const) {
            expect({ query, ...(await ask(db, query, by)) }).toEqual({
              query,
              ids: expected,
              totals: [expected.length],
            });
          }
        }
      },
    ),
    { numRuns: pickByDepth({ small: 6, deep: 20 }) },
  );
});

test("random queries of a large table answer the same before and after its orders are kept, and while records change", async () => {
  const db = await makeDatabase({ fields: SENT.map((field) => ({ ...field })) });
  const [all = []] = fc.sample(fc.array(anyData, { minLength: 2100, maxLength: 2100, size: "max" }), 1);
  let records = await fill(db, all);
  const keeper = h.runtime.use(keeperPort);
  const count = async () => (await h.runtime.database.sql`select 1 from database_indexes`).count;
  const leading = fc.record({
    filters: fc.array(
      anyFilter.filter(({ op }) => op === "eq"),
      { minLength: 1, maxLength: 2 },
    ),
    sort: fc.constantFrom("status", "amount", "name"),
    descending: fc.boolean(),
    limit: fc.constant(200),
  });
  const queries: Query[] = [
    ...fc.sample(leading, pickByDepth({ small: 6, deep: 16 })),
    { sort: "amount", limit: 200 },
    { sort: "name", descending: true, limit: 200 },
    ...fc.sample(anyQuery, 4).map((query) => ({ ...query, limit: 200 })),
  ];
  for (const round of ["read whole", "asked twice", "kept", "changed"]) {
    if (round === "changed") records = await change(db, records);
    for (const query of queries) {
      const expected = answerOf([...records], query);
      const page = await must(h.call(`POST ${db.in}/query`, { as: db.as, json: query }));
      expect({ round, query, total: page.total, ids: page.records.map(({ id }: Rec) => id) }).toEqual({
        round,
        query,
        total: expected.length,
        ids: expected.slice(0, 200),
      });
    }
    await keeper.idle();
  }
  expect(await count()).toBeGreaterThan(2);
  const [row] = await h.runtime.database.sql<{ entries: number; expected: number }[]>`
    select (select count(*)::int from database_index_entries) as entries,
      (select sum(t.records)::int from database_indexes i join database_tables t using (table_id)) as expected`;
  expect(row?.entries).toBe(row?.expected);
});

async function change(db: Made, records: readonly Rec[]): Promise<Rec[]> {
  const [fresh = []] = fc.sample(fc.array(anyData, { minLength: 60, maxLength: 60, size: "max" }), 1);
  const ops = [
    ...records.slice(0, 50).map(({ id }) => ({ op: "delete", id, base_version: 1 })),
    ...records.slice(50, 100).map(({ id }, n) => ({ op: "update", id, base_version: 1, data: fresh[n] ?? {} })),
    ...fresh.slice(50).map((data) => ({ op: "create", data })),
  ];
  const { results } = await must(h.call(`POST ${db.in}/records/batch`, { as: db.as, json: { ops } }));
  const written: Rec[] = results.flatMap(({ record }: { record?: Rec }) => record ?? []);
  const gone = new Set(ops.flatMap((op) => ("id" in op ? [op.id] : [])));
  return [...records.filter(({ id }) => !gone.has(id)), ...written].sort((a, b) => a.id - b.id);
}

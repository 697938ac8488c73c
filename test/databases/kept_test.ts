// What is kept of tables beside their records: questions are answered the same before it is made, from it, and while records change.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonValue } from "../../kernel/mod.ts";
import { foldText } from "../../plugins/databases/fields/mod.ts";
import { keeperPort } from "../../plugins/databases/query/keeper.ts";
import { forgetChanges } from "../../plugins/databases/store/changes.ts";
import { pickByDepth } from "../depth.ts";
import { openHarness } from "../harness.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, must } = databasesOf(h);
const { sql } = h.house.database;
const keeper = h.house.use(keeperPort);

const FIELDS = [
  { key: "name", type: "text" },
  { key: "amount", type: "number" },
  { key: "status", type: "select", options: ["open", "done"] },
  { key: "tags", type: "multi_select", options: ["a", "b"] },
  { key: "due", type: "date" },
];
/** As few as tables have of which something is kept. */
const ROWS = 2000;

type Data = Record<string, JsonValue>;
type Rec = { id: number; version: number; data: Data };

interface World {
  db: Made;
  live: Map<number, Rec>;
  gone: Map<number, Rec>;
  schema_version: number;
}

/** Words that few of so many records hold, as searches go by lists alone: of Latin letters, and of two ideographs. */
const RARE = 99;
const latin = (n: number) => (7_000_000 + n * 112_643).toString(36).replace(/\d/g, "é");
const ideographs = (n: number) => String.fromCodePoint(0x4e00 + n, 0x4f00 + n);
const anyRare = fc.nat({ max: RARE });

const anyData: fc.Arbitrary<Data> = fc.record(
  {
    name: fc.oneof(
      fc.constantFrom("Émile", "anna", "Bo Derek"),
      fc.nat({ max: 60 }).map((n) => `Person ${n} of Ülm\n漢字`),
      anyRare.map((n) => `Of ${latin(n).toUpperCase()}s and ${ideographs(n)}`),
    ),
    amount: fc.constantFrom(-3, 0.1, 0.2, 5),
    status: fc.constantFrom("open", "done"),
    tags: fc.constantFrom<JsonValue>(["a"], ["a", "b"]),
    due: fc.constantFrom("2026-01-31", "2030-12-01"),
  },
  { requiredKeys: ["name"] },
);
const anyStep = fc.oneof(
  fc.record({ do: fc.constant("create" as const), data: anyData }),
  fc.record({ do: fc.constant("update" as const), at: fc.nat({ max: 5000 }), data: anyData }),
  fc.record({ do: fc.constant("delete" as const), at: fc.nat({ max: 5000 }) }),
  fc.record({ do: fc.constant("restore" as const), at: fc.nat({ max: 5000 }) }),
  fc.record({ do: fc.constant("many" as const), from: fc.nat({ max: 1500 }), data: anyData }),
  fc.record({ do: fc.constant("import" as const), rows: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constantFrom("field" as const, "table" as const, "forget" as const, "keep" as const) }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

const anyGroups = fc.record({
  asked: fc.constantFrom<{ op: string; field?: string }>(
    { op: "sum", field: "amount" },
    { op: "count" },
    { op: "max", field: "due" },
    { op: "min", field: "amount" },
  ),
  // Those that most records hold, few, none, and too short ones.
  search: fc.oneof(
    fc.constantFrom("émile", "Bo De", "person 7", "on 12 of ülm", "ulm\n漢", "漢字", "2030", "nowhere", "12", "0.2"),
    anyRare.map(latin),
    anyRare.map((n) => `${latin(n).slice(1)}s AND`),
    anyRare.map(ideographs),
  ),
  group_by: fc.constantFrom<string>("status", "tags", "name", "due", "$form_status"),
  filters: fc.constantFrom<{ field: string; op: string; value?: JsonValue }[]>(
    [],
    [{ field: "amount", op: "gt", value: 0.1 }],
    [{ field: "status", op: "ne", value: "open" }],
    [{ field: "due", op: "empty" }],
    [{ field: "status", op: "contains", value: "PE" }],
  ),
});
type Asked = typeof anyGroups extends fc.Arbitrary<infer G> ? G : never;

async function makeWorld(): Promise<World> {
  const db = await makeDatabase({ fields: FIELDS });
  const world: World = { db, live: new Map(), gone: new Map(), schema_version: 1 };
  await importRows(world, fc.sample(anyData, ROWS));
  return world;
}

async function importRows({ db, live }: World, all: readonly Data[]): Promise<void> {
  const body = all.map((data) => JSON.stringify(data)).join("\n");
  await must(h.call(`POST ${db.at}/tables/import?format=jsonl&table_id=${db.table.id}`, { as: db.as, body }));
  const made = await sql<Rec[]>`
    select record_id as id, version, data from database_records where table_id = ${db.table.id}
    order by record_id desc limit ${all.length}`;
  for (const row of made) live.set(row.id, row);
}

async function take(world: World, step: Step): Promise<void> {
  const { db, live, gone } = world;
  const send = (call: string, json?: object) => must(h.call(call, { as: db.as, ...(json ? { json } : {}) }));
  const pick = (of: Map<number, Rec>, at: number) => [...of.values()][at % Math.max(1, of.size)];
  if (step.do === "create") {
    const { id, version, data } = await send(`POST ${db.in}/records`, { data: step.data });
    live.set(id, { id, version, data });
  } else if (step.do === "update") {
    const found = pick(live, step.at);
    if (!found) return;
    const { version, data } = await send(`PATCH ${db.in}/records/${found.id}`, {
      data: step.data,
      base_version: found.version,
    });
    live.set(found.id, { id: found.id, version, data });
  } else if (step.do === "delete") {
    const found = pick(live, step.at);
    if (!found) return;
    const { version } = await send(`DELETE ${db.in}/records/${found.id}?base_version=${found.version}`);
    live.delete(found.id);
    gone.set(found.id, { ...found, version });
  } else if (step.do === "restore") {
    const found = pick(gone, step.at);
    if (!found) return;
    const { id, version, data } = await send(`POST ${db.in}/records/${found.id}/restore`);
    gone.delete(id);
    live.set(id, { id, version, data });
  } else if (step.do === "many") {
    const ops = [...live.values()]
      .slice(step.from, step.from + 200)
      .map(({ id, version }) => ({ op: "update", id, base_version: version, data: step.data }));
    if (ops.length === 0) return;
    const { results } = await send(`POST ${db.in}/records/batch`, { ops });
    for (const { record } of results) live.set(record.id, record);
  } else if (step.do === "import") await importRows(world, fc.sample(anyData, step.rows));
  else if (step.do === "field") {
    const add_fields = [{ key: `extra_${world.schema_version}`, type: "text" }];
    await send(`PATCH ${db.in}`, { base_version: world.schema_version, add_fields });
    world.schema_version += 1;
  } else if (step.do === "table") {
    await send(`DELETE ${db.in}?base_version=${world.schema_version}&confirm=Orders`);
    await send(`POST ${db.in}/restore`);
  } else if (step.do === "forget") await forgetChanges(sql, { before: new Date("2100-01-01"), batch: 10_000 });
  else await keeper.idle();
}

/** By key, what the records say; exact by counting tenths. */
function groupsOf({ live }: World, { asked, group_by, filters }: Asked): Map<string, [number, JsonValue]> {
  const groups = new Map<string, Data[]>();
  for (const { data } of live.values()) {
    if (!filters.every((filter) => passes(data, filter))) continue;
    const value = group_by === "$form_status" ? undefined : data[group_by];
    for (const key of Array.isArray(value) ? value : [value ?? null]) {
      const name = JSON.stringify(key);
      groups.set(name, [...(groups.get(name) ?? []), data]);
    }
  }
  const { op, field } = asked;
  return new Map(
    [...groups].map(([name, all]) => {
      if (!field) return [name, [all.length, all.length]];
      const values = all.flatMap((data): JsonValue[] => (data[field] === undefined ? [] : [data[field]]));
      return [name, [all.length, values.length === 0 ? null : computed(op, values)]];
    }),
  );
}

function computed(op: string, values: JsonValue[]): JsonValue {
  if (op === "sum") return values.reduce<number>((sum, value) => sum + Math.round(Number(value) * 10), 0) / 10;
  const sorted = values.toSorted((a, b) => (a === b ? 0 : (a ?? 0) < (b ?? 0) ? -1 : 1));
  return (op === "min" ? sorted[0] : sorted.at(-1)) ?? null;
}

function passes(data: Data, { field, op, value }: { field: string; op: string; value?: JsonValue }): boolean {
  const have = data[field];
  if (op === "empty") return have === undefined;
  if (op === "contains") return foldText(String(have ?? "")).includes(foldText(String(value)));
  return op === "ne" ? have !== value : Number(have) > Number(value);
}

function foundBy({ live }: World, search: string): number[] {
  const needle = foldText(search);
  const holds = (value: JsonValue) => foldText(String(value)).includes(needle);
  const found = [...live.values()].filter(({ data }) => Object.values(data).flat().some(holds));
  return found.map(({ id }) => id).sort((a, b) => a - b);
}

async function check(world: World, asked: Asked): Promise<void> {
  const ids = foundBy(world, asked.search);
  const query = { search: asked.search, limit: 200 };
  const page = await must(h.call(`POST ${world.db.in}/query`, { as: world.db.as, json: query }));
  expect({ query, total: page.total, ids: page.records.map(({ id }: Rec) => id) }).toEqual({
    query,
    total: ids.length,
    ids: ids.slice(0, 200),
  });
  const json = { ...asked.asked, group_by: asked.group_by, filters: asked.filters };
  const answer = await must(h.call(`POST ${world.db.in}/aggregate`, { as: world.db.as, json }));
  const groups = answer.groups.map(({ key, count, value }: { key: JsonValue; count: number; value: JsonValue }) => [
    JSON.stringify(key),
    [count, value],
  ]);
  expect({ json, groups: new Map(groups) }).toEqual({ json, groups: groupsOf(world, asked) });
}

test("in any history groups and searches are those of the records, before anything is kept and from it", async () => {
  const history = fc.array(fc.tuple(anyStep, anyGroups), { minLength: 12, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world = await makeWorld();
      const [, usual] = steps[0] ?? [];
      if (!usual) return;
      for (let times = 0; times < 2; times++) await check(world, usual);
      await keeper.idle();
      for (const [step, asked] of steps) {
        await take(world, step);
        await check(world, usual);
        await check(world, asked);
      }
      const [kept] = await sql<{ names: string[] }[]>`
        select names from database_columns where table_id = ${world.db.table.id}`;
      expect(kept?.names.length).toBeGreaterThan(0);
      const lists = await sql`select from database_text_grams where table_id = ${world.db.table.id} limit 1`;
      expect(lists.length).toBe(1);
    }),
    { numRuns: pickByDepth({ small: 2, deep: 40 }) },
  );
}, 120_000);

test("lists of a searched table are brought up in parts, which are made into one after a while", async () => {
  const world = await makeWorld();
  const { db, live } = world;
  const laterParts = async () => {
    const [row] = await sql<{ later_parts: number }[]>`
      select later_parts from database_texts where table_id = ${db.table.id}`;
    return row?.later_parts ?? null;
  };
  const asked: Asked = { asked: { op: "count" }, group_by: "status", filters: [], search: "person 7" };
  for (let times = 0; times < 2; times++) await check(world, asked);
  await keeper.idle();
  const seen = [await laterParts()];
  for (let round = 1; round <= 9; round++) {
    const search = `round ${round} `;
    for (const from of [0, 200, 400]) {
      await take(world, { do: "many", from, data: { name: `Round ${round} is ${from}` } });
    }
    // So many changes that all records are read, and asked for twice for the lists to be wanted.
    for (let times = 0; times < 2; times++) await check(world, { ...asked, search });
    await keeper.idle();
    await check(world, { ...asked, search });
    await check(world, { ...asked, search: `round ${round - 1} ` });
    seen.push(await laterParts());
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 0]);
  expect(live.size).toBe(ROWS);
}, 120_000);

const USUAL: Asked = { asked: { op: "count" }, group_by: "status", filters: [], search: latin(7) };

/** Of which revision, and in which workspace, the table's columns and lists are kept. */
const keptOf = ({ db }: World) => sql<{ seq: number; workspace_id: number }[]>`
  select seq, workspace_id from database_columns where table_id = ${db.table.id}
  union all select seq, workspace_id from database_texts where table_id = ${db.table.id}`;

async function makeKept(): Promise<World> {
  const world = await makeWorld();
  for (let times = 0; times < 2; times++) await check(world, USUAL);
  await keeper.idle();
  return world;
}

test("what is kept of a table at rest is brought up when much happens in the other tables of its database", async () => {
  const world = await makeKept();
  const [database] = await sql<{ seq: number }[]>`
    update databases set seq = seq + 20000 where document_id = (select document_id from documents where doc_id = ${world.db.doc_id})
    returning seq`;
  await check(world, USUAL);
  await keeper.idle();
  expect((await keptOf(world)).map(({ seq }) => seq)).toEqual([database?.seq ?? 0, database?.seq ?? 0]);
  await check(world, USUAL);
}, 120_000);

test("what was made of a table while it moved to its workspace is made again", async () => {
  const world = await makeKept();
  const [{ workspace_id = 0 } = {}] = await keptOf(world);
  for (const name of ["database_columns", "database_column_chunks", "database_texts", "database_text_grams"])
    await sql`update ${sql(name)} set workspace_id = workspace_id + 1000000 where table_id = ${world.db.table.id}`;
  for (let times = 0; times < 2; times++) await check(world, USUAL);
  await keeper.idle();
  expect((await keptOf(world)).map((kept) => kept.workspace_id)).toEqual([workspace_id, workspace_id]);
  const [left] = await sql`
    select count(*)::int as many from database_text_grams where table_id = ${world.db.table.id} and workspace_id <> ${workspace_id}`;
  expect(left).toEqual({ many: 0 });
  await check(world, USUAL);
}, 120_000);

test("a filter by a part of a choice reads the records of a table whose columns are kept", async () => {
  const world = await makeKept();
  const filters = [{ field: "status", op: "contains", value: "PE" }];
  for (const group_by of ["status", "amount"]) await check(world, { ...USUAL, group_by, filters });
}, 120_000);

test("a question of more columns than are kept of a table reads its records, and has nothing kept", async () => {
  const keys = Array.from({ length: 17 }, (_, index) => `n${index}`);
  const db = await makeDatabase({ fields: keys.map((key) => ({ key, type: "number" })) });
  const row = Object.fromEntries(keys.map((key) => [key, 1]));
  const body = Array.from({ length: ROWS }, () => JSON.stringify(row)).join("\n");
  await must(h.call(`POST ${db.at}/tables/import?format=jsonl&table_id=${db.table.id}`, { as: db.as, body }));
  const json = { op: "count", group_by: "n0", filters: keys.map((field) => ({ field, op: "gt", value: 0 })) };
  for (let times = 0; times < 3; times++) {
    const { groups } = await must(h.call(`POST ${db.in}/aggregate`, { as: db.as, json }));
    expect(groups).toEqual([{ key: 1, label: "1", value: ROWS, count: ROWS }]);
    await keeper.idle();
  }
  expect(await sql`select from database_columns where table_id = ${db.table.id}`).toHaveLength(0);
}, 120_000);

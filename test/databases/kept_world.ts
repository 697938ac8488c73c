// A table of as few records as anything is kept of, a model of it, and what is done to both and asked of both.
import { expect } from "bun:test";
import fc from "fast-check";
import type { JsonValue } from "../../kernel/plugin.ts";
import { foldText } from "../../plugins/databases/fields/mod.ts";
import { keeperPort } from "../../plugins/databases/query/keeper.ts";
import { forgetChanges } from "../../plugins/databases/store/changes.ts";
import type { Harness } from "../harness/harness.ts";
import { databasesOf, type Made } from "./made.ts";

const FIELDS = [
  { key: "name", type: "text" },
  { key: "amount", type: "number" },
  { key: "status", type: "select", options: ["open", "done"] },
  { key: "tags", type: "multi_select", options: ["a", "b"] },
  { key: "due", type: "date" },
];
/** As few as tables have of which something is kept. */
export const ROWS = 2000;

export type Data = Record<string, JsonValue>;
type Rec = { id: number; version: number; data: Data };

export interface World {
  db: Made;
  live: Map<number, Rec>;
  gone: Map<number, Rec>;
  schema_version: number;
}

/** Words that few of so many records hold, as searches go by lists alone: of Latin letters, and of two ideographs. */
const RARE = 99;
export const latin = (n: number) => (7_000_000 + n * 112_643).toString(36).replace(/\d/g, "é");
const ideographs = (n: number) => String.fromCodePoint(0x4e00 + n, 0x4f00 + n);
const anyRare = fc.nat({ max: RARE });

export const anyData: fc.Arbitrary<Data> = fc.record(
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
export const anyStep = fc.oneof(
  fc.record({ do: fc.constant("create" as const), data: anyData }),
  fc.record({ do: fc.constant("update" as const), at: fc.nat({ max: 5000 }), data: anyData }),
  fc.record({ do: fc.constant("delete" as const), at: fc.nat({ max: 5000 }) }),
  fc.record({ do: fc.constant("restore" as const), at: fc.nat({ max: 5000 }) }),
  fc.record({ do: fc.constant("many" as const), from: fc.nat({ max: 1500 }), data: anyData }),
  fc.record({ do: fc.constant("import" as const), rows: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constantFrom("field" as const, "table" as const, "forget" as const, "keep" as const) }),
);
export type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

export const anyGroups = fc.record({
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
export type Asked = typeof anyGroups extends fc.Arbitrary<infer G> ? G : never;

export function keptWorlds(h: Harness) {
  const { makeDatabase, must } = databasesOf(h);
  const { sql } = h.runtime.database;
  const keeper = h.runtime.use(keeperPort);

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

  return { makeWorld, take, check };
}

/** By key, what the records say; exact by counting tenths. */
function groupsOf({ live }: World, { asked, group_by, filters }: Asked): Map<string, [number, JsonValue]> {
  const groups = new Map<string, Data[]>();
  for (const { data } of live.values()) {
    if (!filters.every((filter) => passes(data, filter))) continue;
    const value = group_by === "$form_status" ? undefined : data[group_by];
    for (const key of Array.isArray(value) ? value : [value ?? null]) {
      const name = JSON.stringify(key);
      const group = groups.get(name);
      if (group) group.push(data);
      else groups.set(name, [data]);
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
  const found = [...live.values()].filter(({ data }) => foldedOf(data).some((text) => text.includes(needle)));
  return found.map(({ id }) => id).sort((a, b) => a - b);
}

/** The texts that a search looks through; few records change between two searches, and each change makes an object of its own. */
const folded = new WeakMap<Data, readonly string[]>();

function foldedOf(data: Data): readonly string[] {
  const known = folded.get(data);
  if (known) return known;
  const texts = Object.values(data)
    .flat()
    .map((value) => foldText(String(value)));
  folded.set(data, texts);
  return texts;
}

// Random histories of a database against a model: schema changes, writes, batches, restores, deleted tables and copies.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonValue } from "../../kernel/plugin.ts";
import { pickByDepth } from "../harness/depth.ts";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, must, readDatabase } = databasesOf(h);

const FIELDS = [
  { key: "name", type: "text", required: true },
  { key: "amount", type: "number" },
];

interface Rec {
  version: number;
  data: Record<string, JsonValue>;
  /** By version; null for a deletion. */
  past: Map<number, Record<string, JsonValue> | null>;
  deleted: boolean;
}

/** What the model knows of the database. */
interface World {
  db: Made;
  records: Map<number, Rec>;
  next_id: number;
  schema_version: number;
  extra: number;
  changes: number;
  deleted: boolean;
}

const anyData = fc.record(
  { name: fc.constantFrom("a", "b", "ä"), amount: fc.constantFrom<JsonValue>(null, 1, 2.5) },
  { requiredKeys: ["name"] },
);
const place = fc.nat({ max: 5 });
const anyStep = fc.oneof(
  fc.record({ do: fc.constant("create" as const), data: anyData }),
  fc.record({ do: fc.constant("update" as const), place, data: anyData, is_stale: fc.boolean() }),
  fc.record({ do: fc.constant("delete" as const), place, is_stale: fc.boolean() }),
  fc.record({ do: fc.constant("restore" as const), place, back: fc.nat({ max: 3 }) }),
  fc.record({
    do: fc.constant("batch" as const),
    data: fc.array(anyData, { minLength: 1, maxLength: 3 }),
    place,
    is_stale: fc.boolean(),
    atomic: fc.boolean(),
  }),
  fc.record({ do: fc.constant("schema" as const), is_stale: fc.boolean() }),
  fc.record({ do: fc.constant("table" as const) }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

function clean(data: Readonly<Record<string, JsonValue>>): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

function pick({ records }: World, at: number): [number, Rec] | undefined {
  const all = [...records];
  return all[at % Math.max(1, all.length)];
}

async function take(world: World, step: Step): Promise<void> {
  const { db } = world;
  const send = (call: string, json?: object) => h.call(call, { as: db.as, ...(json ? { json } : {}) });
  const at = (id: number) => `${db.in}/records/${id}`;
  if (step.do === "table") {
    const query = `base_version=${world.schema_version}&confirm=Orders`;
    await must(world.deleted ? send(`POST ${db.in}/restore`) : send(`DELETE ${db.in}?${query}`));
    world.deleted = !world.deleted;
    world.changes += 1;
    return;
  }
  if (world.deleted) {
    expect((await send(`POST ${db.in}/records`, { data: { name: "x" } })).status).toBe(404);
    return;
  }
  if (step.do === "schema") {
    const base_version = world.schema_version + (step.is_stale ? 1 : 0);
    const answer = await send(`PATCH ${db.in}`, {
      base_version,
      add_fields: [{ key: `extra_${world.extra}`, type: "text" }],
    });
    expect(answer.status).toBe(step.is_stale ? 409 : 200);
    if (step.is_stale) return;
    world.extra += 1;
    world.schema_version += 1;
    world.changes += 1;
    return;
  }
  if (step.do === "create") {
    const made = await must(send(`POST ${db.in}/records`, { data: step.data }), 201);
    expect(made).toMatchObject({ id: world.next_id, version: 1, schema_version: world.schema_version });
    add(world, clean(step.data));
    return;
  }
  if (step.do === "batch") return await takeBatch(world, step);
  const found = pick(world, step.place);
  if (!found) return;
  const [id, record] = found;
  if (step.do === "restore") {
    const version = [...record.past.keys()][step.back % Math.max(1, record.past.size)];
    const data = version === undefined ? undefined : record.past.get(version);
    const answer = await send(`POST ${at(id)}/restore`, version === undefined ? {} : { version });
    if (!data) expect(answer.status).toBeGreaterThanOrEqual(404);
    else if (!record.deleted && Bun.deepEquals(data, record.data)) expect(answer.body.version).toBe(record.version);
    else {
      expect(answer.body).toMatchObject({ id, version: record.version + 1, data });
      write(world, record, data);
    }
    return;
  }
  const base_version = record.version + (step.is_stale ? 1 : 0);
  const changes = "data" in step ? step.data : {};
  const answer = await (step.do === "update"
    ? send(`PATCH ${at(id)}`, { data: changes, base_version })
    : send(`DELETE ${at(id)}?base_version=${base_version}`));
  if (record.deleted) expect(answer.status).toBe(404);
  else if (step.is_stale) expect([answer.status, answer.body.record?.version]).toEqual([409, record.version]);
  else if (step.do === "delete") {
    expect(answer.body).toEqual({ id, deleted: true, version: record.version + 1 });
    write(world, record, null);
  } else {
    const merged = clean({ ...record.data, ...changes });
    if (!Bun.deepEquals(merged, record.data)) write(world, record, merged);
    expect(answer.body).toMatchObject({ id, version: record.version, data: record.data });
  }
}

async function takeBatch(world: World, step: Extract<Step, { do: "batch" }>): Promise<void> {
  const { db } = world;
  const found = pick(world, step.place);
  const ops: object[] = step.data.map((data) => ({ op: "create", data }));
  if (found) ops.push({ op: "delete", id: found[0], base_version: found[1].version + (step.is_stale ? 1 : 0) });
  const answer = await h.call(`POST ${db.in}/records/batch`, { as: db.as, json: { ops, atomic: step.atomic } });
  const isRefused = found !== undefined && (found[1].deleted || step.is_stale);
  if (isRefused && step.atomic) {
    expect([answer.status, answer.body.index]).toEqual([found[1].deleted ? 404 : 409, ops.length - 1]);
    return;
  }
  expect(answer.status).toBe(200);
  for (const data of step.data) add(world, clean(data));
  if (found && !isRefused) write(world, found[1], null);
}

function add(world: World, data: Rec["data"]): void {
  world.records.set(world.next_id, { version: 1, data, past: new Map(), deleted: false });
  world.next_id += 1;
  world.changes += 1;
}

function write(world: World, record: Rec, data: Rec["data"] | null): void {
  if (!record.deleted) record.past.set(record.version, record.data);
  record.version += 1;
  record.deleted = data === null;
  if (data) record.data = data;
  else record.past.set(record.version, null);
  world.changes += 1;
}

async function check({ db, records, changes, deleted }: World): Promise<void> {
  const live = [...records].filter(([, record]) => !record.deleted);
  const detail = await readDatabase(db);
  const bytes = live.reduce((sum, [, { data }]) => sum + Buffer.byteLength(JSON.stringify(data)), 0);
  const usage = deleted
    ? { tables: 0, records: 0, record_bytes: 0 }
    : { tables: 1, records: live.length, record_bytes: bytes };
  expect({ usage: detail.usage, revision: detail.revision }).toEqual({ usage, revision: changes });
  const feed = await must(h.call(`GET ${db.at}/changes?limit=500`, { as: db.as }));
  expect(feed.changes.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: changes }, (_, n) => n + 1));
  const [held] = await h.runtime.database.sql<{ size: number; counted: number }[]>`
    select sum(d.size_bytes)::bigint as size, (select bytes from document_counters c where c.workspace_id = ${db.as.workspace_id}) as counted
    from documents d where d.workspace_id = ${db.as.workspace_id}`;
  expect(held?.size).toBe(held?.counted ?? 0);
  if (deleted) return;
  const { records: shown, total } = await must(h.call(`POST ${db.in}/query`, { as: db.as, json: { limit: 200 } }));
  expect(total).toBe(live.length);
  expect(shown.map(({ id, version, data }: ParsedBody) => ({ id, version, data }))).toEqual(
    live.map(([id, { version, data }]) => ({ id, version, data })),
  );
}

test("after any history the records, counts, sizes, versions and the feed are the model's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40 }), async (steps) => {
      const db = await makeDatabase({ fields: FIELDS });
      const world: World = {
        db,
        records: new Map(),
        next_id: 1,
        schema_version: 1,
        extra: 0,
        changes: 1,
        deleted: false,
      };
      for (const step of steps) await take(world, step);
      await check(world);
    }),
    { numRuns: pickByDepth({ small: 12, deep: 80 }) },
  );
});

// What is kept of tables at its ends: brought up, made again, and not made where it would serve nobody.
import { expect, test } from "bun:test";
import { answerQuery } from "../../plugins/databases/query/answering.ts";
import { keeperPort } from "../../plugins/databases/query/keeper.ts";
import { listTables, readDatabase } from "../../plugins/databases/store/databases.ts";
import { RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { type Asked, keptWorlds, latin, ROWS, type World } from "./kept_world.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, must } = databasesOf(h);
const { makeWorld, check } = keptWorlds(h);
const { sql } = h.runtime.database;
const keeper = h.runtime.use(keeperPort);

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

test(
  "what is kept of a table at rest is brought up when much happens in the other tables of its database",
  async () => {
    const world = await makeKept();
    const [database] = await sql<{ seq: number }[]>`
    update databases set seq = seq + 20000 where document_id = (select document_id from documents where doc_id = ${world.db.doc_id})
    returning seq`;
    await check(world, USUAL);
    await keeper.idle();
    expect((await keptOf(world)).map(({ seq }) => seq)).toEqual([database?.seq ?? 0, database?.seq ?? 0]);
    await check(world, USUAL);
  },
  RANDOM_MS_MAX,
);

test(
  "what was made of a table while it moved to its workspace is made again",
  async () => {
    const world = await makeKept();
    const { db } = world;
    const [{ workspace_id = 0 } = {}] = await keptOf(world);
    const inOrder = async () => {
      const { records } = await must(
        h.call(`POST ${db.in}/query`, { as: db.as, json: { sort: "amount", descending: true, limit: 1 } }),
      );
      return records[0].data.amount;
    };
    for (let times = 0; times < 2; times++) expect(await inOrder()).toBe(5);
    await keeper.idle();
    const workspaces = async () => [
      ...(await keptOf(world)),
      ...(await sql<
        { workspace_id: number }[]
      >`select workspace_id from database_indexes where table_id = ${db.table.id}`),
    ];
    for (const name of [
      "database_indexes",
      "database_columns",
      "database_column_chunks",
      "database_texts",
      "database_text_grams",
    ])
      await sql`update ${sql(name)} set workspace_id = workspace_id + 1000000 where table_id = ${db.table.id}`;
    for (let times = 0; times < 2; times++) await Promise.all([check(world, USUAL), inOrder()]);
    await keeper.idle();
    expect((await workspaces()).map((kept) => kept.workspace_id)).toEqual([workspace_id, workspace_id, workspace_id]);
    const [left] = await sql`
    select count(*)::int as many from database_text_grams where table_id = ${db.table.id} and workspace_id <> ${workspace_id}`;
    expect(left).toEqual({ many: 0 });
    await check(world, USUAL);
    expect(await inOrder()).toBe(5);
  },
  RANDOM_MS_MAX,
);

test(
  "a filter by a part of a choice reads the records of a table whose columns are kept",
  async () => {
    const world = await makeKept();
    const filters = [{ field: "status", op: "contains", value: "PE" }];
    for (const group_by of ["status", "amount"]) await check(world, { ...USUAL, group_by, filters });
  },
  RANDOM_MS_MAX,
);

test(
  "a question of more columns than are kept of a table reads its records, and has nothing kept",
  async () => {
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
  },
  RANDOM_MS_MAX,
);

test(
  "an order that another server let go is not gone along",
  async () => {
    const world = await makeWorld();
    const { db, live } = world;
    const inOrder = async (descending: boolean) => {
      const json = { sort: "amount", descending, limit: 1 };
      const { records, total } = await must(h.call(`POST ${db.in}/query`, { as: db.as, json }));
      return [records[0].data.amount, total];
    };
    const amounts = [...live.values()].map(({ data }) => Number(data["amount"] ?? Number.NaN));
    const most = Math.max(...amounts.filter((amount) => !Number.isNaN(amount)));
    for (let times = 0; times < 2; times++) expect(await inOrder(true)).toEqual([most, ROWS]);
    await keeper.idle();
    expect(await inOrder(true)).toEqual([most, ROWS]);
    // Its entries go with it, and a page along it would be empty.
    const gone = await sql`delete from database_indexes where table_id = ${db.table.id}`;
    expect(gone.count).toBe(1);
    expect(await inOrder(true)).toEqual([most, ROWS]);
    expect(await inOrder(true)).toEqual([most, ROWS]);
  },
  RANDOM_MS_MAX,
);

test(
  "some fields of large records are not read along an order where everybody's rights are",
  async () => {
    const { db } = await makeWorld();
    const query = { sort: "amount", descending: true, limit: 20, fields: ["amount"] };
    for (let times = 0; times < 3; times++) {
      await must(h.call(`POST ${db.in}/query`, { as: db.as, json: query }));
      await keeper.idle();
    }
    const [at] = await sql<{ document_id: number; workspace_id: number }[]>`
      select document_id, workspace_id from documents where doc_id = ${db.doc_id}`;
    if (!at) throw new Error("the database is there");
    const [table] = await listTables(sql, at);
    const database = await readDatabase(sql, at.document_id);
    if (!table || !database) throw new Error("the table is there");
    const pipelinedSql = failing<typeof sql>();
    const runtime = { ...h.runtime, database: { ...h.runtime.database, pipelinedSql } };
    const ask = (record_bytes: number, more: object = {}) =>
      answerQuery({ sql, runtime }, { ...at, database, table: { ...table, record_bytes } }, { ...query, ...more });
    const light = table.records * 1024;
    await expect(ask(light)).rejects.toThrow("were asked");
    // What a page shows whole is told by sizes that nothing has to be read for.
    await expect(ask(light * 1024, { fields: null })).rejects.toThrow("were asked");
    expect((await ask(light * 1024)).rows).toHaveLength(20);
  },
  RANDOM_MS_MAX,
);

function failing<Sql extends object>(): Sql {
  return new Proxy(() => {}, {
    apply: () => {
      throw new Error("the quick connections were asked");
    },
  }) as unknown as Sql;
}

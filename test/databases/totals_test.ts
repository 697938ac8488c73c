// Totals that are remembered:
// right behind every kind of write, taken at their own revision alone, and a page is read to its end with them.
import { expect, test } from "bun:test";
import { checkQuery, type SentQuery } from "../../plugins/databases/query/asking.ts";
import { readPage } from "../../plugins/databases/query/pages.ts";
import { listTables, readDatabase } from "../../plugins/databases/store/databases.ts";
import { openHarness } from "../harness/harness.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);
const { sql } = h.runtime.database;

const CHOICES: SentQuery[] = [
  { filters: [{ field: "status", op: "eq", value: "open" }] },
  { filters: [{ field: "amount", op: "gt", value: 3 }], sort: "name" },
  { search: "PERSON" },
  { search: "érson 1", filters: [{ field: "status", op: "ne", value: "done" }], descending: true },
];

async function makePeople(count: number): Promise<Made> {
  const db = await makeDatabase();
  const ops = Array.from({ length: count }, (_, n) => ({
    op: "create",
    data: { name: `Person ${n}`, amount: n % 7, status: n % 3 === 0 ? "done" : "open" },
  }));
  await must(h.call(`POST ${db.in}/records/batch`, { as: db.as, json: { ops } }));
  return db;
}

const ask = (db: Made, query: object) => must(h.call(`POST ${db.in}/query`, { as: db.as, json: query }));

/** Of each choice the total, told twice, and how many records its pages come to. */
async function countAll(db: Made): Promise<{ totals: number[]; listed: number }[]> {
  const counts = [];
  for (const query of CHOICES) {
    const totals = [(await ask(db, { ...query, limit: 1 })).total];
    const ids: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await ask(db, { ...query, limit: 7, ...(cursor && { cursor }) });
      totals.push(page.total);
      ids.push(...page.records.map(({ id }: { id: number }) => id));
      cursor = page.next_cursor;
      if (!cursor) break;
    }
    expect(new Set(ids).size).toBe(ids.length);
    counts.push({ totals: [...new Set(totals)], listed: ids.length });
  }
  return counts;
}

test("a total is that of all pages before and after every kind of write", async () => {
  const db = await makePeople(40);
  const send = (route: string, json?: object) => must(h.call(route, { as: db.as, ...(json && { json }) }));
  const { id, version } = await addRecord(db, { name: "Person 100", amount: 6, status: "open" });
  const writes: [name: string, write: () => Promise<unknown>][] = [
    ["nothing", async () => {}],
    ["one made", () => addRecord(db, { name: "Person 101", amount: 5, status: "open" })],
    ["one changed", () => send(`PATCH ${db.in}/records/${id}`, { data: { status: "done" }, base_version: version })],
    ["one deleted", () => send(`DELETE ${db.in}/records/${id}?base_version=${version + 1}`)],
    ["one restored", () => send(`POST ${db.in}/records/${id}/restore`)],
    [
      "many",
      () =>
        send(`POST ${db.in}/records/batch`, {
          ops: [{ op: "upsert", match: ["name"], data: { name: "Person 1", status: "done", amount: 0 } }],
        }),
    ],
    [
      "an import",
      () =>
        must(
          h.call(`POST ${db.at}/tables/import?format=csv&table_id=${db.table.id}`, {
            as: db.as,
            body: "name,amount,status\nPerson 102,5,open\n",
          }),
        ),
    ],
    ["a new field", () => send(`PATCH ${db.in}`, { base_version: 1, add_fields: [{ key: "more", type: "text" }] })],
  ];
  let before: number[] = [];
  for (const [name, write] of writes) {
    await write();
    const counts = await countAll(db);
    for (const { totals, listed } of counts) expect([name, totals]).toEqual([name, [listed]]);
    const now = counts.map(({ listed }) => listed);
    if (name !== "nothing" && name !== "a new field") expect([name, now]).not.toEqual([name, before]);
    before = now;
  }
});

test("a remembered total is taken at its own revision alone", async () => {
  const db = await makePeople(12);
  const [at] = await sql<{ document_id: number; workspace_id: number }[]>`
    select document_id, workspace_id from documents where doc_id = ${db.doc_id}`;
  if (!at) throw new Error("the database is there");
  const [table] = await listTables(sql, at);
  const database = await readDatabase(sql, at.document_id);
  if (!table || !database) throw new Error("the table is there");
  const of = { ...at, table, database };
  for (const choice of CHOICES) {
    const query = checkQuery(table.fields, { ...choice, limit: 2 });
    const read = async (known: { total: number; revision: number; changed_at: Date } | null) =>
      (await readPage(sql, of, { query, known, way: null, offset: 0, after: null, bytes_max: 1_000_000 }))?.total;
    const counted = await read(null);
    const { seq: revision, changed_at } = database;
    expect(await read({ total: 999, revision, changed_at })).toBe(999);
    expect(await read({ total: 999, revision: revision - 1, changed_at })).toBe(counted);
    // A number that a crash took back and gave again.
    expect(await read({ total: 999, revision, changed_at: new Date(changed_at.getTime() - 1) })).toBe(counted);
  }
});

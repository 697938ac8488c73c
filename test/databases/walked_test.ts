// Filters that begin no order:
// a walk of one gives the same page as reading all records, or none, and kept columns the same page and total.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { OPERATORS_OF } from "../../plugins/databases/fields/mod.ts";
import { placeOf } from "../../plugins/databases/query/answering.ts";
import { checkQuery, type SentQuery } from "../../plugins/databases/query/asking.ts";
import { columnsOf, keeperPort, orderOf } from "../../plugins/databases/query/keeper.ts";
import { columnsOfPage, type PageAsked, readPage } from "../../plugins/databases/query/pages.ts";
import { listTables, readDatabase } from "../../plugins/databases/store/databases.ts";
import { findIndexes, INDEXED_FROM } from "../../plugins/databases/store/indexes.ts";
import { slotOf } from "../../plugins/databases/store/record_entry.ts";
import { pickByDepth, RANDOM_MS_MAX, SEED } from "../harness/depth.ts";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { randomFrom } from "../oauth/random_input.ts";
import { databasesOf } from "./made.ts";
import { makeStops, STOP_FIELDS } from "./stops.ts";

const h = await openHarness();
const { makeDatabase, must } = databasesOf(h);
const { sql } = h.runtime.database;
const keeper = h.runtime.use(keeperPort);

/** So many that some may be deleted. */
const ROWS = INDEXED_FROM + 1000;
const { csv, kept } = makeStops(ROWS, randomFrom(SEED));
const db = await makeDatabase({ fields: STOP_FIELDS });
await must(h.call(`POST ${db.at}/tables/import?format=csv&table_id=${db.table.id}`, { as: db.as, body: csv }));

const SORTED = ["name", "lat", "boardings", "step_free", "opened", "seen_at", "mail", "page", "kind", "$form_status"];
const TYPES = STOP_FIELDS.map(({ key, type }) => ({ key, type: type as keyof typeof OPERATORS_OF }));

const anyFilter = fc
  .record({ of: fc.constantFrom(...TYPES), op: fc.nat(), at: fc.nat({ max: ROWS - 1 }) })
  .map(({ of: { key, type }, op: nth, at }) => {
    const ops = OPERATORS_OF[type];
    const op = ops[nth % ops.length] ?? "empty";
    const having = [...kept.slice(at), ...kept].find((data) => data[key] !== undefined && String(data[key]) !== "");
    const value = having?.[key] ?? "";
    if (op === "empty" || op === "not_empty") return { field: key, op };
    return { field: key, op, value: op === "contains" && Array.isArray(value) ? value[0] : value };
  });
const anyQuery = fc.record({
  filters: fc.array(anyFilter, { minLength: 1, maxLength: 2 }),
  search: fc.constantFrom(null, null, "main", "東京"),
  sort: fc.constantFrom(...SORTED),
  descending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 40 }),
});

async function readTable() {
  const [at] = await sql<{ document_id: number; workspace_id: number }[]>`
    select document_id, workspace_id from documents where doc_id = ${db.doc_id}`;
  if (!at) throw new Error("the database is there");
  const [table] = await listTables(sql, at);
  const database = await readDatabase(sql, at.document_id);
  if (!table || !database) throw new Error("the table is there");
  return { ...at, table, database };
}

test(
  "a page by a walk is the page by reading all records, wherever it begins",
  async () => {
    const of = await readTable();
    const { table, workspace_id } = of;
    const slotFor = (key: string) => slotOf(table.slots, key) ?? 0;
    for (const key of SORTED.slice(0, 8)) {
      await orderOf(of, { filter_slot: 0, sort_slot: slotFor(key) }).keep(h.runtime.database, h.clock.now());
    }
    const indexes = await findIndexes(sql, { workspace_id, table_id: table.table_id });
    const seen = { full: 0, none: 0 };
    const anyWalked = fc.record({
      query: anyQuery.filter(({ sort }) => SORTED.indexOf(sort) < 8),
      offset: fc.constantFrom(0, 0, 7, 90),
      most: fc.constantFrom(60, 400, ROWS + 1),
      pages: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(anyWalked, async ({ query: sent, offset, most, pages }) => {
        const query = checkQuery(table.fields, sent as SentQuery);
        const index = indexes.find(({ sort_slot }) => sort_slot === slotFor(sent.sort));
        if (!index) throw new Error(`the order by ${sent.sort} is kept`);
        let asked: Omit<PageAsked, "way"> = { query, known: null, offset, after: null, bytes_max: 1_000_000 };
        for (let page = 1; page <= pages; page++) {
          const whole = await readPage(sql, of, { ...asked, way: null });
          if (!whole) throw new Error("a page that reads all records is always there");
          const known = { total: whole.total, revision: whole.revision, changed_at: whole.changed_at };
          const walk = (total = known) =>
            readPage(sql, of, { ...asked, known: total, way: { walk: { index, most, known: total } } });
          const walked = await walk();
          if (walked) expect(walked).toEqual(whole);
          if (!whole.has_more || most > ROWS) expect(walked !== null).toBe(whole.has_more);
          seen[walked ? "full" : "none"] += 1;
          expect(await walk({ ...known, revision: known.revision - 1 })).toBeNull();
          const last = whole.rows.at(-1);
          if (!last) break;
          asked = { ...asked, known, offset: 0, after: placeOf(last) };
        }
      }),
      { seed: SEED, numRuns: pickByDepth({ small: 60, deep: 200 }) },
    );
    expect(Math.min(seen.full, seen.none)).toBeGreaterThan(0);
  },
  RANDOM_MS_MAX,
);

test(
  "a page from kept columns is the page by reading all records, and has their total, while records change",
  async () => {
    const of = await readTable();
    const anyAsked = fc.record({
      query: anyQuery.map((query) => ({ ...query, search: null })),
      offset: fc.constantFrom(0, 0, 7, 90),
      at: fc.nat({ max: ROWS - 1 }),
      isDeleted: fc.boolean(),
      keeps: fc.boolean(),
    });
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(anyAsked, async ({ query: sent, offset, at, isDeleted, keeps }) => {
        const query = checkQuery(of.table.fields, sent as SentQuery);
        const columns = columnsOfPage({ query, known: null }, of.table.slots);
        if (!columns) return;
        if (keeps) await columnsOf(of, columns).keep(h.runtime.database, h.clock.now());
        const [found] = await sql<{ record_id: number; version: number }[]>`
          select record_id, version from database_records where table_id = ${of.table.table_id} order by record_id offset ${at} limit 1`;
        if (found) {
          const path = `${db.in}/records/${found.record_id}`;
          if (isDeleted) await must(h.call(`DELETE ${path}?base_version=${found.version}`, { as: db.as }));
          else {
            const json = { data: { lat: at / 10, kind: null, opened: "2001-02-03" }, base_version: found.version };
            await must(h.call(`PATCH ${path}`, { as: db.as, json }));
          }
        }
        let asked: Omit<PageAsked, "way"> = { query, known: null, offset, after: null, bytes_max: 1_000_000 };
        for (let page = 1; page <= 2; page++) {
          const whole = await readPage(sql, of, { ...asked, way: null });
          const columned = await readPage(sql, of, { ...asked, way: { columns } });
          if (!whole) throw new Error("a page that reads all records is always there");
          if (keeps) expect(columned).not.toBeNull();
          if (columned) expect({ ...columned, behind: 0, passed: 0 }).toEqual(whole);
          if (columned) answered += 1;
          const last = whole.rows.at(-1);
          if (!last) break;
          asked = { ...asked, offset: 0, after: placeOf(last) };
        }
      }),
      { seed: SEED, numRuns: pickByDepth({ small: 60, deep: 200 }) },
    );
    expect(answered).toBeGreaterThan(0);
  },
  RANDOM_MS_MAX,
);

test(
  "asked for again such a query walks an order that is kept since, and answers the same, before and after a write",
  async () => {
    const { table, workspace_id } = await readTable();
    await sql`delete from database_indexes where table_id = ${table.table_id}`;
    const ask = (json: object): Promise<ParsedBody> => must(h.call(`POST ${db.in}/query`, { as: db.as, json }));
    const query = { filters: [{ field: "lat", op: "gt", value: -60 }], sort: "seen_at", descending: true, limit: 3 };
    const read = async () => {
      const { records, total, next_cursor } = await ask(query);
      return { records, total, next: (await ask({ ...query, cursor: next_cursor })).records };
    };
    const first = await read();
    expect(await read()).toEqual(first);
    await keeper.idle();
    const orders = await findIndexes(sql, { workspace_id, table_id: table.table_id });
    expect(orders).toMatchObject([{ filter_slot: 0, sort_slot: slotOf(table.slots, "seen_at") }]);
    expect(await read()).toEqual(first);
    const [{ id, version }] = first.records;
    await must(h.call(`DELETE ${db.in}/records/${id}?base_version=${version}`, { as: db.as }));
    const [, ...others] = [...first.records, ...first.next];
    for (let times = 0; times < 2; times++) {
      const { records, total } = await read();
      expect([total, records]).toEqual([first.total - 1, others.slice(0, 3)]);
    }
  },
  RANDOM_MS_MAX,
);

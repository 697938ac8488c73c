// SQL over a database: what a statement sees of it, how values come, what limits and changes do, and who may ask.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { showsNothing } from "../../kernel/plugin.ts";
import { databasesOf, type Made } from "../databases/made.ts";
import { pickByDepth } from "../harness/depth.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);

interface Asked {
  as?: Person;
  params?: unknown[];
  limit?: number;
}

const send = (made: Pick<Made, "as" | "at">, sql: string, { as = made.as, ...more }: Asked = {}) =>
  h.call(`POST ${made.at}/sql`, { as, json: { sql, ...more } });
const ask = (made: Made, sql: string, more: Asked = {}) => must(send(made, sql, more), 200);

const TYPED = [
  { key: "select", type: "text" },
  { key: "constructor", type: "long_text" },
  { key: "amount", type: "number" },
  { key: "paid", type: "checkbox" },
  { key: "due", type: "date" },
  { key: "at", type: "datetime" },
  { key: "mail", type: "email" },
  { key: "status", type: "select", options: ["open", 'do"ne'] },
  { key: "tags", type: "multi_select", options: ["a", "b, c", 'd"\\', "NULL", "{}"] },
  { key: "extra", type: "json" },
];

test("values of every type come typed and exact, and keys that are words of SQL are columns", async () => {
  const made = await makeDatabase({ fields: TYPED });
  const data = {
    select: "Ünï ' \" \\ 漢字",
    constructor: "a\nb\tc\\N",
    amount: 0.1,
    paid: true,
    due: "0001-01-01",
    at: "2026-03-01T12:00:00.123456+01:00",
    mail: "anna@example.com",
    status: 'do"ne',
    tags: ["a", "b, c", 'd"\\', "NULL", "{}"],
    extra: { deep: [{ n: 1.5, t: "x" }, null, true], big: 9007199254740991 },
  };
  await addRecord(made, data);
  await addRecord(made, {});
  const { columns, rows, row_count, truncated, revision } = await ask(made, "select * from orders order by _id");
  expect(columns.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`)).toEqual([
    "_id bigint",
    "_version integer",
    "_form_status text",
    "_created_at timestamp with time zone",
    "_updated_at timestamp with time zone",
    "select text",
    "constructor text",
    "amount numeric",
    "paid boolean",
    "due date",
    "at timestamp with time zone",
    "mail text",
    "status text",
    "tags text[]",
    "extra jsonb",
  ]);
  const [first, second] = rows;
  expect(first.slice(0, 3)).toEqual([1, 1, null]);
  expect(first[3]).toBe(h.clock.now().toISOString().replace("Z", "000Z"));
  expect(Object.fromEntries(TYPED.map(({ key }, index) => [key, first[5 + index]]))).toEqual({
    ...data,
    at: "2026-03-01T11:00:00.123456Z",
  });
  expect(second.slice(5)).toEqual(TYPED.map(() => null));
  expect({ row_count, truncated, revision }).toEqual({ row_count: 2, truncated: false, revision: 3 });
});

test("fields that are called as what Postgres keeps of each row are columns with _ before their keys", async () => {
  const keys = ["ctid", "xmin", "cmin", "xmax", "cmax", "tableoid", "oid"];
  const made = await makeDatabase({ fields: keys.map((key) => ({ key, type: "text" })) });
  await addRecord(made, Object.fromEntries(keys.map((key) => [key, `of ${key}`])));
  const { columns, rows } = await ask(made, "select * from orders");
  const names = ["_ctid", "_xmin", "_cmin", "_xmax", "_cmax", "_tableoid", "oid"];
  expect(columns.slice(5).map(({ name }: { name: string }) => name)).toEqual(names);
  expect(rows[0].slice(5)).toEqual(keys.map((key) => `of ${key}`));
  const { body } = await send(made, "select nope from orders");
  expect(body.error).toContain("_updated_at, _ctid, _xmin");
});

test("what Postgres computes comes exactly: a number where JSON holds it, a text where it does not", async () => {
  const made = await makeDatabase();
  const { rows } = await ask(
    made,
    `select 0.1 + 0.2, 12345678901234567890, 9007199254740993, 1e300::float8, 'NaN'::float8, '-Infinity'::numeric, 1.50, 100, 0.000, -0.0,
      1.0/3, 1e-7::float8, array[[1,2],[3,null]], '{"n": 12345678901234567890, "m": 1.0}'::jsonb, interval '1 day 2 hours',
      timestamp '2026-01-02 03:04:05', '\\x00ff'::bytea, null, row(1, 'a'), true`,
  );
  expect(rows).toEqual([
    [
      0.3,
      "12345678901234567890",
      "9007199254740993",
      1e300,
      "NaN",
      "-Infinity",
      1.5,
      100,
      0,
      0,
      "0.33333333333333333333",
      1e-7,
      [
        [1, 2],
        [3, null],
      ],
      { n: "12345678901234567890", m: 1 },
      "1 day 02:00:00",
      "2026-01-02T03:04:05.000000",
      "\\x00ff",
      null,
      "(1,a)",
      true,
    ],
  ]);
});

test("what a draft left unfinished is no day and no time, and what it has of others stays", async () => {
  const made = await makeDatabase({ fields: TYPED });
  for (const data of [{ due: "2026-03-01", at: "2026-03-01T12:00:00Z" }, { paid: false }]) await addRecord(made, data);
  // Drafts come from forms.
  await h.runtime.database.sql`
    update database_records set form_status = 'draft', data = data || '{"due": "tomorrow", "at": "2026-13-01T00:00:00Z", "mail": "anna@"}'
    where table_id = ${made.table.id} and record_id = 2`;
  const { rows } = await ask(made, "select _form_status, due, at, mail, paid from orders order by _id");
  expect(rows).toEqual([
    [null, "2026-03-01", "2026-03-01T12:00:00.000000Z", null, null],
    ["draft", null, null, "anna@", false],
  ]);
});

test("tables are called by a plain name and by their own, and join", async () => {
  const made = await makeDatabase();
  for (const name of ["Späte Läufe 2026", "2026", "order", "pg_class", "Orders 2", "orders_2", "漢字"]) {
    await must(
      h.call(`POST ${made.at}/tables`, { as: made.as, json: { name, fields: [{ key: "n", type: "number" }] } }),
    );
  }
  const read = (table: string) => ask(made, `select count(*) from ${table}`);
  for (const name of [
    "orders",
    '"Orders"',
    "spate_laufe_2026",
    '"Späte Läufe 2026"',
    "table_2026",
    '"order"',
    "table_pg_class",
  ])
    expect((await read(name)).rows).toEqual([[0]]);
  const missing = await send(made, "select 1 from nothing");
  expect(missing.body.tables.map((one: { sql_name: string }) => one.sql_name)).toEqual([
    "orders",
    "spate_laufe_2026",
    "table_2026",
    '"order"',
    "table_pg_class",
    "orders_2_2",
    "orders_2",
    '"table"',
  ]);
  const joined = await ask(made, 'select o.name, x.n from orders o full join "order" x on x._id = o._id');
  expect(joined.rows).toEqual([]);
});

test("a statement sees every change that was answered before it, and no deleted record or table", async () => {
  const made = await makeDatabase();
  const one = await addRecord(made, { name: "One" });
  const names = async () => (await ask(made, "select name from orders order by _id")).rows.flat();
  expect(await names()).toEqual(["One"]);
  await addRecord(made, { name: "Two" });
  expect(await names()).toEqual(["One", "Two"]);
  const json = { data: { name: "First" }, base_version: 1 };
  await must(h.call(`PATCH ${made.in}/records/${one.id}`, { as: made.as, json }));
  expect(await names()).toEqual(["First", "Two"]);
  await must(h.call(`DELETE ${made.in}/records/${one.id}?base_version=2`, { as: made.as }));
  expect(await names()).toEqual(["Two"]);
  const more = { base_version: 1, add_fields: [{ key: "later", type: "text" }] };
  await must(h.call(`PATCH ${made.in}`, { as: made.as, json: more }));
  expect((await ask(made, "select later from orders")).rows).toEqual([[null]]);
  await must(h.call(`DELETE ${made.in}?base_version=2&confirm=Orders`, { as: made.as }));
  expect((await send(made, "select 1 from orders")).body).toMatchObject({ sqlstate: "42P01", tables: [] });
});

test("after any writes a statement sees what query_records does", async () => {
  const as = await h.person();
  const value = fc.record({
    // A required text that is blank is refused.
    name: fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((name) => !showsNothing(name)),
    amount: fc.integer({ min: -9, max: 9 }),
  });
  const op = fc.record({ kind: fc.constantFrom("create", "update", "delete"), at: fc.nat(), data: value });
  const rounds = fc.array(fc.array(op, { minLength: 1, maxLength: 8 }), { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const made = await makeDatabase({ as });
      for (const round of all) {
        const page = async () =>
          (await must(h.call(`POST ${made.in}/query`, { as: made.as, json: { limit: 200 } }))).records;
        const there = await page();
        // One write of each record, so that none is stale.
        const touched = new Set<number>();
        const ops = round.flatMap(({ kind, at, data }): object[] => {
          const record = there[at % Math.max(1, there.length)];
          if (kind === "create" || !record || touched.has(record.id)) return [{ op: "create", data }];
          touched.add(record.id);
          const { id, version: base_version } = record;
          return [kind === "update" ? { op: "update", id, base_version, data } : { op: "delete", id, base_version }];
        });
        await must(h.call(`POST ${made.in}/records/batch`, { as: made.as, json: { ops } }));
        const shown = (await page()).map((one: ParsedBody) => [one.id, one.version, one.data.name, one.data.amount]);
        expect((await ask(made, "select _id, _version, name, amount from orders order by _id")).rows).toEqual(shown);
      }
    }),
    { numRuns: pickByDepth({ small: 3, deep: 16 }) },
  );
});

test("params stand for values of any type, and are never part of the statement", async () => {
  const made = await makeDatabase();
  await addRecord(made, { name: "'; drop table orders; --", amount: 3, extra: { a: 1 } });
  const by = (where: string, params: unknown[]) => ask(made, `select count(*) from orders where ${where}`, { params });
  expect((await by("name = $1", ["'; drop table orders; --"])).rows).toEqual([[1]]);
  expect((await by("amount between $1 and $2", [1, "3.0"])).rows).toEqual([[1]]);
  expect((await by("extra = $1", [{ a: 1 }])).rows).toEqual([[1]]);
  expect((await by("(amount > 1) = $1 and $2::text is null", [true, null])).rows).toEqual([[1]]);
  expect((await by("name = any(array(select jsonb_array_elements_text($1)))", [["x", "y"]])).rows).toEqual([[0]]);
  expect((await send(made, "select $1 + 1", { params: [1, 2] })).body.error).toMatch(/parameter/);
  expect((await send(made, "select $2 + 1", { params: [1] })).status).toBe(400);
  expect((await send(made, "select $1::int", { params: ["x"] })).body).toMatchObject({ sqlstate: "22P02" });
});

test("rows end at the limit and at the bytes of an answer, and say so", async () => {
  const made = await makeDatabase();
  const rows = async (sql: string, limit?: number) => {
    const { row_count, truncated } = await ask(made, sql, limit === undefined ? {} : { limit });
    return [row_count, truncated];
  };
  expect(await rows("select generate_series(1, 3)", 3)).toEqual([3, false]);
  expect(await rows("select generate_series(1, 4)", 3)).toEqual([3, true]);
  expect(await rows("select generate_series(1, 5000)")).toEqual([200, true]);
  expect(await rows("select generate_series(1, 5000)", 9999)).toEqual([1000, true]);
  expect(await rows("select repeat('x', 1024 * 1024) from generate_series(1, 6)")).toEqual([3, true]);
  const many = "select array_fill(1, array[1000]) from generate_series(1, 1000)";
  expect(await rows(many, 1000)).toEqual([233, true]);
  const large = await send(made, "select repeat('x', 4 * 1024 * 1024 + 1)");
  expect([large.status, large.body.error]).toEqual([400, "the first row alone has more than 4194304 bytes"]);
  expect(await rows("select 1 where false")).toEqual([0, false]);
});

test("a refusal says what is wrong, where, and what would do", async () => {
  const made = await makeDatabase();
  const { status, body } = await send(made, "select nam from orders");
  expect(status).toBe(400);
  expect(body.error).toBe(
    'column "nam" does not exist. Send one SELECT over orders (_id, _version, _form_status, _created_at, _updated_at, name, amount, status, tags, due, notes, extra), such as: {"sql": "select count(*) from orders"}',
  );
  expect(body).toMatchObject({ code: "sql_refused", sqlstate: "42703", position: 8 });
  expect(body.tables[0]).toMatchObject({ name: "Orders", sql_name: "orders" });
  for (const sql of ["", "x".repeat(100_001)]) expect((await send(made, sql)).status).toBe(400);
  expect((await send(made, "select 1\0; select 2")).status).toBe(400);
  expect((await send(made, "select 1; select 2")).body.error).toBe(
    'one statement is run at a time, and there are several; send each by itself. Send one SELECT over orders, such as: {"sql": "select count(*) from orders"}',
  );
  expect((await send(made, "select ")).status).toBe(200);
  expect((await send(made, "  ")).body.sqlstate).toBe("42601");
  expect((await send(made, "select 1", { params: Array(101).fill(1) })).status).toBe(400);
});

test("who may not open the database is told what a stranger is, also when it was taken away meanwhile", async () => {
  const made = await makeDatabase();
  const other = await h.person({ workspace_id: made.as.workspace_id, role: "member" });
  const stranger = await h.person();
  const none = await h.call("POST /api/databases/none/sql", { as: made.as, json: { sql: "select 1" } });
  for (const as of [other, stranger]) {
    const { status, body } = await send(made, "select 1", { as });
    expect([status, body.error]).toEqual([404, none.body.error]);
  }
  await must(h.call(`DELETE /api/docs/${made.doc_id}`, { as: made.as }));
  expect((await send(made, "select 1")).status).toBe(404);
});

test("a table that is called as a word of SQL is told as a statement has to write it", async () => {
  const made = await makeDatabase();
  await must(h.call(`PATCH ${made.in}`, { as: made.as, json: { name: "Order", base_version: 1 } }), 200);
  await addRecord(made, { name: "a" });
  const { status, body } = await send(made, "select count(*) from order");
  expect(status).toBe(400);
  expect(body.error).toContain('Send one SELECT over "order", such as: {"sql": "select count(*) from \\"order\\""}');
  expect(body.error).toEndWith('is written in quotes: "order"');
  expect((await ask(made, 'select count(*) from "order"')).rows).toEqual([[1]]);
});

test("values that have no place, and places without a value, are counted in words", async () => {
  const made = await makeDatabase({ fields: [{ key: "a", type: "text" }] });
  for (const [sql, params, said] of [
    ["select $1::text, $2::text", ["x"], "places for 2 values ($1 to $2), and params has 1: send one for each"],
    ["select $1::text", [], "a place for one value ($1), and params has 0: send one for each"],
  ] as const) {
    const { status, body } = await send(made, sql, { params: [...params] });
    expect([status, body.error]).toEqual([400, `the statement has ${said}`]);
  }
});

// Rows that are packed as bytes arrive as the values that they were made of.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openKernelDatabase } from "../../test/harness/kernel_database.ts";
import { copyRows, packInteger, packIntegers, packLong, packNull, packRow, packText } from "./copy.ts";
import type { Database } from "./sql.ts";

let database: Database;

beforeAll(async () => {
  database = await openKernelDatabase();
  await database.sql`create table packed (n bigint primary key, small integer, body text, many integer[])`;
});

afterAll(() => database.close());

const TARGET = "packed (n, small, body, many)";

interface Row {
  n: number;
  small: number;
  body: string | null;
  many: number[];
}

function pack({ n, small, body, many }: Row): Uint8Array {
  const text = body === null ? packNull() : packText(body);
  return packRow(4, [packLong(n), packInteger(small), text, packIntegers(Int32Array.from(many))]);
}

test("numbers, texts, nulls and arrays arrive as they were, also in rows larger than a piece", async () => {
  const most = 2 ** 31 - 1;
  const rows: Row[] = [
    { n: 1, small: -1, body: "", many: [] },
    { n: 2 ** 52, small: most, body: "ß — 会议 😀\n\\N\t", many: [0, -1, most, -most - 1] },
    { n: 3, small: 0, body: null, many: [7] },
    { n: 4, small: 0, body: "long ".repeat(200_000), many: Array.from({ length: 100_000 }, (_, index) => index * 7) },
  ];
  await database.withTransaction((sql) => copyRows(sql, TARGET, rows.map(pack)));
  const found = await database.sql<Row[]>`select n, small, body, many from packed order by n`;
  expect([...found]).toEqual(rows.toSorted((one, other) => one.n - other.n));
});

test("a row that the table refuses ends the transaction and leaves nothing", async () => {
  const twin: Row = { n: 77, small: 0, body: null, many: [] };
  const copying = database.withTransaction((sql) => copyRows(sql, TARGET, [pack(twin), pack(twin)]));
  await expect(copying).rejects.toThrow("duplicate key");
  expect(await database.sql`select 1 from packed where n = 77`).toHaveLength(0);
});

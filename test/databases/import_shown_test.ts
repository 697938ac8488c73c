// Imports whose types are guessed: no guess changes what a cell shows, and none keeps a row of its own file out.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { openHarness } from "../harness/harness.ts";
import { countsOf, importing, typesOf } from "./importing.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord } = databasesOf(h);
const { send, dataOf } = importing(h);

function quote(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** What the records of a new table of one column show, and the type that was guessed. */
async function imported({ as }: Made, cells: readonly string[]) {
  const made = await makeDatabase({ as });
  const file = `value,row\n${cells.map((cell, index) => `${quote(cell)},r${index}`).join("\n")}\n`;
  const answer = await send(made, { filename: "a.csv", name: "New" }, file);
  expect([answer.status, ...countsOf(answer)]).toEqual([200, cells.length, cells.length, 0, 0, 0]);
  const records = await dataOf(made, answer.body.table_id);
  const shown = records.map(({ value = "" }) => (typeof value === "object" ? JSON.stringify(value) : String(value)));
  return { type: answer.body.fields[0].type, shown };
}

const COLUMNS: readonly (readonly [type: string, ...cells: string[]])[] = [
  ["number", "1.5", "-4", "0", "1e+21"],
  ["text", "1", "#DIV/0!", "3"],
  ["text", "1.50", "2"],
  ["text", "0010", "7"],
  ["text", "1e5", "2"],
  ["text", "1E+21"],
  ["text", "+49", "1"],
  ["text", "-0", "1"],
  ["text", " 1", "2"],
  ["text", "1 ", "2"],
  ["text", "12345678901234567890", "1"],
  ["text", "9007199254740993"],
  ["text", "0.1234567890123456789"],
  ["text", ".5"],
  ["text", "NaN", "Infinity"],
  ["text", "TRUE", "FALSE"],
  ["text", "true", "True"],
  ["text", "true", "0"],
  ["checkbox", "true", "false"],
  ["date", "2026-03-01", "2024-02-29"],
  ["text", "2026-03-01", "2026-02-30"],
  ["text", "2026-03-01", "01.03.2026"],
  ["text", "2026-03-01", "2026-03-01T00:00:00.000000Z"],
  ["text", "2026-03-01 ", "2024-02-29"],
  ["datetime", "2026-03-01T00:00:00.000000Z"],
  ["text", "2026-03-01T12:00:00+01:00"],
  ["text", "2026-03-01T12:00:00Z"],
  ["email", "anna@example.com"],
  ["text", "anna@Example.com"],
  ["text", " anna@example.com"],
  ["url", "https://example.com/a?b=1"],
  ["text", "https://example.com/ "],
  ["json", '{"a":[1]}', "[]"],
  ["text", '{"a": [1]}'],
  ["text", '{"bb":1,"a":2}'],
  ["json", '{"a":1,"bb":{"b":1,"cc":2}}'],
  ["text", '[1.0,{"a":1}]'],
  ["text", "[1]", "1"],
  ["text", "  two ", " blanks  "],
  ["long_text", "two\nlines ", "1"],
];

test("a column is of the narrowest type in which all of its cells come back as they were written", async () => {
  const made = await makeDatabase();
  for (const [type, ...cells] of COLUMNS) {
    expect({ cells, ...(await imported(made, cells)) }).toEqual({ cells, type, shown: cells });
  }
});

test("whatever a column of a file holds, its rows are taken and show the same", async () => {
  const made = await makeDatabase();
  const cell = fc.oneof(
    fc.constantFrom(...COLUMNS.flatMap(([, ...cells]) => cells)),
    fc.double().map(String),
    fc.integer().map((number) => String(number).padStart(6, "0")),
    fc.json(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.webUrl(),
    fc.emailAddress(),
    fc.string({ minLength: 1 }),
  );
  const isKept = (one: string) =>
    one.trim() !== "" && !one.includes("\0") && one.isWellFormed() && one === one.normalize("NFC");
  await fc.assert(
    fc.asyncProperty(fc.array(cell.filter(isKept), { minLength: 1, maxLength: 4 }), async (cells) => {
      const { shown } = await imported(made, cells);
      expect(shown).toEqual(cells);
    }),
    { numRuns: 60 },
  );
});

test("numbers of JSON Lines beyond what a number keeps are texts as they stand there, alone and inside", async () => {
  const made = await makeDatabase();
  const file = [
    '{"id":12345678901234567890,"deep":{"x":[12345678901234567890]},"n":1.50,"mixed":1}',
    '{"id":7,"deep":{"x":[1]},"n":2,"mixed":{"a":1}}',
    '{"id":7,"deep":{},"n":2,"mixed":"x"}',
  ].join("\n");
  const answer = await send(made, { filename: "a.jsonl", name: "Long" }, file);
  expect([...countsOf(answer), answer.body.failures]).toEqual([3, 3, 0, 0, 0, []]);
  expect(typesOf(answer)).toEqual(["id:text", "deep:text", "n:number", "mixed:text"]);
  expect(await dataOf(made, answer.body.table_id)).toEqual([
    { id: "12345678901234567890", deep: '{"x":[12345678901234567890]}', n: 1.5, mixed: "1" },
    { id: "7", deep: '{"x":[1]}', n: 2, mixed: '{"a":1}' },
    { id: "7", deep: "{}", n: 2, mixed: "x" },
  ]);
});

const BLANK_TEXTS = [" ", "\t\n", "\u00a0", "\u200b", "\u2800"];

test("a required text of blanks is none, whichever way it comes, and an optional one is kept", async () => {
  const made = await makeDatabase();
  const kept = await addRecord(made, { name: "A" });
  for (const name of BLANK_TEXTS) {
    const create = await h.call(`POST ${made.in}/records`, { as: made.as, json: { data: { name } } });
    expect([create.status, JSON.stringify(create.body)]).toEqual([400, expect.stringContaining("name is required")]);
    const change = await h.call(`PATCH ${made.in}/records/${kept.id}`, {
      as: made.as,
      json: { base_version: kept.version, data: { name } },
    });
    expect([change.status, JSON.stringify(change.body)]).toEqual([
      400,
      expect.stringContaining("name is required and cannot be cleared"),
    ]);
    const ops = [{ op: "create", data: { name } }];
    const batch = await h.call(`POST ${made.in}/records/batch`, { as: made.as, json: { ops } });
    expect(JSON.stringify(batch.body)).toContain("name is required");
    const sent = await send(made, { format: "jsonl", table_id: made.table.id }, JSON.stringify({ name, notes: "x" }));
    expect(countsOf(sent)).toEqual([1, 0, 0, 0, 1]);
    await addRecord(made, { name: "B", notes: name });
  }
  expect((await dataOf(made, made.table.id)).map(({ notes }) => notes)).toEqual([undefined, ...BLANK_TEXTS]);
  const required = await h.call(`PATCH ${made.in}`, {
    as: made.as,
    json: { base_version: 1, update_fields: [{ key: "notes", required: true }] },
  });
  expect([required.status, JSON.stringify(required.body)]).toEqual([
    400,
    expect.stringContaining("6 records have no value in it"),
  ]);
});

// What the cells of a CSV file mean: exports of ours that come back, hints, blanks and times that are too fine.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { showsNothing } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { countsOf, importing, lines, typesOf } from "./importing.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);
const { send, dataOf } = importing(h);

test("what is exported as CSV comes back as it was", async () => {
  const made = await makeDatabase();
  const text = fc.oneof(
    fc.constantFrom(
      "=1",
      "'=1",
      "''+x",
      " -2",
      "\t",
      "a,b",
      ";=1",
      '"',
      "'",
      "@x",
      "true",
      "[]",
      " ",
      "  \n",
      "\u00a0",
    ),
    fc.string({ minLength: 1 }),
  );
  const fits = (one: string) => !one.includes("\0") && one.isWellFormed() && one === one.normalize("NFC");
  const record = fc.record({
    name: text.filter((one) => fits(one) && !showsNothing(one)),
    notes: fc.option(text.filter(fits), { nil: null }),
    amount: fc.option(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { nil: null }),
    tags: fc.subarray(["a", "b", "c"]),
    extra: fc.option(fc.dictionary(fc.string({ unit: "grapheme-ascii" }), fc.integer()), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), async (records) => {
      const from = await makeDatabase({ as: made.as });
      const ops = records.map((data) => ({ op: "create", data }));
      await must(h.call(`POST ${from.in}/records/batch`, { as: from.as, json: { ops } }));
      const csv = await h.call(`GET ${from.at}/export?format=csv&table_id=${from.table.id}`, { as: from.as });
      const to = await makeDatabase({ as: made.as });
      const back = await send(to, { format: "csv", table_id: to.table.id }, new Uint8Array(csv.bytes));
      expect(countsOf(back)).toEqual([records.length, records.length, 0, 0, 0]);
      expect(await dataOf(to, to.table.id)).toEqual(await dataOf(from, from.table.id));
    }),
    { numRuns: 10 },
  );
});

test("the hint of Excel's at the head of a CSV file says what stands between cells, and is no row", async () => {
  const made = await makeDatabase();
  for (const [delimiter, name] of [
    [";", "a"],
    [",", "b"],
    ["\t", "c"],
  ] as const) {
    const row = (...cells: string[]) => cells.join(delimiter);
    const file = `\ufeff${lines(`sep=${delimiter}`, row("name", "n,o;t\te"), row("A", "1"), row("B", "2", "3"))}`;
    const quoted = file.replace("n,o;t\te", '"n,o;t\te"');
    const { status, body } = await send(made, { filename: "a.csv", name }, quoted);
    expect([status, body.fields.map(({ key }: { key: string }) => key)]).toEqual([200, ["name", "n_o_t_e"]]);
    expect(body.failures).toMatchObject([{ row: 4, code: "format" }]);
    expect(await dataOf(made, body.table_id)).toEqual([{ name: "A", n_o_t_e: 1 }]);
  }
  const alone = await send(made, { filename: "a.csv", name: "d" }, "sep=;\r\n");
  expect([alone.status, alone.body.error]).toEqual([400, expect.stringContaining("empty")]);
});

test("blanks are a text where the file is an export of ours, and nothing in any other", async () => {
  const [from, to, other] = [await makeDatabase(), await makeDatabase(), await makeDatabase()];
  const sent = [
    { name: "B", notes: "\t" },
    { name: "A", notes: " " },
  ];
  for (const data of sent) await addRecord(from, { ...data, status: "done" });
  const { bytes } = await h.call(`GET ${from.at}/export?format=csv&table_id=${from.table.id}`, { as: from.as });
  expect(countsOf(await send(to, { format: "csv", table_id: to.table.id }, new Uint8Array(bytes)))).toEqual([
    ...[2, 2, 0, 0, 0],
  ]);
  expect(await dataOf(to, to.table.id)).toEqual(await dataOf(from, from.table.id));
  const theirs = await send(other, { format: "csv", table_id: other.table.id }, lines("name,notes", "A,  ", "  ,\t"));
  expect(countsOf(theirs)).toEqual([2, 1, 0, 1, 0]);
  expect(await dataOf(other, other.table.id)).toEqual([{ name: "A", status: "open" }]);
});

test("a time finer than a microsecond fails its row, and keeps a column from being one of times", async () => {
  const made = await makeDatabase();
  const file = lines("name,seen", "A,2024-12-31T23:59:59.9999995Z", "B,2024-12-31T23:59:59.999999000Z");
  const guessed = await send(made, { filename: "a.csv" }, file);
  expect(typesOf(guessed)).toEqual(["name:text", "seen:text"]);
  const table = await must(
    h.call(`POST ${made.at}/tables`, {
      as: made.as,
      json: {
        name: "Seen",
        fields: [
          { key: "name", type: "text" },
          { key: "seen", type: "datetime" },
        ],
      },
    }),
  );
  const { body } = await send(made, { filename: "a.csv", table_id: table.id }, file);
  expect(body.failures).toMatchObject([
    { row: 2, key: "seen", code: "range", message: expect.stringContaining("2024-12-31T23:59:59.9999995Z") },
  ]);
  expect(await dataOf(made, table.id)).toEqual([{ name: "B", seen: "2024-12-31T23:59:59.999999Z" }]);
});

test("choices that begin with a bracket are choices, alone and among others", async () => {
  const made = await makeDatabase({
    fields: [{ key: "tags", type: "multi_select", options: ["[draft]", "[1]", "b"] }],
  });
  const csv = lines("tags", "[draft]", "[1]", "[draft];b", '"[""b"",""[1]""]"');
  const answer = await send(made, { format: "csv", table_id: made.table.id }, csv);
  expect([countsOf(answer), answer.body.failures]).toEqual([[4, 4, 0, 0, 0], []]);
  expect(await dataOf(made, made.table.id)).toEqual([
    { tags: ["[draft]"] },
    { tags: ["[1]"] },
    { tags: ["[draft]", "b"] },
    { tags: ["[1]", "b"] },
  ]);
});

test("a column that is called by a key keeps it, also behind another that would be called so", async () => {
  const made = await makeDatabase();
  const csv = lines("_id,_version,ID,id,version,\u200b", "1,2,3,4,5,6");
  const answer = await send(made, { format: "csv", name: "Back" }, csv);
  expect(typesOf(answer)).toEqual([
    "id_2:number",
    "version_2:number",
    "id_3:number",
    "id:number",
    "version:number",
    "column_6:number",
  ]);
  expect(answer.body.fields[5].label).toBe("Column 6");
});

test("a CSV export begins with a byte order mark where that is asked for, and comes back without it", async () => {
  const [from, to] = [await makeDatabase(), await makeDatabase()];
  await addRecord(from, { name: "Größe" });
  const path = `${from.at}/export?format=csv&table_id=${from.table.id}`;
  const plain = await h.call(`GET ${path}`, { as: from.as });
  const marked = await h.call(`GET ${path}&bom=true`, { as: from.as });
  expect([...marked.bytes]).toEqual([0xef, 0xbb, 0xbf, ...plain.bytes]);
  await must(send(to, { format: "csv", table_id: to.table.id }, new Uint8Array(marked.bytes)));
  expect(await dataOf(to, to.table.id)).toEqual(await dataOf(from, from.table.id));
  const json = await h.call(`GET ${from.at}/export?bom=true`, { as: from.as });
  expect([json.status, json.body.error]).toEqual([400, "bom goes with format=csv; json has no byte order mark"]);
});

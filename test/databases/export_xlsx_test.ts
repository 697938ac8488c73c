// Exports of databases as workbooks of Excel:
// cells of their types, texts that are no formulas, and all of it comes back.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { showsNothing } from "../../kernel/plugin.ts";
import { sheetName } from "../../plugins/databases/exchange/sheet_cells.ts";
import { unzip } from "../bundles/unzipped.ts";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { countsOf, importing } from "./importing.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);
const { send, dataOf } = importing(h);

const take = (made: Made, query = "", as = made.as) => h.call(`GET ${made.at}/export?format=xlsx${query}`, { as });

/** The files of a workbook as texts, each of them XML to its end. */
async function partsOf(bytes: Uint8Array): Promise<Record<string, string>> {
  const files = await unzip(bytes);
  for (const text of Object.values(files)) new SaxesParser({ xmlns: true }).write(text).close();
  return files;
}

const FIELDS = [
  { key: "name", label: "Name", type: "text", required: true },
  { key: "notes", label: "Notes", type: "long_text" },
  { key: "amount", label: "Amount", type: "number" },
  { key: "done", label: "Done", type: "checkbox" },
  { key: "due", label: "Due", type: "date" },
  { key: "at", label: "At", type: "datetime" },
  { key: "status", label: "Status", type: "select", options: ["=open", "done", "1"] },
  { key: "tags", label: "Tags", type: "multi_select", options: ["a", "b;c", "[d]"] },
  { key: "mail", label: "Mail", type: "email" },
  { key: "extra", label: "Extra", type: "json" },
];

test("what is exported as a workbook comes back as it was", async () => {
  const made = await makeDatabase({ fields: FIELDS });
  const odd = [
    "=1",
    "'=1",
    "+x",
    "@x",
    " -2",
    "\t",
    "\r\n",
    "a\rb",
    "_x0041_",
    "_x005F_",
    "__x000D_",
    "\u0001",
    "\ufffe",
    "<&>\"'",
    "]]>",
    "TRUE",
    "01234",
    "1e5",
    "#N/A",
    " ",
    "[]",
    "2026-03-01",
  ];
  const text = fc.oneof(
    fc.constantFrom(...odd),
    fc.string({ minLength: 1 }),
    fc.string({ minLength: 1, unit: "grapheme" }),
  );
  const fits = (one: string) => !one.includes("\0") && one.isWellFormed() && one === one.normalize("NFC");
  const days = fc.date({
    min: new Date("0001-01-01T00:00:00Z"),
    max: new Date("9999-12-31T00:00:00Z"),
    noInvalidDate: true,
  });
  const near = fc.date({
    min: new Date("1899-12-30T00:00:00Z"),
    max: new Date("1900-03-03T00:00:00Z"),
    noInvalidDate: true,
  });
  const times = fc.oneof(days, near);
  const day = times.map((time) => time.toISOString().slice(0, 10));
  const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
  const record = fc.record({
    name: text.filter((one) => fits(one) && !showsNothing(one)),
    notes: optional(text.filter(fits)),
    amount: optional(
      fc.oneof(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.constantFrom(1e300, 5e-324, 0.1, 2 ** 53 - 1)),
    ),
    done: optional(fc.boolean()),
    due: optional(day),
    at: optional(
      fc
        .tuple(times, fc.constantFrom("", "123"))
        .map(([time, micros]) => time.toISOString().replace("Z", `${micros}Z`)),
    ),
    status: optional(fc.constantFrom("=open", "done", "1")),
    tags: fc.subarray(["a", "b;c", "[d]"]),
    mail: optional(fc.constantFrom("a+b@example.org")),
    extra: optional(fc.dictionary(fc.string({ unit: "grapheme-ascii" }), fc.integer())),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), async (records) => {
      const from = await makeDatabase({ as: made.as, fields: FIELDS });
      const ops = records.map((data) => ({ op: "create", data }));
      await must(h.call(`POST ${from.in}/records/batch`, { as: from.as, json: { ops } }));
      const { bytes } = await take(from, `&table_id=${from.table.id}`);
      await partsOf(bytes);
      const to = await makeDatabase({ as: made.as, fields: FIELDS });
      const back = await send(to, { format: "xlsx", table_id: to.table.id }, new Uint8Array(bytes));
      expect([countsOf(back), back.body.failures]).toEqual([[records.length, records.length, 0, 0, 0], []]);
      expect(await dataOf(to, to.table.id)).toEqual(await dataOf(from, from.table.id));
    }),
    { numRuns: 12 },
  );
});

test("cells have the types of their fields, and no text is a formula", async () => {
  const made = await makeDatabase({ fields: FIELDS });
  const texts = { name: "=cmd|' /C calc'!A0", notes: "+1", status: "=open", mail: "a@b.example" };
  await addRecord(made, { ...texts, amount: 12.5, done: true, due: "2026-03-01", at: "2026-03-01T12:00:00Z" });
  const answer = await scenario(h, {
    given: async () => made,
    act: () => ({ as: made.as, call: `GET ${made.at}/export?format=xlsx&table_id=${made.table.id}` }),
    expect: () => ({
      status: 200,
      audit: [{ action: "export.database", target_id: made.doc_id, meta: { format: "xlsx", table_id: made.table.id } }],
    }),
  });
  expect(answer.headers.get("content-type")).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  expect(answer.headers.get("content-disposition")).toContain('filename="Orders - Orders.xlsx"');
  const { "xl/worksheets/sheet1.xml": sheet = "", "xl/styles.xml": styles = "" } = await partsOf(answer.bytes);
  expect(sheet).not.toContain("<f");
  const cells = Object.fromEntries(
    [...sheet.matchAll(/<c r="([A-Z]+)2"([^>]*)>(.*?)<\/c>/g)].map(([, at, how = "", value = ""]) => [at, how + value]),
  );
  expect(cells).toMatchObject({
    A: "<v>1</v>",
    F: ` s="5" t="inlineStr"<is><t xml:space="preserve">=cmd|' /C calc'!A0</t></is>`,
    G: ' s="5" t="inlineStr"<is><t xml:space="preserve">+1</t></is>',
    H: "<v>12.5</v>",
    I: ' t="b"<v>1</v>',
    J: ' s="1"<v>46082</v>',
    K: ' s="2"<v>46082.5</v>',
    L: ' s="5" t="inlineStr"<is><t xml:space="preserve">=open</t></is>',
    N: ' s="4" t="inlineStr"<is><t xml:space="preserve">a@b.example</t></is>',
  });
  const shown = [...styles.slice(styles.indexOf("<cellXfs")).matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id);
  expect(shown.slice(0, 7)).toEqual(["0", "164", "165", "166", "49", "49", "49"]);
});

test("without a table a workbook has a sheet for each, named by the rules of Excel", async () => {
  const made = await makeDatabase();
  await must(
    h.call(`POST ${made.at}/tables`, {
      as: made.as,
      json: { name: "A/B: [all]? *", fields: [{ key: "x", label: "X", type: "text" }] },
    }),
  );
  const { "xl/workbook.xml": book = "" } = await partsOf((await take(made)).bytes);
  expect([...book.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)).toEqual(["Orders", "A-B- -all-- -"]);
  const back = await send(
    made,
    { format: "xlsx", name: "again", sheet: "A-B- -all-- -" },
    new Uint8Array((await take(made)).bytes),
  );
  expect([back.status, back.body.fields.map(({ label }: { label: string }) => label)]).toEqual([
    200,
    ["_id", "_version", "_form_status", "_created_at", "_updated_at", "x"],
  ]);
  const empty = await must(h.call("POST /api/databases", { as: made.as, json: { title: "Empty" } }));
  const none = await h.call(`GET /api/databases/${empty.doc.doc_id}/export?format=xlsx`, { as: made.as });
  expect([none.status, none.body.error]).toEqual([
    400,
    "the database has no tables, so a workbook would have no sheet; export it as json",
  ]);
});

test("every name of a table is one that Excel takes, and no two sheets have one", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string(),
          fc.string({ unit: "grapheme", maxLength: 50 }),
          fc.constantFrom("History", "'a'", "[]", "x".repeat(40), `${"x".repeat(30)}😀`),
        ),
        { minLength: 1 },
      ),
      (names) => {
        const taken = new Set<string>();
        const sheets = names.map((name) => sheetName(name, taken));
        expect(new Set(sheets.map((name) => name.toLowerCase())).size).toBe(names.length);
        for (const name of sheets) {
          expect([
            name,
            name.length > 0 && name.length <= 31,
            /[[\]:*?/\\\p{Cc}]|^'|'$|^history$/iu.test(name),
          ]).toEqual([name, true, false]);
        }
      },
    ),
  );
});

test("a text that no cell holds is refused with its record, its field and the way out; nothing is cut", async () => {
  const made = await makeDatabase();
  await addRecord(made, { name: "fits", notes: "x".repeat(32_767) });
  expect((await take(made)).status).toBe(200);
  const { id } = await addRecord(made, { name: "long", notes: "x".repeat(32_768) });
  const answer = await take(made);
  expect([answer.status, answer.body.error]).toEqual([
    413,
    `record ${id} has 32768 characters in notes; a cell of Excel holds at most 32767: export it as csv, json or sqlite, or shorten the text`,
  ]);
  expect((await take(made, "&bom=true")).status).toBe(400);
});

test("more records than a sheet has rows are refused", async () => {
  const made = await makeDatabase();
  await addRecord(made, { name: "one" });
  await h.runtime.database
    .sql`update database_tables set records = 1048576 where table_id = ${made.table.id} and document_id = (select document_id from documents where doc_id = ${made.doc_id})`;
  const answer = await take(made);
  expect([answer.status, answer.body.max_rows, answer.body.error]).toEqual([
    413,
    1_048_576,
    expect.stringContaining("export it as csv"),
  ]);
});

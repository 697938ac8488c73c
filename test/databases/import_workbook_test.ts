// Imports of workbooks that no program made: bombs, dates beyond time, cells that stand nowhere.
import { expect, test } from "bun:test";
import { Zip, ZipDeflate, zipSync } from "fflate";
import { openHarness } from "../harness/harness.ts";
import { importing } from "./importing.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, readDatabase } = databasesOf(h);
const { send, dataOf } = importing(h);

/** A zip whose last file goes on for 320 MiB. */
async function packed(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((_error, piece) => void pieces.push(new Uint8Array(piece)));
  const blank = new Uint8Array(1024 * 1024).fill(0x20);
  for (const [index, [name, text]] of Object.entries(files).entries()) {
    const file = new ZipDeflate(name, { level: 1 });
    zip.add(file);
    const isLast = index === Object.keys(files).length - 1;
    file.push(new TextEncoder().encode(text), !isLast);
    for (let mib = 1; isLast && mib <= 320; mib++) file.push(blank, mib === 320);
  }
  zip.end();
  return new Blob(pieces).bytes();
}

test("a workbook that unpacks to far more than it weighs is refused, and the server lives", async () => {
  const made = await makeDatabase();
  const zipped = await packed({
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    "xl/workbook.xml":
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml":
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>',
  });
  expect(zipped.length).toBeLessThan(4 * 1024 * 1024);
  const answer = await send(made, { filename: "bomb.xlsx" }, zipped);
  expect(answer.status).toBe(400);
  expect((await readDatabase(made)).tables).toHaveLength(1);
});

const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function textCell(place: string, text: string): string {
  return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** The formats of numbers that cells have by their `s`; the first two are of days and of nothing. */
const FORMATS = ["14", "0", "22", "20", "46", "164", "165", "166"];
const OWN_FORMATS = [
  ["164", "[hh]:mm:ss.000"],
  ["165", "h:mm:ss.000 \\U\\h\\r"],
  ["166", "yyyy\\-mm\\-dd&quot; at &quot;hh:mm:ss.000;@"],
];
const [DAY, , MINUTE, TIME, ELAPSED, OWN_ELAPSED, OWN_TIME, OWN_MOMENT] = FORMATS.keys();

/** A workbook of one sheet with these rows below its head; the first style is one of days. */
function workbook(rows: string, columns = ["name"], { from1904 = false } = {}): Uint8Array<ArrayBuffer> {
  const files = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    "xl/workbook.xml": `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}">${from1904 ? '<workbookPr date1904="1"/>' : ""}<sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${SHEET}"><numFmts>${OWN_FORMATS.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join("")}</numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs>${FORMATS.map((id) => `<xf numFmtId="${id}" xfId="0" applyNumberFormat="1"/>`).join("")}</cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${SHEET}"><sheetData><row r="1">${columns.map((name, index) => textCell(`${String.fromCharCode(65 + index)}1`, name)).join("")}</row>${rows}</sheetData></worksheet>`,
  };
  const encoder = new TextEncoder();
  const entries = Object.entries(files).map(([name, text]) => [name, encoder.encode(text)]);
  return zipSync(Object.fromEntries(entries)) as Uint8Array<ArrayBuffer>;
}

test("a workbook made by hand with a date beyond time, or a cell that stands nowhere, is a 400 that says so", async () => {
  const made = await makeDatabase();
  const good = workbook('<row r="2"><c r="A2" s="0"><v>45000</v></c></row>');
  expect((await send(made, { filename: "a.xlsx", dry_run: "true" }, good)).status).toBe(200);
  for (const [rows, word] of [
    ['<row r="2"><c r="A2" s="0"><v>1e300</v></c></row>', "row 2 of the sheet holds a date that there is not"],
    ['<row r="2"><c r="@@"><v>1</v></c></row>', "no workbook that can be read"],
  ] as const) {
    const { status, body } = await send(made, { filename: "a.xlsx" }, workbook(rows));
    expect([status, String(body.error).includes(word) || body.error]).toEqual([400, true]);
  }
  expect((await readDatabase(made)).tables).toHaveLength(1);
});

const FAILING = workbook(
  [
    `<row r="2">${textCell("A2", "one")}<c r="B2"><v>1.5</v></c><c r="C2" s="0"><v>45000</v></c><c r="D2" t="e"><f>NA()</f><v>#N/A</v></c></row>`,
    `<row r="3">${textCell("A3", "two")}<c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="C3" s="0"><v>45001</v></c>${textCell("D3", "Größe &lt;c t=&quot;e&quot;&gt;")}</row>`,
    `<row r="4">${textCell("A4", "three")}<c r="B4"><v>3</v></c><c r="C4" s='0' t='e'><v>#REF!</v></c></row>`,
    `<row r="5"><c r="A5" t="e"><v>#NAME?</v></c><c r="B5"><v>5</v></c></row>`,
  ].join(""),
  ["name", "amount", "day", "note"],
);

test("an error in a cell of a sheet makes its guessed column one of texts, and is why its row is not taken in any other field", async () => {
  const made = await makeDatabase();
  const { status, body } = await send(made, { filename: "a.xlsx", name: "New" }, FAILING);
  expect(status).toBe(200);
  expect([body.read, body.created, body.failed, body.failures]).toEqual([4, 4, 0, []]);
  expect(body.fields.map(({ type }: { type: string }) => type)).toEqual(["text", "text", "text", "text"]);
  expect(await dataOf(made, body.table_id)).toEqual([
    { name: "one", amount: "1.5", day: "2023-03-15", note: "#N/A" },
    { name: "two", amount: "#DIV/0!", day: "2023-03-16", note: 'Größe <c t="e">' },
    { name: "three", amount: "3", day: "#REF!" },
    { name: "#NAME?", amount: "5" },
  ]);
  const fields = [
    { key: "name", type: "text" },
    { key: "amount", type: "number" },
    { key: "day", type: "date" },
    { key: "note", type: "text" },
  ];
  const known = await makeDatabase({ fields });
  const filled = await send(known, { filename: "a.xlsx", table_id: known.table.id }, FAILING);
  expect(filled.body.failures).toEqual([
    { row: 3, key: "amount", code: "type", message: expect.stringContaining('"#DIV/0!"') },
    { row: 4, key: "day", code: "type", message: expect.stringContaining('"#REF!"') },
  ]);
  expect(await dataOf(known, known.table.id)).toEqual([
    { name: "one", amount: 1.5, day: "2023-03-15", note: "#N/A" },
    { name: "#NAME?", amount: 5 },
  ]);
});

/** A sheet of two columns, `n` and `d`, with these numbers in the second, each in a style; the rows begin at 2. */
function numbers(
  cells: readonly (readonly [number | string, number | undefined])[],
  how = {},
): Uint8Array<ArrayBuffer> {
  const rows = cells.map(([value, style], index) => {
    const row = index + 2;
    return `<row r="${row}"><c r="A${row}"><v>${row}</v></c><c r="B${row}" s="${style}"><v>${value}</v></c></row>`;
  });
  return workbook(rows.join(""), ["n", "d"], how);
}

/** What is made of them in a table of its own: the type of the field, its values, and what is told of the rows that fail. */
async function importedNumbers(...sheet: Parameters<typeof numbers>) {
  const made = await makeDatabase();
  const { status, body } = await send(made, { filename: "a.xlsx", name: "New" }, numbers(...sheet));
  expect([status, body.error]).toEqual([200, undefined]);
  const records = await dataOf(made, body.table_id);
  return { type: body.fields[1].type, values: records.map(({ d }) => d), failures: body.failures };
}

test("times of day and durations of a sheet are texts, whole as they are shown", async () => {
  expect(
    await importedNumbers([
      [0.3125, TIME],
      [0, TIME],
      ["0.31255787037037036", TIME],
      ["0.31255929398148146", OWN_TIME],
      [0.3125, DAY],
    ]),
  ).toEqual({ type: "text", values: ["07:30", "00:00", "07:30:05", "07:30:05.123", "07:30"], failures: [] });
  expect(
    await importedNumbers([
      [1.5, ELAPSED],
      [0.3125, ELAPSED],
      ["4.1666666666666664E-2", OWN_ELAPSED],
      ["100.00000142361111", OWN_ELAPSED],
      [-0.5, ELAPSED],
    ]),
  ).toEqual({
    type: "text",
    values: ["36:00:00", "07:30:00", "01:00:00", "2400:00:00.123", "-12:00:00"],
    failures: [],
  });
});

test("a moment of a sheet is kept to the millisecond", async () => {
  const { type, values } = await importedNumbers([
    ["45292.50000142361", OWN_MOMENT],
    ["45292.520833333336", MINUTE],
    ["45292.999999988424", OWN_MOMENT],
    ["45292.333333333336", MINUTE],
    [45292, MINUTE],
  ]);
  expect([type, values]).toEqual([
    "datetime",
    [
      "2024-01-01T12:00:00.123000Z",
      "2024-01-01T12:30:00.000000Z",
      "2024-01-01T23:59:59.999000Z",
      "2024-01-01T08:00:00.000000Z",
      "2024-01-01T00:00:00.000000Z",
    ],
  ]);
});

test("the days of 1900 are those that Excel shows, those that never were too", async () => {
  const { type, values, failures } = await importedNumbers([
    [1, DAY],
    [31, DAY],
    [59, DAY],
    [60, DAY],
    [61, DAY],
    [-1, DAY],
    [2958465, DAY],
    [2958466, DAY],
  ]);
  expect([type, values, failures]).toEqual([
    "text",
    [
      "1900-01-01",
      "1900-01-31",
      "1900-02-28",
      "1900-02-29",
      "1900-03-01",
      "-1",
      "9999-12-31",
      "+010000-01-01T00:00:00.000Z",
    ],
    [],
  ]);
});

test("days that no field keeps are why their rows are not taken", async () => {
  const made = await makeDatabase({
    fields: [
      { key: "d", type: "date" },
      { key: "n", type: "number" },
    ],
  });
  const file = numbers([
    [59, DAY],
    [60, DAY],
    [61, DAY],
    [-1, DAY],
    [2958465, DAY],
    [2958466, DAY],
  ]);
  const { body } = await send(made, { filename: "a.xlsx", table_id: made.table.id }, file);
  expect((await dataOf(made, made.table.id)).map(({ d }) => d)).toEqual(["1900-02-28", "1900-03-01", "9999-12-31"]);
  expect(body.failures).toEqual([
    { row: 3, key: "d", code: "range", message: expect.stringContaining("1900-02-29") },
    { row: 5, key: "d", code: "range", message: expect.stringContaining("before") },
    { row: 7, key: "d", code: "range", message: expect.stringContaining("beyond 9999-12-31") },
  ]);
});

test("a day that never was is taken by no field, whatever its type, and by no record that is there", async () => {
  const made = await makeDatabase();
  const rows = `<row r="2">${textCell("A2", "one")}<c r="B2" s="0"><v>60</v></c></row>`;
  const queries: Record<string, string>[] = [{}, { match: "name" }];
  for (const query of queries) {
    const file = workbook(rows, ["name", "notes"]);
    const { status, body } = await send(made, { filename: "a.xlsx", table_id: made.table.id, ...query }, file);
    expect([status, body.created, body.updated, body.failed]).toEqual([200, 0, 0, 1]);
    expect(body.failures).toMatchObject([{ row: 2, key: "notes", code: "range" }]);
  }
});

test("the days of a workbook that counts from 1904 are those that it shows", async () => {
  const shown = await importedNumbers(
    [
      [0, DAY],
      [60, DAY],
      [43830.5, MINUTE],
      [0.3125, MINUTE],
    ],
    { from1904: true },
  );
  expect([shown.type, shown.values]).toEqual([
    "datetime",
    [
      "1904-01-01T00:00:00.000000Z",
      "1904-03-01T00:00:00.000000Z",
      "2024-01-01T12:00:00.000000Z",
      "1904-01-01T07:30:00.000000Z",
    ],
  ]);
  const times = await importedNumbers([[0.3125, TIME]], { from1904: true });
  expect([times.type, times.values]).toEqual(["text", ["07:30"]]);
});

test("an older file of Excel, one behind a password and one that lacks a part are told in words of their own", async () => {
  const made = await makeDatabase();
  const old = new Uint8Array(600);
  old.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const { status, body } = await send(made, { filename: "a.xlsx" }, old);
  expect([status, body.error]).toEqual([
    400,
    "the file is an older one of Excel (.xls), or has a password; save it as .xlsx without one",
  ]);
  const encoder = new TextEncoder();
  const files = {
    "xl/workbook.xml": encoder.encode(`<workbook xmlns="${SHEET}"></workbook>`),
    "xl/_rels/workbook.xml.rels": encoder.encode("<Relationships/>"),
  };
  const bare = await send(made, { filename: "a.xlsx" }, zipSync(files) as Uint8Array<ArrayBuffer>);
  expect([bare.status, bare.body.error]).toEqual([
    400,
    "the file is no workbook that can be read (.xlsx): a part of it is missing or damaged",
  ]);
});

test("a formula without a value leaves its cell empty and is told, and one that comes to an empty text is not", async () => {
  const made = await makeDatabase();
  const cells = [
    '<c r="B2"><f>A2*2</f></c>',
    '<c r="B3"><f>A3*2</f><v></v></c>',
    '<c r="B4" s="0"><f>A4*2</f><v/></c>',
    '<c r="B5"><f t="shared" si="0"/></c>',
    '<c r="B6"><f>A6*2</f><v>4</v></c>',
    '<c r="B7" t="str"><f>""</f><v></v></c>',
    '<c r="B8" t="str"><f>"a"</f><v>a</v></c>',
    '<c r="B9"></c>',
    '<c r="B10" s="1"/>',
  ];
  const rows = cells.map(
    (cell, index) => `<row r="${index + 2}">${textCell(`A${index + 2}`, `r${index + 2}`)}${cell}</row>`,
  );
  const { status, body } = await send(
    made,
    { filename: "a.xlsx", name: "New" },
    workbook(rows.join(""), ["name", "twice"]),
  );
  expect([status, body.created, body.failed]).toEqual([200, 9, 0]);
  expect(body.empty_formulas).toEqual(
    [2, 3, 4, 5].map((row) => ({
      row,
      key: "twice",
      message: expect.stringContaining("twice is a formula without a value"),
    })),
  );
  expect((await dataOf(made, body.table_id)).map(({ twice }) => twice)).toEqual([
    ...[undefined, undefined, undefined, undefined, "4", undefined, "a", undefined, undefined],
  ]);
});

test("blanks at the ends of a sheet's texts stay", async () => {
  const made = await makeDatabase();
  const rows = `<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">  two </t></is></c></row>`;
  const { body } = await send(made, { filename: "a.xlsx", name: "New" }, workbook(rows));
  expect(await dataOf(made, body.table_id)).toEqual([{ name: "  two " }]);
});

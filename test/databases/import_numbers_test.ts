// Numbers of sheets that are shown in other signs:
// a guess of a type changes nothing of what is shown, and cuts no number.
import { expect, test } from "bun:test";
import { zipSync } from "fflate";
import { openHarness } from "../harness/harness.ts";
import { importing, typesOf } from "./importing.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase } = databasesOf(h);
const { send, dataOf } = importing(h);

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** A column of numbers under one format: built in by its number, or spelled out. */
interface Column {
  name: string;
  format: number | string;
  numbers: readonly number[];
}

function workbook(columns: readonly Column[]): Uint8Array<ArrayBuffer> {
  const letter = (index: number) => String.fromCharCode(65 + index);
  const head = columns
    .map(({ name }, at) => `<c r="${letter(at)}1" t="inlineStr"><is><t>${name}</t></is></c>`)
    .join("");
  const rows = (columns[0]?.numbers ?? []).map((_one, row) => {
    const cells = columns.map(
      ({ numbers }, at) => `<c r="${letter(at)}${row + 2}" s="${at}"><v>${numbers[row]}</v></c>`,
    );
    return `<row r="${row + 2}">${cells.join("")}</row>`;
  });
  const idOf = (format: number | string, at: number) => (typeof format === "number" ? format : 164 + at);
  const own = columns.map(({ format }, at) =>
    typeof format === "number" ? "" : `<numFmt numFmtId="${164 + at}" formatCode="${Bun.escapeHTML(format)}"/>`,
  );
  const files = {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><numFmts>${own.join("")}</numFmts><cellXfs>${columns.map(({ format }, at) => `<xf numFmtId="${idOf(format, at)}" xfId="0"/>`).join("")}</cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${head}</row>${rows.join("")}</sheetData></worksheet>`,
  };
  const entries = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]);
  return zipSync(Object.fromEntries(entries)) as Uint8Array<ArrayBuffer>;
}

const FILE = workbook([
  { name: "zip", format: "00000", numbers: [1234, 99999] },
  { name: "price", format: 2, numbers: [12.5, 3] },
  { name: "share", format: 9, numbers: [0.25, 1] },
  { name: "euro", format: '#,##0.00\\ "€"', numbers: [1234.5, 2] },
  { name: "plain", format: 0, numbers: [1.5, 3] },
  { name: "whole", format: 1, numbers: [7, 8] },
  { name: "rounded", format: 2, numbers: [12.345, 3] },
  { name: "same", format: "0.0", numbers: [1.5, 2.5] },
]);

test("a new table has numbers as their sheet shows them: texts where that is otherwise than plain, and no number is cut", async () => {
  const made = await makeDatabase();
  const answer = await send(made, { filename: "a.xlsx" }, FILE);
  expect(typesOf(answer)).toEqual([
    ...["zip:text", "price:text", "share:text", "euro:text"],
    ...["plain:number", "whole:number", "rounded:number", "same:number"],
  ]);
  expect(await dataOf(made, answer.body.table_id)).toEqual([
    {
      zip: "01234",
      price: "12.50",
      share: "25%",
      euro: "1,234.50 €",
      plain: 1.5,
      whole: 7,
      rounded: 12.345,
      same: 1.5,
    },
    { zip: "99999", price: "3.00", share: "100%", euro: "2.00 €", plain: 3, whole: 8, rounded: 3, same: 2.5 },
  ]);
});

test("a table that is there has them by its fields: numbers are numbers, and texts what is shown", async () => {
  const made = await makeDatabase({
    fields: [
      { key: "zip", label: "Zip", type: "text" },
      { key: "price", label: "Price", type: "number" },
      { key: "share", label: "Share", type: "number" },
      { key: "euro", label: "Euro", type: "long_text" },
      { key: "rounded", label: "Rounded", type: "text" },
    ],
  });
  const answer = await send(made, { filename: "a.xlsx", table_id: String(made.table.id), skip_unknown: "true" }, FILE);
  expect([answer.status, answer.body.created]).toEqual([200, 2]);
  expect((await dataOf(made, made.table.id))[0]).toEqual({
    ...{ zip: "01234", price: 12.5, share: 0.25, euro: "1,234.50 €", rounded: "12.345" },
  });
});

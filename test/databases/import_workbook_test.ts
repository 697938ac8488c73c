// Imports of workbooks that no program made: bombs, dates beyond time, cells that stand nowhere.
import { expect, test } from "bun:test";
import { Zip, ZipDeflate, zipSync } from "fflate";
import { openHarness } from "../harness.ts";
import { importing } from "./importing.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, readDatabase } = databasesOf(h);
const { send } = importing(h);

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

/** A workbook of one sheet with these rows; the first style is one of days. */
function workbook(rows: string): Uint8Array<ArrayBuffer> {
  const files = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    "xl/workbook.xml": `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${SHEET}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${SHEET}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>${rows}</sheetData></worksheet>`,
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

// Tables as public data has them: a guess of types refuses none of their rows, and changes nothing that they show.
import { expect, test } from "bun:test";
import { checkData, checkFields, type Field } from "../../fields/mod.ts";
import { csvCellOf } from "../cells.ts";
import { valueOfCell } from "./cell_values.ts";
import { csvSource } from "./csv_source.ts";
import { guessFields } from "./guessing.ts";

const BOUNDS = { columns_max: 100, rows_max: 1000 } as const;
const READING = { is_ours: false, is_guessed: true, is_sheet: false };

/** Columns as statistical offices, registers, shops and laboratories write them. */
const COLUMNS: Record<string, string[]> = {
  Postleitzahl: ["01067", "10115", "99998"],
  "FIPS code": ["01001", "6037", "72153"],
  Gene: ["Mar-26", "SEPT2", "1-Dec"],
  Month: ["Mar-26", "Apr-26", "May-26"],
  Monat: ["Mrz 26", "Apr 26", "Mai 26"],
  Growth: ["0.5", "#DIV/0!", "1.25"],
  Anteil: ["12,5", "1.234,50", "-0,75"],
  Betrag: ["5,00 €", "1.000,00 €", "-"],
  Price: ["$1,234.50", "(12.00)", "0"],
  Total: ["1,234", "12", "1,000,000"],
  Population: ["12", "3400000", "-5"],
  Rate: ["1.50", "2.25", "10.0"],
  Exact: ["0.1", "1.5", "-2"],
  Large: ["9007199254740993", "1", "12345678901234567890"],
  Small: ["1e-7", "1E5", "3"],
  Odd: ["-0", "+5", ".5"],
  Hex: ["0x1F", "1e3", "NaN"],
  Missing: ["NA", "3", "n/a"],
  Nothing: ["", "", ""],
  Partly: ["", "7", ""],
  Date: ["2026-03-26", "2024-02-29", ""],
  "No date": ["2026-02-30", "2026-03-26", "2026-13-01"],
  Datum: ["26.03.2026", "1.4.26", "31.12.1999"],
  "US date": ["3/26/2026", "12/31/99", "1/2/2003"],
  Time: ["12:30", "07:05:00", "24:00"],
  Moment: ["2026-03-26T12:30:00Z", "2026-03-26 12:30", ""],
  "Open?": ["TRUE", "FALSE", "TRUE"],
  Active: ["true", "false", ""],
  Consent: ["yes", "no", "x"],
  Share: ["100%", "0.5%", "12 %"],
  Mail: ["anna@example.org", "Ben@Example.COM", ""],
  Site: ["https://example.org", "http://Example.com/A b", "www.example.org"],
  Name: ["Zoë", " padded ", 'O\'Neil, "Ann"'],
  Remark: ["two\nlines", "-1+2", "=SUM(A1)"],
  Braces: ["{}", '{"b": 1}', "[1,2]"],
  Phone: ["+49 30 123456", "0049 30 1", "030/1234"],
  "ISBN-10": ["080442957X", "0306406152", "0000000000"],
};
const NAMES = Object.keys(COLUMNS);

interface Writing {
  delimiter: string;
  end: string;
  mark: string;
}

/** The same in 60 files: other columns beside each other, other delimiters and line ends, with and without a byte order mark. */
const FILES = Array.from({ length: 60 }, (_, number) => {
  const names = Array.from({ length: 1 + (number % 5) }, (__, index) => NAMES[(number * 3 + index * 7) % NAMES.length]);
  const writing: Writing = {
    delimiter: [",", ";", "\t"][number % 3] ?? ",",
    end: number % 4 < 2 ? "\r\n" : "\n",
    mark: number % 5 === 0 ? "\ufeff" : "",
  };
  return { names: [...new Set(names)].filter((name) => name !== undefined), writing };
});

function written(names: readonly string[], { delimiter, end, mark }: Writing): Buffer {
  const quoted = (cell: string) =>
    /["\n\r]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const rows = [0, 1, 2].map((row) => names.map((name) => COLUMNS[name]?.[row] ?? ""));
  // A row of nothing at all is no record.
  const kept = rows.filter((cells) => cells.some((cell) => cell !== ""));
  return Buffer.from(mark + [names, ...kept].map((cells) => cells.map(quoted).join(delimiter) + end).join(""));
}

/** What a table that is made of the file shows in each cell, by column and row. */
function imported(file: Buffer): { types: Map<string, string>; shown: string[][]; cells: string[][] } {
  const source = csvSource(file, BOUNDS);
  const checked = checkFields(guessFields(source).filter((field) => field !== null));
  if ("faults" in checked) throw new Error(JSON.stringify(checked.faults));
  const { fields } = checked;
  const shown: string[][] = [];
  const cells: string[][] = [];
  source.each(({ cells: row, fault }) => {
    expect(fault).toBeUndefined();
    const sent = fields.map((field: Field, index): [string, unknown] => [
      field.key,
      valueOfCell(field, row[index], READING),
    ]);
    const made = checkData(fields, Object.fromEntries(sent.filter(([, value]) => value !== null)));
    if ("faults" in made) throw new Error(JSON.stringify([row, made.faults]));
    shown.push(fields.map((field) => String(csvCellOf(field, made.data[field.key]) ?? "")));
    cells.push(row.map(String));
  });
  return { types: new Map(fields.map(({ label, key, type }) => [label ?? key, type])), shown, cells };
}

test.each(FILES)("a guess of types refuses no row and changes no cell of public file %#", ({ names, writing }) => {
  const { shown, cells } = imported(written(names, writing));
  expect(shown).toEqual(cells);
  expect(cells.flat()).toEqual(
    [0, 1, 2]
      .map((row) => names.map((name) => COLUMNS[name]?.[row] ?? ""))
      .filter((row) => row.some((cell) => cell !== ""))
      .flat(),
  );
});

test("what only looks like a number or a day stays a text, and what is one becomes one", () => {
  const types = imported(written(NAMES, { delimiter: ",", end: "\n", mark: "" })).types;
  for (const name of ["Gene", "Month", "Postleitzahl", "FIPS code", "Growth", "Anteil", "Rate", "Large", "No date"])
    expect([name, types.get(name)]).toEqual([name, "text"]);
  const expected = { Population: "number", Exact: "number", Date: "date", Active: "checkbox" };
  for (const [name, type] of Object.entries(expected)) expect([name, types.get(name)]).toEqual([name, type]);
});

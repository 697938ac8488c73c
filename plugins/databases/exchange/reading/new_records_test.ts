// The rows of an import come to the same records as one by one: data, sort keys and the text that a search looks in.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkData, checkFields, type FieldInput } from "../../fields/mod.ts";
import { entryOf, slotsFor } from "../../store/record_entry.ts";
import { type CopiedRecord, keyElement } from "../copy_rows.ts";
import { newRecords } from "./new_records.ts";

const INPUT: FieldInput[] = [
  { key: "name", type: "text", required: true },
  { key: "constructor", type: "long_text" },
  { key: "amount", type: "number", default: 3 },
  { key: "done", type: "checkbox" },
  { key: "due", type: "date" },
  { key: "seen", type: "datetime" },
  { key: "mail", type: "email" },
  { key: "site", type: "url" },
  { key: "status", type: "select", options: ["Open", "Über"], default: "Open" },
  { key: "tags", type: "multi_select", options: ["a", "B"] },
  { key: "extra", type: "json" },
];

const checked = checkFields(INPUT);
const fields = "fields" in checked ? checked.fields : [];
const slots = slotsFor(fields);
const reading = { is_ours: false, is_guessed: false, is_sheet: false };

/** What is written of the rows, and what is answered for each. */
function copied(rows: readonly (readonly (string | number | null)[])[]) {
  const written: CopiedRecord[] = [];
  const writer = { add: (record: CopiedRecord) => written.push(record), end: () => {} };
  const records = newRecords({ fields, slots, columns: fields, reading }, writer);
  return { written, answers: rows.map((cells) => records.add(cells)) };
}

/** The same as a record is made that comes alone. */
function alone(cells: readonly (string | number | null)[]): CopiedRecord | string[] {
  const sent = cells.map((cell, index): [string, typeof cell] => [fields[index]?.key ?? "", cell]);
  const data = Object.fromEntries(sent.filter(([, cell]) => cell !== null && String(cell).trim() !== ""));
  const made = checkData(fields, data);
  if ("faults" in made) return made.faults.map(({ message }) => message);
  const { keys, text } = entryOf({ fields, slots }, { data: made.data, form_status: null });
  const elements = keys.map((key) =>
    keyElement(key === null ? "" : Buffer.from(key.slice(2), "hex").toString("latin1")),
  );
  return { members: `,${JSON.stringify(made.data).slice(1, -1)}`, keys: elements.join(""), text };
}

const TEXTS = [
  "Anna",
  "ÉMILE",
  "a\tb\nc",
  "\u0001x\u001f",
  "x".repeat(95),
  "y".repeat(96),
  "Z".repeat(300),
  "ß😀",
  "'=1",
  "\0",
];
const cells = fc.tuple(
  ...[fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: "binary" })), fc.constantFrom(...TEXTS)],
  ...[
    fc.oneof(fc.double({ noDefaultInfinity: true, noNaN: true }), fc.constantFrom("1e3", " 7 ", "many", null)),
    fc.constant(null),
  ],
  ...[fc.constantFrom("2024-02-29", "2023-02-29", null), fc.constantFrom("2024-02-29T12:00:00+01:00", "soon", null)],
  ...[
    fc.constantFrom("Anna@Example.COM", "ö@bücher.example", "no", null),
    fc.constantFrom("https://Example.com/A", "x:", null),
  ],
  ...[
    fc.constantFrom("Open", "U\u0308ber", "Gone", null),
    fc.constant(null),
    fc.constantFrom('{"b":["Q"],"a":1}', "{", null),
  ],
);

test("rows of an import come to what each would come to alone", () => {
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 20 }), (rows) => {
      const expected = rows.map(alone);
      const { written, answers } = copied(rows);
      expect(written).toEqual(expected.flatMap((one) => (Array.isArray(one) ? [] : [one])));
      const told = answers.map((answer) => answer && "faults" in answer && answer.faults.map(({ message }) => message));
      expect(told).toEqual(expected.map((one) => Array.isArray(one) && one));
    }),
  );
});

test("a row in which nothing stands is left out, though fields have defaults", () => {
  expect(copied([fields.map(() => null), fields.map(() => "")]).answers).toEqual([null, null]);
});

// Tables of separated values: what RFC 4180 says of quotes and newlines, and what programs write beside it.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { readRows, separatorOf } from "./csv.ts";

const read = (text: string, bounds = {}) =>
  readRows(text, { separator: ",", rows_max: 1000, columns_max: 100, ...bounds });

test.each<[string, string[][]]>([
  [
    "a,b\r\nc,d\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\rc,d\r",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ['"a, ""b""","c\r\nd"\n', [['a, "b"', "c\r\nd"]]],
  ['a"b,c', [['a"b', "c"]]],
  ['"a" b,c', [["a b", "c"]]],
  ['"never closed,\nx', [["never closed,\nx"]]],
  ['a,\n,b\n\n""\n', [["a", ""], ["", "b"], [""]]],
  ["a,b\nc\nd,e,f", [["a", "b"], ["c"], ["d", "e", "f"]]],
  ["", []],
  ["\r\n\n", []],
])("%p is read", (text, rows) => {
  expect(read(text).rows).toEqual(rows);
  expect(read(text).count).toBe(rows.length);
});

test("what goes beyond the bounds is counted and not kept", () => {
  const text = `a,b,c\n${"1,2,3\n".repeat(50)}`;
  expect(read(text, { rows_max: 3, columns_max: 2 })).toEqual({
    rows: [
      ["a", "b"],
      ["1", "2"],
      ["1", "2"],
    ],
    count: 51,
    columns: 3,
  });
});

test("whatever is written with quotes is read as it was", () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", ";", "a", " ") });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), (rows) => {
      const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")).join("\r\n");
      expect(read(text).rows).toEqual(rows.map((row) => row.slice(0, 100)));
    }),
  );
});

test.each([
  ["a,b,c\n1;2;3;4;5", ","],
  ["a;b;c\n", ";"],
  ["a\tb", "\t"],
  ['"a;b;c",d', ","],
  ["alone", ","],
])("%p is separated by %p", (text, separator) => {
  expect(separatorOf(text)).toBe(separator);
});

// Values as Postgres writes them, in the form in which they are answered.
import { expect, test } from "bun:test";
import { shownValue } from "./values.ts";

test("JSON keeps its numbers where a double holds them, else as texts, and its strings whatever they look like", () => {
  const shown = (text: string) => JSON.stringify(shownValue(text, "json"));
  expect(
    shown('[1.0, 12345678901234567890, -0.1, "12345678901234567890", "a\\"1e999", 1e5, 1e999, -1e-999, 0e9]'),
  ).toBe('[1,"12345678901234567890",-0.1,"12345678901234567890","a\\"1e999",100000,"1e999","-1e-999",0]');
  expect(shown('{"12345678901234567890": 0.1234567890123456, "k": 9007199254740993}')).toBe(
    '{"12345678901234567890":0.1234567890123456,"k":"9007199254740993"}',
  );
  expect(shownValue('{"__proto__": 1}', "jsonb")).toEqual(JSON.parse('{"__proto__": 1}'));
});

test("lists come as lists of their values, with what is quoted as it was", () => {
  expect(shownValue('{a,"b, c","d\\"\\\\",NULL,"NULL",""}', "text[]")).toEqual(["a", "b, c", 'd"\\', null, "NULL", ""]);
  expect(shownValue("{}", "text[]")).toEqual([]);
  expect(shownValue("[0:1]={{t,f},{f,NULL}}", "boolean[]")).toEqual([
    [true, false],
    [false, null],
  ]);
  expect(shownValue('{"{\\"a\\": [1, 2]}"}', "jsonb[]")).toEqual([{ a: [1, 2] }]);
});

test("numbers and times that JSON cannot say stay as Postgres writes them", () => {
  for (const [text, type] of [
    ["NaN", "numeric"],
    ["Infinity", "double precision"],
    ["0.33333333333333333333", "numeric"],
    ["infinity", "timestamp with time zone"],
    ["0044-03-15 12:00:00+00 BC", "timestamp with time zone"],
    ["12026-01-01 00:00:00+00", "timestamp with time zone"],
  ] as const) {
    expect(shownValue(text, type)).toBe(text);
  }
  expect(shownValue("1e+300", "double precision")).toBe(1e300);
  expect(shownValue("0.0000001", "numeric")).toBe(1e-7);
  expect(shownValue(`1${"0".repeat(300)}`, "numeric")).toBe(1e300);
  expect(shownValue(`9${"0".repeat(400)}`, "numeric")).toBe(`9${"0".repeat(400)}`);
  expect(shownValue("-1.50", "numeric")).toBe(-1.5);
  expect(shownValue("-0", "double precision")).toBe(0);
  expect(shownValue("1e-07", "double precision")).toBe(1e-7);
});

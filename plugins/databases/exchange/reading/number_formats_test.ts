// Numbers as sheets show them: in the formats that people use, and never less than a number is.
import { expect, test } from "bun:test";
import { numberFormat } from "./number_formats.ts";

const shown = (code: string, value: number) => numberFormat(200, code)?.(value) ?? null;

test("a number is shown as its format has it", () => {
  for (const [code, value, text] of [
    ["00000", 1234, "01234"],
    ["00000", 123456, "123456"],
    ["0.00", 12.5, "12.50"],
    ["0.00", -12.5, "-12.50"],
    ["#,##0", 1234567, "1,234,567"],
    ["#,##0.00", 0.5, "0.50"],
    ["#,##0.00;(#,##0.00)", -1234.5, "(1,234.50)"],
    ["0%", 0.25, "25%"],
    ["0.0%", 0.07, "7.0%"],
    ["0%", 0.29, "29%"],
    ['0.0,"k"', 1500, "1.5k"],
    ["0.0,,", 1_500_000, "1.5"],
    ["000-00-0000", 12345678, "012-34-5678"],
    ["(000) 000\\-0000", 5551234567, "(555) 123-4567"],
    ['"No. "000', 7, "No. 007"],
    ["[$€-407] #,##0.00", 1234.5, "€ 1,234.50"],
    ['#,##0.00\\ "€"', 3, "3.00 €"],
    ["[Red]0.0;[Blue]-0.0", -1, "-1.0"],
    ['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', 1234, "1,234.00"],
    ["0.0##", 1.25, "1.25"],
    ["+0;-0;0", 0, "0"],
    [".00", 12.5, "12.50"],
    ["0000000000000", 4006381333931, "4006381333931"],
  ] as const) {
    expect([code, value, shown(code, value)]).toEqual([code, value, { text }]);
  }
});

test("what a format hides of a number is told, so that the number itself is kept", () => {
  for (const [code, value] of [
    ["0.00", 12.345],
    ["0", 1.5],
    ["0%", 0.256],
    ["0.00;[Red]0.00", -1],
    ['#,##0;-#,##0;"-"??', 0],
    ["0.0,", 1234],
  ] as const) {
    expect([code, value, shown(code, value)]).toEqual([code, value, "less"]);
  }
});

test("what is not read here shows nothing that could be told: times, fractions, powers of ten, conditions and the plain one", () => {
  for (const code of ["General", "@", "yyyy-mm-dd", "# ?/?", "0.00E+00", "[>100]0;0.0", "0 0,0.0.0", ";;;", ""]) {
    expect([code, shown(code, 1)]).toEqual([code, null]);
  }
  expect([numberFormat(0, null), numberFormat(1, null), numberFormat(49, null)]).toEqual([null, null, null]);
  expect(numberFormat(10, null)?.(0.5)).toEqual({ text: "50.00%" });
});

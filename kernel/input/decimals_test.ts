// Proves that a JSON number is refused exactly where parsing makes another one of it near 0,
// and never for what a text says.
import { expect, test } from "bun:test";
import { findLostNumber } from "./decimals.ts";

const zeros = (count: number) => "0".repeat(count);

test.each([
  ["1e-400"],
  ["-1E-400"],
  ["0.1e-0400"],
  ["2e-324"],
  ["1.2e-323"],
  ["1.2345678901e-315"],
  [`0.${zeros(330)}1`],
  [`0.${zeros(240)}1e-99`],
  [`1${zeros(100_000)}1e-100400`],
])("%s is another number behind a parser", (number) => {
  for (const text of [number, `[1,${number}]`, `{"a\\"e-400":{"b":${number}},"c":"1e-400"}`]) {
    expect(findLostNumber(text)).toStartWith(`holds ${number.slice(0, 60)}`);
  }
});

test.each([
  ["0e-400"],
  ["-0.0e-999"],
  ["5e-324"],
  ["1e-323"],
  ["2.2250738585072014e-308"],
  ["1e-307"],
  ["0.1234567890123456789e-100"],
  [`0.${zeros(400)}`],
  [`-0.${zeros(4000)}e-400`],
  [`1${zeros(390)}e-390`],
  ['"1e-400"'],
  ['"a\\\\","1e-400"'],
  ['"\\"1e-400"'],
])("%s is kept, or left to those who look at it", (text) => {
  expect(findLostNumber(`[${text}]`)).toBeNull();
});

// Proves that a text is measured by what it holds and not by what its strings say.
import { expect, test } from "bun:test";
import { findJsonCost } from "./json_cost.ts";

const costOf = (text: string) => findJsonCost(new TextEncoder().encode(text));

test.each([
  ["a small text, whatever it holds", "[".repeat(60_000)],
  ["one long text full of commas and brackets", JSON.stringify({ html: "[{,".repeat(1_000_000) })],
  ["quotes and backslashes that were escaped", JSON.stringify({ html: '"\\",[\\\\"'.repeat(500_000) })],
  ["a text that is cut in the middle of an escape", `"${"a".repeat(100_000)}\\`],
  ["19,999 elements", `[${"0,".repeat(19_998)}0]`],
  ["1,000 levels", `{"a":"${"a".repeat(100_000)}","b":${"[".repeat(999)}${"]".repeat(999)}}`],
])("%s costs nothing", (_, text) => {
  expect(costOf(text)).toBeNull();
});

test.each([
  ["more than 50,000 elements", `[${"0  ,".repeat(50_001)}0]`, "50000 values"],
  ["more than 50,000 members", `{${Array.from({ length: 50_001 }, (_, i) => `"k${i}":0`).join(",")}}`, "50000 values"],
  ["more than 50,000 empty objects", `[${"{},  ".repeat(34_000)}{}]`, "50000 values"],
  ["more than 1,000 levels", "[".repeat(100_000), "1000 levels"],
  ["members behind a long text", `["${"a,[".repeat(2_000_000)}"${",0".repeat(50_001)}]`, "50000 values"],
])("%s cost too much", (_, text, reason) => {
  expect(costOf(text)).toContain(reason);
});

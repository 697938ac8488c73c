// Proves that a text is measured by what it holds and not by what its strings say, and that other work runs meanwhile.
import { expect, test } from "bun:test";
import { findJsonCost } from "./json_cost.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const costOf = (text: string) => findJsonCost(bytesOf(text));

test.each([
  ["a small text, whatever it holds", "[".repeat(60_000)],
  ["one long text full of commas and brackets", JSON.stringify({ html: "[{,".repeat(1_000_000) })],
  ["quotes and backslashes that were escaped", JSON.stringify({ html: '"\\",[\\\\"'.repeat(500_000) })],
  ["a text that is cut in the middle of an escape", `"${"a".repeat(100_000)}\\`],
  ["99,999 elements", `[${"0,".repeat(99_998)}0]`],
  ["1,000 levels", `{"a":"${"a".repeat(100_000)}","b":${"[".repeat(999)}${"]".repeat(999)}}`],
])("%s costs nothing", async (_, text) => {
  expect(await costOf(text)).toBeNull();
});

test.each([
  ["more than 100,000 elements", `[${"0,".repeat(100_001)}0]`, "100000 values"],
  [
    "more than 100,000 members",
    `{${Array.from({ length: 100_001 }, (_, i) => `"k${i}":0`).join(",")}}`,
    "100000 values",
  ],
  ["more than 100,000 empty objects", `[${"{},".repeat(60_000)}{}]`, "100000 values"],
  ["more than 1,000 levels", "[".repeat(100_000), "1000 levels"],
  ["members behind a long text", `["${"a,[".repeat(2_000_000)}"${",0".repeat(100_001)}]`, "100000 values"],
])("%s cost too much", async (_, text, reason) => {
  expect(await costOf(text)).toContain(reason);
});

test("the loop turns while a large text is scanned", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await findJsonCost(bytesOf(`"${"a".repeat(32 * 1024 * 1024)}"`));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});

// Proves that no nesting uses up the stack or is rendered at any price:
// it is shown, or refused with words for the author.
import { expect, test } from "bun:test";
import { isUnrenderable } from "../unrenderable.ts";
import { renderMarkdownBody } from "./markdown_page.ts";

async function outcome(source: string): Promise<string> {
  try {
    await renderMarkdownBody(source);
    return "shown";
  } catch (error) {
    if (isUnrenderable(error)) return "refused";
    throw error;
  }
}

/** A table whose rows have one cell each. */
function tableOf({ columns, rows }: { columns: number; rows: number }): string {
  return `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|b\n".repeat(rows)}`;
}

const indentedList = Array.from({ length: 500 }, (_, level) => `${"  ".repeat(level)}- a`).join("\n");

test.each([
  ["10,000 quotes on a line", "> ".repeat(10_000)],
  ["10,000 quotes without spaces", ">".repeat(10_000)],
  ["10,000 lists on a line", `${"- ".repeat(10_000)}a`],
  ["10,000 numbered lists on a line", `${"1. ".repeat(10_000)}a`],
  ["500 lists by indentation", indentedList],
  ["20,000 elements", "<div>".repeat(20_000)],
  ["rows that are filled up to a head of 1,000 cells", tableOf({ columns: 1000, rows: 1000 })],
  ["10,000 references to a long address", `[a]: /${"x".repeat(10_000)}\n\n${"[a] ".repeat(10_000)}`],
  ["10,000 pictures with a long title", `[a]: /x "${"t".repeat(10_000)}"\n\n${"![a] ".repeat(10_000)}`],
  ["2,000 emphases", `${"*a **b ".repeat(1000)}c${"**x*x".repeat(1000)}`],
])("%s are refused", async (_, source) => {
  expect(await outcome(source)).toBe("refused");
});

test.each([
  ["100,000 opening brackets", "[".repeat(100_000)],
  ["50,000 pictures that never close", "![".repeat(50_000)],
  ["60 nested quotes", `${"> ".repeat(60)}deep`],
  ["a rule of 300 hyphens", "- ".repeat(300)],
  ["a line of 5,000 arrows in code", `\`\`\`\n${">".repeat(5000)}\n\`\`\``],
  ["20,000 backticks", "`".repeat(20_000)],
  ["a megabyte without a break", "a".repeat(1024 * 1024)],
  ["rows that are filled up to a head of 20 cells", tableOf({ columns: 20, rows: 1000 })],
  ["10,000 references to an address", `[a]: /${"x".repeat(80)}\n\n${"[a] ".repeat(10_000)}`],
  ["unclosed comments", "<!-- ".repeat(10_000)],
])("%s are shown", async (_, source) => {
  expect(await outcome(source)).toBe("shown");
});

test("a refusal names the line and the way out", async () => {
  const refused = renderMarkdownBody(`fine\n\n${"> ".repeat(500)}x`);
  expect(refused).rejects.toThrow(
    "line 3 nests more than 100 quotes or lists inside each other; flatten it or put it in a code block",
  );
});

// Lines by their numbers, against the same text taken apart at once.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { linesOf } from "./lines.ts";

const text = fc
  .array(fc.constantFrom("a", "é", "\n", "\r\n", "\ufeff", "😀"), { maxLength: 12 })
  .map((parts) => parts.join(""));

test("any lines of any text are what stands between its line ends", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 8 }), fc.option(fc.nat(6)), (whole, start, more) => {
      const lines = whole.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      const bytes = new TextEncoder().encode(whole);
      const end = more === null ? null : start + more;
      if (start > Math.max(1, lines.length)) {
        expect(() => linesOf(bytes, { start, end })).toThrow(`the file has ${lines.length} lines`);
        return;
      }
      const last = Math.min(end ?? lines.length, lines.length);
      expect(linesOf(bytes, { start, end })).toEqual({
        content: lines.slice(start - 1, last).join(""),
        total_lines: lines.length,
        start_line: start,
        end_line: last,
      });
    }),
    { numRuns: 3000 },
  );
});

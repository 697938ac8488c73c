// Large texts as people write them, which have to be rendered however careful the server is with costly ones.
import { type HostileText, repeated } from "./hostile_texts.ts";

const WORDS =
  "the quick brown fox jumps over a lazy dog while people write long texts about many things in plain words".split(" ");

/** Sentences that differ by their number. */
function prose(seed: number, sentences: number): string {
  const word = (index: number) => WORDS[(index * 7919 + seed * 104_729) % WORDS.length];
  const sentence = (index: number) => `${Array.from({ length: 14 }, (_, at) => word(index * 31 + at)).join(" ")}.`;
  return Array.from({ length: sentences }, (_, index) => sentence(index)).join(" ");
}

function chapter(number: number): string {
  const listing = Array.from(
    { length: 12 },
    (_, line) => `    let value_${line} = compute(${line}, "${number}"); // why`,
  );
  return [
    `## Chapter ${number}`,
    prose(number, 6),
    `Read *the next* one, [chapter ${number + 1}](ch${number + 1}.md), or [the reference][r${number}]. ${prose(number + 1, 4)}`,
    `\`\`\`rust\nfn main() {\n${listing.join("\n")}\n}\n\`\`\``,
    `- **First**: ${prose(number, 1)}\n- Second, see \`value_${number}\`\n  - ${prose(number + 2, 2)}\n`,
    `> Note: ${prose(number, 2)}`,
    `| Name | Meaning |\n|---|---|\n| \`a_${number}\` | ${prose(number, 1)} |\n| \`b_${number}\` | see <https://example.org/${number}> |`,
    prose(number + 3, 8),
    `[r${number}]: https://example.org/reference/${number}`,
  ].join("\n\n");
}

export const HONEST: readonly HostileText[] = [
  { name: "a book", make: repeated((number) => `${chapter(number)}\n\n`) },
  {
    name: "a table",
    make: repeated(
      (row) =>
        `| Person ${row} | person${row}@example.org | ${(row * 37) % 9999}.00 | 2026-0${(row % 9) + 1}-1${row % 9} | paid by *card* ${row} |\n`,
      { head: "| Name | Email | Amount | Date | Note |\n|---|---|---:|---|---|\n" },
    ),
  },
  {
    name: "a listing",
    make: repeated((line) => `    let value_${line} = compute(${line}, "text ${line}"); // note ${line}\n`, {
      head: "# Listing\n\n```rust\n",
      tail: "```\n",
    }),
  },
  { name: "prose", make: repeated((number) => `${prose(number, 6)}\n\n`) },
  { name: "a list", make: repeated((number) => `- Item ${number}: ${prose(number, 1)}\n`) },
  {
    name: "a log",
    make: repeated((line) => `[2026-01-01 10:00:${line % 60}] [INFO] request_id=${line} ${prose(line, 1)}\n`),
  },
];

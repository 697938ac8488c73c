// A book as site generators keep one: chapters that refer to each other's pages by links at their end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PIXEL } from "./folder_fixture.ts";

const CHAPTERS = 40;

const nameOf = (number: number) => `ch${String(number).padStart(2, "0")}-things`;

function chapter(number: number): string {
  const next = (number % CHAPTERS) + 1;
  const far = ((number * 7) % CHAPTERS) + 1;
  return [
    `# Things of ${number}`,
    `Read [the next][next] or [another](${nameOf(far)}.md#examples), and see ![a picture](img/things.png).`,
    `## Examples\n\n\`\`\`rust\n// [next]: in code defines nothing\nfn main() { println!("${number}"); }\n\`\`\``,
    `[next]: ${nameOf(next)}.html#examples`,
  ].join("\n\n");
}

/** Writes the book into a new folder; `links` are those between its chapters, as they are written. */
export function makeBook() {
  const base = mkdtempSync(join(tmpdir(), "docsvc-book-"));
  const path = join(base, "book");
  mkdirSync(join(path, "img"), { recursive: true });
  writeFileSync(join(path, "img/things.png"), PIXEL);
  const numbers = Array.from({ length: CHAPTERS }, (_, index) => index + 1);
  for (const number of numbers) writeFileSync(join(path, `${nameOf(number)}.md`), chapter(number));
  const summary = numbers.map((number) => `- [Things of ${number}](${nameOf(number)}.md)`).join("\n");
  writeFileSync(join(path, "SUMMARY.md"), `# Summary\n\n${summary}\n`);
  const links = numbers.flatMap((number) => [
    { from: "SUMMARY.md", address: `${nameOf(number)}.md`, to: `${nameOf(number)}.md` },
    {
      from: `${nameOf(number)}.md`,
      address: `${nameOf((number % CHAPTERS) + 1)}.html`,
      to: `${nameOf((number % CHAPTERS) + 1)}.md`,
    },
    {
      from: `${nameOf(number)}.md`,
      address: `${nameOf(((number * 7) % CHAPTERS) + 1)}.md`,
      to: `${nameOf(((number * 7) % CHAPTERS) + 1)}.md`,
    },
  ]);
  return { path, links, files: CHAPTERS + 2, remove: () => rmSync(base, { recursive: true, force: true }) };
}

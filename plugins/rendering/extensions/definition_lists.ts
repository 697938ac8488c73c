// Terms with `: what they are` below them, as Markdown Extra, MkDocs and Pandoc read them:
// a list of HTML around text that the parser reads.
import { type BlockPlace, indentOf, outdent } from "./block_lines.ts";

/** A term or more, and what they are: lines of text, outdented. */
export interface Definition {
  terms: string[];
  meanings: string[][];
  taken: number;
}

const MEANING = /^:[ \t]+\S/;
/** What begins another block than words. */
const OTHER = /^(?:[#>|<]|:|-{3,}|\*{3,}|={2,})/;
const TERMS_MAX = 8;
const COLUMNS = 4;

/** Null where the line is no term. */
export function readDefinition(
  lines: readonly string[],
  { at, column, text }: BlockPlace & { at: number },
): Definition | null {
  if (OTHER.test(text)) return null;
  const textAt = (index: number) => {
    const line = indentOf(lines[index] ?? "");
    return line.column >= column ? " ".repeat(line.column - column) + line.text : line.text;
  };
  let next = at;
  while (
    next < at + TERMS_MAX &&
    textAt(next).trim() !== "" &&
    !MEANING.test(textAt(next)) &&
    !OTHER.test(textAt(next))
  )
    next++;
  const terms = lines.slice(at, next).map((line) => line.trim());
  if (textAt(next).trim() === "") next++;
  const meanings: string[][] = [];
  while (next < lines.length && MEANING.test(textAt(next))) {
    const begun = next++;
    let end = next;
    for (; next < lines.length; next++) {
      const blank = textAt(next).trim() === "";
      if (blank) continue;
      // A line right below goes on with it, however far in; behind an empty line it is indented.
      if (MEANING.test(textAt(next)) || (end < next && indentOf(textAt(next)).column < COLUMNS)) break;
      end = next + 1;
    }
    const first = textAt(begun).replace(/^:[ \t]+/, "");
    meanings.push([first, ...lines.slice(begun + 1, end).map((line) => outdent(line, column + COLUMNS))]);
    next = end;
    // Another meaning may stand behind an empty line.
    if (textAt(next).trim() === "" && MEANING.test(textAt(next + 1))) next++;
  }
  return meanings.length > 0 ? { terms, meanings, taken: next - at } : null;
}

/** The lines of its HTML, with what it holds as markdown between them. */
export function writeDefinition({ terms, meanings }: Definition, rewrite: (lines: string[]) => string[]): string[] {
  const item = (tag: string, lines: string[]) => [`<${tag}>`, "", ...lines, "", `</${tag}>`];
  const parts = [...terms.map((term) => item("dt", [term])), ...meanings.map((lines) => item("dd", rewrite(lines)))];
  return ["", "<dl>", ...parts.flat(), "</dl>", ""];
}

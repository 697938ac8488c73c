// Lines that a program reads and shows nobody:
// comments between `%%`, and of MDX imports, exports and the tags of components.
import type { BlockPlace } from "./block_lines.ts";
import type { Chosen } from "./extensions.ts";

/** How many lines from `at` on are shown nobody; 0 for a line that is. */
export function countHidden(lines: readonly string[], place: BlockPlace & { at: number; chosen: Chosen }): number {
  const { chosen, text } = place;
  if (chosen.has("comments") && text.startsWith("%%")) return countComment(lines, place);
  return chosen.has("mdx") ? countModule(lines, place) : 0;
}

/** One that is never closed stays as it is written. */
function countComment(lines: readonly string[], { at, text }: { at: number; text: string }): number {
  if (text.indexOf("%%", 2) >= 0) return 0;
  let end = at + 1;
  while (end < lines.length && !(lines[end] ?? "").includes("%%")) end++;
  return (lines[end] ?? "").trimEnd().endsWith("%%") ? end + 1 - at : 0;
}

/** So many lines a statement or a tag has at most. */
const LINES_MAX = 200;

const STATEMENT =
  /^(?:import\s+(?:["']|[\w*{].*(?:\sfrom\s+["']|,\s*$|\{\s*$))|export\s+(?:const|default|function|let|var|async|class)\b|export\s+[*{])/;
const TAG = /^(?:<\/?[A-Z][\w.]*(?:\s[^<>]*)?>|<\/?>)[ \t]*$/;
const OPEN_TAG = /^<[A-Z][\w.]*(?:\s[^<>]*)?$/;
const COMMENT = /^\{\/\*/;

function countModule(lines: readonly string[], { at, text, column }: BlockPlace & { at: number }): number {
  if (TAG.test(text)) return 1;
  const until = (isEnd: (line: string) => boolean) => {
    for (let end = at; end < at + LINES_MAX && (lines[end] ?? "").trim() !== ""; end++) {
      if (isEnd(lines[end] ?? "")) return end + 1 - at;
    }
    return 0;
  };
  if (COMMENT.test(text)) return until((line) => /\*\/\}[ \t]*$/.test(line));
  if (OPEN_TAG.test(text)) return until((line) => />[ \t]*$/.test(line));
  if (column > 0 || !STATEMENT.test(text)) return 0;
  let end = at;
  while (end < at + LINES_MAX && (lines[end] ?? "").trim() !== "") end++;
  return end - at;
}

// Cuts lines out of a text by their numbers.
import { refuse } from "../../kernel/mod.ts";

export interface Lines {
  content: string;
  total_lines: number;
  start_line: number;
  end_line: number;
}

/** Lines count from 1 and both bounds are in; an end beyond the last line is the last line. Throws 400 for a start beyond it. */
export function linesOf(text: string, { start, end }: { start: number; end: number | null }): Lines {
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    starts.push(at);
    const next = text.indexOf("\n", at);
    at = next < 0 ? text.length : next + 1;
  }
  const total = starts.length;
  if (start > Math.max(1, total))
    throw refuse.invalid(`start is ${start}; the file has ${total} lines`, { total_lines: total });
  const last = Math.min(end ?? total, total);
  return {
    content: text.slice(starts[start - 1] ?? 0, starts[last] ?? text.length),
    total_lines: total,
    start_line: start,
    end_line: last,
  };
}

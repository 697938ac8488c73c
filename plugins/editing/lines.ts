// Cuts lines out of a text by their numbers.
import { refuse } from "../../kernel/plugin.ts";

export interface Lines {
  content: string;
  total_lines: number;
  start_line: number;
  end_line: number;
}

const LF = 10;

/**
 * Lines of UTF-8 count from 1 and both bounds are in; an end beyond the last line is the last line. One look at each byte:
 * a text may be a million line ends. Throws 400 for a start beyond the last line.
 */
export function linesOf(bytes: Uint8Array, { start, end }: { start: number; end: number | null }): Lines {
  let line = 1;
  let from = 0;
  let to = bytes.length;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== LF) continue;
    line += 1;
    if (line === start) from = at + 1;
    if (end !== null && line === end + 1) to = at + 1;
  }
  const hasOpenEnd = bytes.length > 0 && bytes[bytes.length - 1] !== LF;
  const total = hasOpenEnd ? line : line - 1;
  if (start > Math.max(1, total)) {
    throw refuse.invalid(`start is ${start}; the file has ${total} lines`, { total_lines: total });
  }
  return {
    content: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to)),
    total_lines: total,
    start_line: start,
    end_line: Math.min(end ?? total, total),
  };
}

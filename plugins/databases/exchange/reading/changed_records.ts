// What an import is going to change, as a worker leaves it in a file: JSON lists of changes.
import { writeSync } from "node:fs";

const BATCH = { ops: 1000, chars: 2 * 1024 * 1024 };

/** In JSON these need no escape, but whoever reads by lines may take them for an end. */
const ENDS: Readonly<Record<string, string>> = { "\u2028": "\\u2028", "\u2029": "\\u2029" };

/** Gathers changes that are written in one statement: a line with a JSON list of them. */
export function changeWriter(file: number): { add(op: string): void; end(): void } {
  let ops: string[] = [];
  let chars = 0;
  const end = () => {
    if (ops.length > 0) writeSync(file, `[${ops.join(",")}]\n`);
    ops = [];
    chars = 0;
  };
  return {
    add: (op) => {
      ops.push(op.replace(/[\u2028\u2029]/g, (one) => ENDS[one] ?? one));
      chars += op.length;
      if (ops.length >= BATCH.ops || chars >= BATCH.chars) end();
    },
    end,
  };
}

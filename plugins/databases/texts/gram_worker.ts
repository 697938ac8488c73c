// Reads texts of records from a file and writes what is kept of them for searches to another one, in a worker process.
import { closeSync, openSync, readSync, writeFileSync } from "node:fs";
import { collectGrams } from "./gram_lists.ts";

export interface GramInput {
  /** Lines of JSON: lists of a record's id and its text. */
  texts_path: string;
  lists_path: string;
  /** What all written lines begin with. */
  alike: string;
  /** The number of the first part. */
  first_part: number;
}

/** Written at once. */
const LINES = 2000;
const READ_BYTES = 1024 * 1024;
/** Of one part, so that what is held in memory is bounded. */
const PART_CHARS_MAX = 16 * 1024 * 1024;

/** Answers how many parts there are. */
function writeLists({ texts_path, lists_path, alike, first_part }: GramInput): number {
  const lists = openSync(lists_path, "wx");
  try {
    const write = (lines: string[]) => writeFileSync(lists, lines.join(""));
    const collector = collectGrams();
    let part = first_part;
    const end = () => {
      if (collector.chars() === 0) return;
      const before = `${alike}\t${part}\t${collector.base()}\t`;
      let lines: string[] = [];
      for (const { gram, records, offsets } of collector.take()) {
        lines.push(`${before}${gram}\t${records}\t${offsets ? `{${offsets.join(",")}}` : "\\N"}\n`);
        if (lines.length < LINES) continue;
        write(lines);
        lines = [];
      }
      write(lines);
      part += 1;
    };
    for (const line of linesOf(texts_path)) {
      const [record_id, text]: [number, string] = JSON.parse(line);
      if (collector.chars() >= PART_CHARS_MAX || !collector.fits(record_id)) end();
      collector.add(record_id, text);
    }
    end();
    return part - first_part;
  } finally {
    closeSync(lists);
  }
}

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, "r");
  try {
    const decoder = new TextDecoder();
    const bytes = new Uint8Array(READ_BYTES);
    let rest = "";
    for (let read = 1; read > 0; ) {
      read = readSync(file, bytes);
      const lines = (rest + decoder.decode(bytes.subarray(0, read), { stream: read > 0 })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    closeSync(file);
  }
}

export const tasks = { writeLists };

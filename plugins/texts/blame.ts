// Says which version each line of a text came with, by comparing each version with the one before it.
import { createInterner, diffIds, type LineIds, splitLines } from "./line_diff.ts";

export interface Blamed {
  /** For each line of the last text, the number of the version that it came with. */
  versions: Int32Array;
}

/** A part of a history, oldest first; `base` is what the part before it ended with. */
export interface BlameOptions {
  base: { text: string; versions: Int32Array } | null;
  texts: readonly { version: number; text: string }[];
  budget_ms: number;
}

export function blameTexts({ base, texts, budget_ms }: BlameOptions): Blamed {
  const deadline = performance.now() + budget_ms;
  const intern = createInterner();
  const lines = splitLines(base?.text ?? "");
  let current: { lines: string[]; ids: LineIds; versions: Int32Array } = {
    lines,
    ids: intern(lines),
    versions: base?.versions ?? new Int32Array(),
  };
  for (const { version, text } of texts) {
    const next = splitLines(text);
    const ids = intern(next);
    const diff = diffIds(current, { ids, lines: next }, deadline);
    const versions = new Int32Array(next.length).fill(version);
    for (let [old, fresh] = [0, 0]; fresh < next.length; fresh++) {
      if (diff.added[fresh]) continue;
      while (diff.removed[old]) old++;
      versions[fresh] = current.versions[old++] ?? version;
    }
    current = { lines: next, ids, versions };
  }
  return { versions: current.versions };
}

// Tells what a sync did: a line for each change, and a sum in which the counts add up.
import { plainLine, type Terminal } from "../../command/command.ts";

export const WORDS = ["up", "down", "move", "delete", "trash", "conflict", "failed"] as const;
export type Word = (typeof WORDS)[number];

export interface Report {
  tell(word: Word, path: string, reason?: string): void;
  remark(line: string): void;
  count(word: Word): number;
  sum(): string;
  /** The sum of a run that was stopped before it came to its end. */
  sumStopped(): string;
}

export function openReport(terminal: Terminal): Report {
  const counts = new Map<Word, number>();
  const count = (word: Word) => counts.get(word) ?? 0;
  const counted = () => WORDS.filter((word) => count(word) > 0).map((word) => `${count(word)} ${word}`);
  return {
    tell: (word, path, reason) => {
      counts.set(word, count(word) + 1);
      const line = plainLine(`${word.padEnd(8)}  ${path}${reason === undefined ? "" : `: ${reason}`}`);
      if (word === "failed") terminal.err(line);
      else terminal.out(line);
    },
    remark: (line) => terminal.err(plainLine(line)),
    count,
    sum: () => counted().join(", ") || "nothing to do",
    sumStopped: () => ["stopped", ...counted()].join(", "),
  };
}

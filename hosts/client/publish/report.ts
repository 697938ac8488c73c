// Keeps count of what became of every file, and tells it: while it happens on stderr, and as a sum at the end.
import type { Terminal } from "../../command.ts";

export const OUTCOMES = ["published", "updated", "unchanged", "skipped", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Report {
  /** Says what became of a file; the last word counts. `reason` belongs to skipped and failed ones. */
  tell(path: string, outcome: Outcome, reason?: string): void;
  /** Says something that is not about one file. */
  remark(line: string): void;
  outcomeOf(path: string): Outcome | undefined;
  /** One line in which the counts add up to the files that were found. */
  sum(): string;
  count(outcome: Outcome): number;
}

/** Makes a report on `total` files: one line in place on a screen, a line for each event otherwise. */
export function openReport(terminal: Terminal, total: number): Report {
  const outcomes = new Map<string, Outcome>();

  function remark(line: string): void {
    terminal.redraw?.("");
    terminal.err(line);
  }

  function count(outcome: Outcome): number {
    return [...outcomes.values()].filter((one) => one === outcome).length;
  }

  return {
    tell(path, outcome, reason) {
      outcomes.set(path, outcome);
      if (reason !== undefined) remark(`${outcome.padEnd(9)}  ${path}: ${reason}`);
      else if (!terminal.redraw && outcome !== "unchanged") terminal.err(`${outcome.padEnd(9)}  ${path}`);
      terminal.redraw?.(outcomes.size < total ? `${outcomes.size} of ${total}  ${path}`.slice(0, 78) : "");
    },
    remark,
    outcomeOf: (path) => outcomes.get(path),
    sum: () => {
      const counts = OUTCOMES.map((outcome) => `${count(outcome)} ${outcome}`).join(", ");
      return `${total} ${total === 1 ? "file" : "files"}: ${counts}`;
    },
    count,
  };
}

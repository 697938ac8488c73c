// Keeps count of what became of every file, and tells it: while it happens on stderr, and as a sum at the end.
import { plainLine, type Terminal } from "../../command/command.ts";

const OUTCOMES = ["published", "updated", "unchanged", "skipped", "failed"] as const;
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

export interface ReportOf {
  /** Files that were found. */
  total: number;
  /** Nothing is written: what is told is what would be done, each file on a line. */
  dry: boolean;
  /** Milliseconds that only go on. */
  now?: () => number;
}

/** What has not been done yet. */
const DRY_WORDS: Partial<Record<Outcome, string>> = { published: "publish", updated: "update" };
const DRY_COUNTS: Partial<Record<Outcome, string>> = { published: "to publish", updated: "to update" };
/** Before that, a rate says nothing. */
const RATED_FROM = 5;
const SCREEN_CHARS = 78;

/** Makes a report: one line in place on a screen, a line for each event otherwise. */
export function openReport(terminal: Terminal, { total, dry, now = () => performance.now() }: ReportOf): Report {
  const outcomes = new Map<string, Outcome>();
  const begun = now();
  const redraw = dry ? null : terminal.redraw;

  function remark(line: string): void {
    terminal.redraw?.("");
    terminal.err(plainLine(line));
  }

  function count(outcome: Outcome): number {
    return [...outcomes.values()].filter((one) => one === outcome).length;
  }

  function wordOf(outcome: Outcome): string {
    return ((dry && DRY_WORDS[outcome]) || outcome).padEnd(9);
  }

  function progress(path: string): string {
    const done = outcomes.size;
    if (done >= total) return "";
    const rate = done / Math.max(0.001, (now() - begun) / 1000);
    const pace =
      done < RATED_FROM ? "" : `, ${rate.toFixed(rate < 10 ? 1 : 0)}/s, ${showTime((total - done) / rate)} left`;
    return `${done} of ${total}${pace}  ${plainLine(path)}`.slice(0, SCREEN_CHARS);
  }

  return {
    tell(path, outcome, reason) {
      outcomes.set(path, outcome);
      if (reason !== undefined) remark(`${wordOf(outcome)}  ${path}: ${reason}`);
      else if (!redraw && outcome !== "unchanged") terminal.err(plainLine(`${wordOf(outcome)}  ${path}`));
      redraw?.(progress(path));
    },
    remark,
    outcomeOf: (path) => outcomes.get(path),
    sum: () => {
      const counts = OUTCOMES.map((outcome) => `${count(outcome)} ${(dry && DRY_COUNTS[outcome]) || outcome}`);
      return `${total} ${total === 1 ? "file" : "files"}: ${counts.join(", ")}`;
    },
    count,
  };
}

/** Such as `40 s` or `3 min`. */
function showTime(seconds: number): string {
  return seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

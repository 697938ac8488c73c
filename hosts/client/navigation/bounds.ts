// Holds a tree of entries against what a navigation takes, before anything is written: how many, and how deep.
import { CommandError } from "../../command/command.ts";
import type { Entry } from "./entries.ts";

/** What the server takes. */
export interface Bounds {
  entries_max: number;
  levels_max: number;
}

interface Checked {
  entries: readonly Entry[];
  /** Of those that a line of the file made. */
  lineOf: ReadonlyMap<Entry, number | null>;
  /** The file that has them. */
  file: string;
}

/** Throws CommandError with the line, the rule and the way out. */
export function refuseUnfit({ entries, lineOf, file }: Checked, { entries_max, levels_max }: Bounds): void {
  let count = 0;
  let first: string | null = null;
  const placeOf = (entry: Entry): string => {
    const line = lineOf.get(entry);
    return line === undefined || line === null ? `${file}: "${nameOf(entry)}"` : `${file}:${line}`;
  };
  const walk = (list: readonly Entry[], level: number): void => {
    for (const entry of list) {
      count += 1;
      if (count === entries_max + 1) first = placeOf(entry);
      if (level > levels_max) {
        throw new CommandError(
          `${placeOf(entry)} lies ${level} levels deep, and a navigation takes ${levels_max}: move it up; nothing was written to the navigation`,
        );
      }
      walk(entry.children, level + 1);
    }
  };
  walk(entries, 1);
  if (first === null) return;
  throw new CommandError(
    `${first} is one too many: a navigation takes ${entries_max} entries, and here are ${count}; shorten the file, or make several navigations of several folders; nothing was written to the navigation`,
  );
}

function nameOf({ label, target, kind }: Entry): string {
  return label ?? target ?? kind ?? "an entry";
}

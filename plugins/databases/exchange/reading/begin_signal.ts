// Says when the rows of an import may begin to be written while the last of them are still made.
//
// Whoever writes them holds the database's turn meanwhile, so they begin once the rest takes no longer to make than all of it takes to
// write. On a machine where the maker starves, that is late.
import { renameSync, writeFileSync } from "node:fs";
import type { Field } from "../../fields/field.ts";

/** What COPY takes beside the maker of the rows on two cores (bench/databases.ts). */
const COPIED_BYTES_PER_MS = 32 * 1024;
const ROWS_BETWEEN = 500;

/** What the signal holds, as JSON. */
export interface Begin {
  /** Of the table that is filled, guessed ones included. */
  fields: Field[];
}

/** Makes the file at `path` once, whole as soon as it is there. The function is told which share of the file is read, row by row. */
export function beginSignal(
  path: string,
  { fields, written }: Begin & { written: () => number },
): (share: number) => void {
  const started = performance.now();
  let rows = 0;
  let isGiven = false;
  return (share) => {
    if (isGiven || ++rows % ROWS_BETWEEN !== 0) return;
    const left_ms = ((performance.now() - started) * (1 - share)) / share;
    if (left_ms > written() / share / COPIED_BYTES_PER_MS) return;
    isGiven = true;
    writeFileSync(`${path}.part`, JSON.stringify({ fields } satisfies Begin));
    renameSync(`${path}.part`, path);
  };
}

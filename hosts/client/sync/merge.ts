// What becomes of a document's files when both sides may have changed since they last agreed:
// each file by itself, by its hash.
import type { Files } from "./trees.ts";

export interface Merge {
  /** To be written here, or taken away where the server has no such file. */
  down: string[];
  /** To be sent, or taken away there. */
  up: string[];
  /** Changed on both sides, and not to the same. */
  both: string[];
  /** The paths that the document has in the end. */
  paths: string[];
}

export function mergeFiles({ base, local, remote }: { base: Files; local: Files; remote: Files }): Merge {
  const merge: Merge = { down: [], up: [], both: [], paths: [] };
  for (const path of new Set([...Object.keys(base), ...Object.keys(local), ...Object.keys(remote)])) {
    const [was, here, there] = [base[path]?.sha256, local[path]?.sha256, remote[path]?.sha256];
    const end = here === was ? there : here;
    if (end !== undefined) merge.paths.push(path);
    if (here === there) continue;
    if (here === was) merge.down.push(path);
    else if (there === was) merge.up.push(path);
    else merge.both.push(path);
  }
  return merge;
}

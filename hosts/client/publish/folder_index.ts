// Finds the page at which a reader of a folder begins.
import type { LocalFile } from "./folder.ts";

/** As the tools that readers know call it, the first of them first. */
export const INDEX_STEMS = ["readme", "summary", "index"];
export const PAGE = /\.(md|markdown|html?)$/i;

/** The uppermost README, SUMMARY or index, or the only page there is; null where a folder has no beginning. */
export function findIndex(files: readonly LocalFile[]): LocalFile | null {
  const ranked = files.flatMap((file) => {
    const segments = file.path.split("/");
    const name = segments.at(-1) ?? "";
    const rank = PAGE.test(name) ? INDEX_STEMS.indexOf(name.replace(PAGE, "").toLowerCase()) : -1;
    return rank < 0 ? [] : [{ file, depth: segments.length, rank }];
  });
  // The files come by name, which decides among equals.
  const [first] = ranked.sort((a, b) => a.depth - b.depth || a.rank - b.rank);
  if (first) return first.file;
  const [only, ...others] = files.filter((file) => file.kind !== "other");
  return only && others.length === 0 ? only : null;
}

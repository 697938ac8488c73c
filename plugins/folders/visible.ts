// Which folders somebody sees:
// those that stand by themselves and those that something in them implies, with every folder above.
import { type SortKeys, sortedByKeys } from "../../kernel/plugin.ts";
import { type FolderRow, parentOf } from "../places/port.ts";

/** What lies directly in a folder. */
export interface ListedCount {
  /** Documents that live there, whoever may open them. */
  live: number;
  /** Those of them that the caller may open. */
  open: number;
}

/** A folder as the caller sees it. `row` is null for one that only others' documents imply. */
export interface SeenFolder {
  path: string;
  row: FolderRow | null;
  /** Documents directly in it that the caller may open. */
  docs: number;
  /** Documents of others are in it or below. */
  shared: boolean;
}

/**
 * The folders that the caller sees, in the order of their paths without regard to case. `others` counts, by path, documents of
 * others' places that are listed to the caller. The top is not among them.
 */
export function seenFolders(
  rows: readonly FolderRow[],
  counts: ReadonlyMap<number, ListedCount>,
  others: ReadonlyMap<string, number> = new Map(),
): SeenFolder[] {
  const byPath = new Map(rows.map((row) => [row.path, row]));
  const seen = new Map<string, SeenFolder>();
  const see = (path: string, shared: boolean) => {
    for (let above = path; above !== ""; above = parentOf(above)) {
      const known = seen.get(above);
      // Whatever is above a folder that is seen is seen with it.
      if (known && (known.shared || !shared)) return;
      const row = byPath.get(above) ?? null;
      const own = row === null ? 0 : (counts.get(row.place_id)?.open ?? 0);
      seen.set(above, { path: above, row, docs: own + (others.get(above) ?? 0), shared });
    }
  };
  for (const row of rows) {
    if ((row.level !== "none" && row.stands) || (counts.get(row.place_id)?.open ?? 0) > 0) see(row.path, false);
  }
  for (const path of others.keys()) see(path, true);
  return sortedByKeys(seen.values(), sortKeysOf);
}

/** Folders are listed by their paths without regard to case. */
export function sortKeysOf({ path }: Pick<SeenFolder, "path">): SortKeys {
  return [path.toLowerCase(), path];
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

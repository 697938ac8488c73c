// Brings a table of contents together with the entries that a navigation has:
// those keep their ids, and none goes unasked.
import type { Entry } from "./entries.ts";

export interface Merged {
  entries: Entry[];
  /** Entries that the table of contents does not name; they are in `entries` unless they were to go. */
  others: number;
  /** Entries that were called otherwise before. */
  relabelled: number;
}

/**
 * The entries of a table of contents with the ids and the settings of those that are there. What it does not name stays below its
 * parent, behind what is named there; `prune` takes it away.
 */
export function mergeTree(entries: readonly Entry[], present: readonly Entry[], { prune }: { prune: boolean }): Merged {
  const before = match(entries, present);
  const ownOf = new Map([...before].map(([entry, known]) => [known, entry]));
  const others = flatten(present).filter((known) => !ownOf.has(known));
  /** What stays of a list of the server's; what the table of contents names has its place there. */
  const stay = (list: readonly Entry[]): Entry[] =>
    list.flatMap((known) => {
      if (ownOf.has(known)) return [];
      return [{ ...settingsOf(known), children: stay(known.children) }];
    });
  let relabelled = 0;
  const merge = (list: readonly Entry[]): Entry[] =>
    list.map((entry) => {
      const known = before.get(entry);
      if (known?.label && entry.label !== undefined && entry.label !== known.label) relabelled += 1;
      const left = known && !prune ? stay(known.children) : [];
      return { ...(known ? settingsOf(known) : {}), ...entry, children: [...merge(entry.children), ...left] };
    });
  return { entries: [...merge(entries), ...(prune ? [] : stay(present))], others: others.length, relabelled };
}

/** All entries of a tree, parents first. */
export function flatten(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => [entry, ...flatten(entry.children)]);
}

/** Which entry of the server each of the table of contents is. */
function match(entries: readonly Entry[], present: readonly Entry[]): Map<Entry, Entry> {
  const known = Map.groupBy(flatten(present), keyOf);
  const before = new Map<Entry, Entry>();
  const all = flatten(entries);
  for (const entry of all) {
    const found = known.get(keyOf(entry))?.shift();
    if (found) before.set(entry, found);
  }
  // A heading that somebody called otherwise is known by what lies below it.
  const parentOf = new Map(flatten(present).flatMap((parent) => parent.children.map((child) => [child, parent])));
  const taken = new Set(before.values());
  for (const entry of all) {
    if (before.has(entry) || !isHeading(entry)) continue;
    const parents = entry.children.map((child) => before.get(child)).map((child) => child && parentOf.get(child));
    const parent = parents.find((one) => one !== undefined && isHeading(one) && !taken.has(one));
    if (!parent) continue;
    before.set(entry, parent);
    taken.add(parent);
  }
  return before;
}

function isHeading({ target, kind }: Entry): boolean {
  return (target ?? null) === null && kind !== "divider";
}

/** What an entry of the server is known by. */
function keyOf({ target, kind, label }: Entry): string {
  return JSON.stringify([target ?? null, (target ?? null) === null ? (label ?? kind) : null]);
}

/** What is said of an entry, as the server takes it back. */
function settingsOf({ children: _children, doc: _doc, items: _items, ...settings }: Entry): Omit<Entry, "children"> {
  return settings;
}

// A tree as somebody is shown it: as its editor every entry, as a reader what is for them and leads somewhere.
import type { Sql } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";
import type { Kind, Sort, Visibility } from "./entry.ts";
import type { Reader } from "./reader.ts";
import { type EntryRow, type LinkedDocument, readFingerprint, readTreeRows, type TreeRows } from "./store/entries.ts";
import { findReached, type ReadBy } from "./store/reached.ts";
import { nameOfTarget, writeTarget } from "./targets.ts";
import { nest, readingOrder } from "./tree/shape.ts";

const BOUNDS = {
  items_max: manifest.caps.navigation_section_documents,
  items_total_max: manifest.caps.navigation_expanded_documents,
};

/** An entry with all that lies below it. */
export interface ReaderEntry {
  id: number;
  kind: Kind;
  /** How its target is written; null for a group or a divider. */
  target: string | null;
  /** The label of its own. */
  label: string | null;
  /** What is shown: the label, else the document's title or the name of what it leads to. */
  title: string;
  icon: string | null;
  parent_id: number | null;
  position: number;
  visibility: Visibility;
  group: string | null;
  collapsed: boolean;
  show_sign_in_hint: boolean;
  sort: Sort | null;
  /** A document that the reader may not open; in a reader's tree there is none. */
  broken: boolean;
  doc: LinkedDocument | null;
  /** Of a folder or a tag. */
  items?: LinkedDocument[];
  truncated?: boolean;
  /** Something below is for people who are signed in, and says so to those who are not. */
  sign_in_hint?: boolean;
  children: ReaderEntry[];
}

/** A tree as one reader sees it. */
export interface ReaderTree {
  entries: ReaderEntry[];
  /** The same hint about the top. */
  sign_in_hint: boolean;
  /** As `readNavigationFingerprint` answers it. */
  fingerprint: string;
}

/**
 * Reads a navigation in one query as `reader` sees it. What is hidden from them is gone with all below it, and leaves no count
 * behind; what leads to nothing that they may open is gone, and what lies below it stands in its place.
 *
 * @example
 * const reader = readerOf(workspace_id, viewer);
 * const { entries } = await readNavigation(sql, { navigation_id, reader, now });
 */
export async function readNavigation(sql: Sql, read: ReadBy & { expand?: boolean }): Promise<ReaderTree> {
  const { expand = true, whole = false } = read;
  // Whether a folder or a tag shows a reader anything says whether they hear of it, also where it stays closed.
  const bounds = expand ? { ...BOUNDS, expand } : { ...BOUNDS, items_max: 0, expand: !whole };
  const rows = await readTreeRows(sql, { ...read, ...bounds });
  return showTree(rows, { user_id: read.reader.actor?.user_id ?? 0, whole, expand });
}

/**
 * What tells a reader's tree from those of other readers, at a fraction of its price: with no change between, two who have one
 * fingerprint have one tree.
 */
export function readNavigationFingerprint(sql: Sql, read: ReadBy): Promise<string> {
  return readFingerprint(sql, { ...read, ...BOUNDS, expand: true });
}

/**
 * A tree as `reader` sees it, for `viewer` to look at: without documents that the navigation does not reach for the viewer too, so
 * that a preview tells of nothing that is closed to whoever asks for it.
 */
export async function previewFor(
  sql: Sql,
  { viewer, ...read }: ReadBy & { viewer: Reader },
): Promise<Omit<ReaderTree, "fingerprint">> {
  const tree = await readNavigation(sql, read);
  const doc_ids = stopsOf(tree).map(({ doc }) => doc.doc_id);
  const open = await findReached(sql, { ...read, reader: viewer, whole: true, doc_ids });
  const strip = (entries: readonly ReaderEntry[]): ReaderEntry[] =>
    entries.map(({ items, children, ...entry }) => ({
      ...entry,
      broken: entry.doc !== null && !open.has(entry.doc.doc_id),
      ...(items && { items: items.filter(({ doc_id }) => open.has(doc_id)), truncated: false }),
      children: strip(children),
    }));
  const { entries, is_hinted } = liftUp(strip(tree.entries), ({ broken, items }) => broken || items?.length === 0);
  return { entries: placeAnew(entries, null), sign_in_hint: tree.sign_in_hint || is_hinted };
}

interface Showing {
  /** Who reads; 0 is nobody. */
  user_id: number;
  /** Every entry is shown. */
  whole: boolean;
  expand: boolean;
}

function showTree(rows: TreeRows, showing: Showing): ReaderTree {
  const budget = { items: BOUNDS.items_total_max };
  const hinted = new Set(rows.hints);
  const nested = nest<EntryRow, ReaderEntry>(rows.entries, (row, children) => ({
    ...showEntry(row, rows.named.get(row.entry_id) ?? null, showing),
    ...(hinted.has(row.entry_id) && { sign_in_hint: true }),
    children,
  }));
  if (showing.whole) {
    if (showing.expand) addItems(nested, rows, budget);
    return { entries: nested, sign_in_hint: false, fingerprint: rows.fingerprint };
  }
  const found = liftUp(nested, (entry) => isEmpty(entry, rows));
  const entries = placeAnew(found.entries, null);
  if (showing.expand) addItems(entries, rows, budget);
  return { entries, sign_in_hint: hinted.has(0) || found.is_hinted, fingerprint: rows.fingerprint };
}

/** One entry as its editor sees it, without what lies below. */
export function showEntry(
  row: EntryRow,
  doc: LinkedDocument | null,
  { user_id }: Pick<Showing, "user_id">,
): Omit<ReaderEntry, "children"> {
  const { entry_id: id, kind, label, icon, parent_id, position, visibility, group } = row;
  return {
    ...{ id, kind, target: writeTarget(row, { user_id }), label },
    title: label ?? doc?.title ?? nameOfTarget(row),
    ...{ icon: icon ?? doc?.icon ?? null, parent_id, position, visibility, group },
    ...{ collapsed: row.collapsed, show_sign_in_hint: row.show_sign_in_hint, sort: row.sort },
    broken: isBroken(row, doc),
    doc,
  };
}

/** A document that is not there for the reader, or a folder of a root or a person that is gone. */
function isBroken({ kind, root_id, owner_id }: EntryRow, doc: LinkedDocument | null): boolean {
  if (kind === "document") return doc === null;
  return kind === "folder" && root_id === null && owner_id === null;
}

/** For a reader: it leads nowhere, or is a folder or a tag that shows nothing, whatever its label would tell of what is hidden. */
function isEmpty(entry: ReaderEntry, { items }: TreeRows): boolean {
  if (entry.broken) return true;
  if (entry.kind !== "folder" && entry.kind !== "tag") return false;
  const found = items.get(entry.id);
  return !found || (found.documents.length === 0 && !found.truncated);
}

/** Leaves out the entries that are empty, with what lies below them in their place. */
function liftUp(
  entries: readonly ReaderEntry[],
  isLeftOut: (entry: ReaderEntry) => boolean,
): { entries: ReaderEntry[]; is_hinted: boolean } {
  let is_hinted = false;
  const kept = entries.flatMap((entry) => {
    const below = liftUp(entry.children, isLeftOut);
    const hint = entry.sign_in_hint === true || below.is_hinted;
    if (!isLeftOut(entry)) return [{ ...entry, ...(hint && { sign_in_hint: true }), children: below.entries }];
    is_hinted ||= hint;
    return below.entries;
  });
  return { entries: kept, is_hinted };
}

/** Counts the places anew, so that no gap tells of what is hidden. */
function placeAnew(entries: readonly ReaderEntry[], parent_id: number | null): ReaderEntry[] {
  return entries.map((entry, position) => ({
    ...entry,
    parent_id,
    position,
    children: placeAnew(entry.children, entry.id),
  }));
}

/** Puts the documents of folders and tags into a tree, as many as one answer holds. */
function addItems(entries: readonly ReaderEntry[], { items }: TreeRows, budget: { items: number }): void {
  for (const entry of readingOrder(entries)) {
    const found = items.get(entry.id);
    if (!found && entry.kind !== "folder" && entry.kind !== "tag") continue;
    const documents = found?.documents ?? [];
    entry.items = documents.slice(0, budget.items);
    entry.truncated = (found?.truncated ?? false) || entry.items.length < documents.length;
    budget.items -= entry.items.length;
  }
}

/** A stop on the way through a tree. */
export interface Stop {
  title: string;
  doc: LinkedDocument;
}

/** The documents of a tree in the order in which a reader comes by, each once, at its first place. */
export function stopsOf({ entries }: Pick<ReaderTree, "entries">): Stop[] {
  const stops = readingOrder(entries).flatMap((entry): Stop[] => [
    ...(entry.doc ? [{ title: entry.title, doc: entry.doc }] : []),
    ...(entry.items ?? []).map((doc) => ({ title: doc.title, doc })),
  ]);
  const first = new Map<string, Stop>();
  for (const stop of stops) if (!first.has(stop.doc.doc_id)) first.set(stop.doc.doc_id, stop);
  return [...first.values()];
}

/** What comes before and after a document in reading order; null at the ends, and both where the tree does not have it. */
export function neighboursOf(
  tree: Pick<ReaderTree, "entries">,
  docId: string,
): { previous: Stop | null; next: Stop | null } {
  const stops = stopsOf(tree);
  const at = stops.findIndex(({ doc }) => doc.doc_id === docId);
  if (at < 0) return { previous: null, next: null };
  return { previous: stops[at - 1] ?? null, next: stops[at + 1] ?? null };
}

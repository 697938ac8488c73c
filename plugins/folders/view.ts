// The order in which a folder shows what lies in it, and the page of it that a reader is at (rules: folders/views).

import { type PageQuery, pageOfSorted, pagesOf, type SortKeys, sortedByKeys } from "../../kernel/plugin.ts";
import type { ListPage } from "../../kernel/ports/input.ts";

/** Something that a folder shows: a folder, a document or a shortcut, under the key that `child_order` knows it by. */
export interface Child {
  key: string;
  name: string;
  /** The name as it is sorted by, where the database has made it. */
  counted?: string;
}

const PAGES = "folder-view";
const DOCUMENT = "d:";

/** What the folder's order names first and as it says, the rest by name. */
export function inOrder<C extends Child>(children: readonly C[], order: readonly string[]): C[] {
  return sortedByKeys(children, keysIn(order));
}

/** A page of what is in order already. */
export function pageInOrder<C extends Child>(
  children: readonly C[],
  { order, ...query }: PageQuery & { order: readonly string[] },
): ListPage<C> {
  return pageOfSorted(PAGES, children, { ...query, keysOf: keysIn(order) });
}

/** Behind which document a page begins among those that the folder's order does not name; null where all of them may be on it. */
export function documentsAfter(
  cursor: string | undefined,
  order: readonly string[],
): { counted: string; doc_id: string } | null {
  const [rank, name, key] = pagesOf(PAGES, (at) => ({ at: at.sortKeys("at") })).after(cursor)?.at ?? [];
  if (rank !== order.length || typeof name !== "string" || typeof key !== "string") return null;
  const counted = readKey(name);
  // Of one name, documents come before folders and shortcuts.
  if (key.startsWith(DOCUMENT)) return { counted, doc_id: key.slice(DOCUMENT.length) };
  return { counted, doc_id: key < DOCUMENT ? "" : LAST };
}

/** Behind every id. */
const LAST = "\u{10ffff}";

/** By the folder's own order, then by name as people count, then by key. */
function keysIn(order: readonly string[]): (child: Child) => SortKeys {
  const ranks = new Map(order.map((key, rank) => [key, rank]));
  return ({ key, name, counted = countedName(name) }) => [ranks.get(key) ?? order.length, writeKey(counted), key];
}

const DIGITS = 20;
const LENGTH = 300;

/** A name to sort by, in which numbers are as long as each other, so that "2" comes before "10"; as `counted_name` makes it of titles. */
function countedName(name: string): string {
  const counted = name.toLowerCase().replace(/[0-9]+/g, (digits) => digits.replace(/^0+/, "").padStart(DIGITS, "0"));
  return counted.length <= LENGTH ? counted : [...counted].slice(0, LENGTH).join("");
}

/** In the order of code points, as Postgres has them: what JavaScript writes with two units comes behind all that it writes with one. */
function writeKey(counted: string): string {
  return shiftUnits(counted, /[\ud800-\uffff]/g, (unit) => (unit < 0xe000 ? 0x2000 : -0x800));
}

function readKey(key: string): string {
  return shiftUnits(key, /[\ud800-\uffff]/g, (unit) => (unit < 0xf800 ? 0x800 : -0x2000));
}

function shiftUnits(text: string, units: RegExp, shift: (unit: number) => number): string {
  return text.replace(units, (one) => {
    const unit = one.charCodeAt(0);
    return String.fromCharCode(unit + shift(unit));
  });
}

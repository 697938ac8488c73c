// The order in which a folder shows what lies in it, and the page of it that a reader is at (rules: folders 6).
import { type ListPage, type PageQuery, pageOfSorted, type SortKeys, sortedByKeys } from "../../kernel/mod.ts";

/** Something that a folder shows: a folder, a document or a shortcut, under the key that `child_order` knows it by. */
export interface Child {
  key: string;
  name: string;
}

/** What the folder's order names first and as it says, the rest by name. */
export function inOrder<C extends Child>(children: readonly C[], order: readonly string[]): C[] {
  return sortedByKeys(children, keysIn(order));
}

/** A page of what is in order already. */
export function pageInOrder<C extends Child>(
  children: readonly C[],
  { order, ...query }: PageQuery & { order: readonly string[] },
): ListPage<C> {
  return pageOfSorted("folder-view", children, { ...query, keysOf: keysIn(order) });
}

/** By the folder's own order, then by name as people count, then by key. */
function keysIn(order: readonly string[]): (child: Child) => SortKeys {
  const ranks = new Map(order.map((key, rank) => [key, rank]));
  return ({ key, name }) => [ranks.get(key) ?? order.length, countedName(name), key];
}

const DIGITS = 20;

/** A name to sort by, in which numbers are as long as each other, so that "2" comes before "10". */
function countedName(name: string): string {
  return name.toLowerCase().replace(/[0-9]+/g, (digits) => digits.replace(/^0+/, "").padStart(DIGITS, "0"));
}

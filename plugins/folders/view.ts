// The order in which a folder shows what lies in it, and the page of it that a reader is at (part 4, 3.2, folder-view).
import { refuse } from "../../kernel/mod.ts";

/** Something that a folder shows: a folder, a document or a shortcut, under the key that `child_order` knows it by. */
export interface Child {
  key: string;
  name: string;
}

/** Where something stands: by the folder's own order, then by name, then by key. */
type Standing = readonly [rank: number, name: string, key: string];

/** What the folder's order names first and as it says, the rest by name. */
export function inOrder<C extends Child>(children: readonly C[], order: readonly string[]): C[] {
  const standing = standingIn(order);
  return [...children].sort((a, b) => compare(standing(a), standing(b)));
}

function standingIn(order: readonly string[]): (child: Child) => Standing {
  const ranks = new Map(order.map((key, rank) => [key, rank]));
  return ({ key, name }) => [ranks.get(key) ?? order.length, name.toLowerCase(), key];
}

/** A page of what is in order already, and the cursor of the next one where there is more. */
export function pageOf<C extends Child>(
  children: readonly C[],
  wish: { order: readonly string[]; cursor: string | undefined; limit: number },
): { page: C[]; next_cursor: string | null } {
  const standing = standingIn(wish.order);
  const after = wish.cursor === undefined ? null : readCursor(wish.cursor);
  const left = after === null ? children : children.filter((child) => compare(standing(child), after) > 0);
  const page = left.slice(0, wish.limit);
  const last = page.at(-1);
  return { page, next_cursor: last && left.length > page.length ? writeCursor(standing(last)) : null };
}

function compare(a: Standing, b: Standing): number {
  if (a[0] !== b[0]) return a[0] - b[0];
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  return a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0;
}

function writeCursor(standing: Standing): string {
  return Buffer.from(JSON.stringify(standing)).toString("base64url");
}

/** Throws 400 for a text that is no cursor of ours. */
function readCursor(cursor: string): Standing {
  try {
    const [rank, name, key]: unknown[] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Number.isSafeInteger(rank) && typeof name === "string" && typeof key === "string")
      return [Number(rank), name, key];
  } catch {}
  throw refuse.invalid(
    `cursor "${cursor.slice(0, 80)}" is not one of ours; send next_cursor as it came, or leave it out`,
  );
}

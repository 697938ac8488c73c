// Pages of lists: what every list takes and answers, and the one form of the text that says where a page ended.

import { isJsonObject } from "../base/json.ts";
import { refuse } from "../base/refusal.ts";
import { KERNEL_BOUNDS } from "../base/request_limits.ts";
import { t } from "../base/schema.ts";

/** What a reader asks for. Without `limit` a list is whole, or as long as its operation says. */
export interface PageQuery {
  limit?: number;
  cursor?: string;
}

/** What that comes to for a query over rows. */
export interface PageOptions<Keys> {
  /** The keys of the last row of the page before; null at the beginning. */
  after: Keys | null;
  /** One row more than the page holds, which tells whether there is another; null for all of them. */
  limit: number | null;
}

/** A page, and what is to be spread into the answer beside it: nothing on the last one. */
export interface ListPage<Row> {
  rows: Row[];
  next: { next_cursor?: string };
}

/** The pages of one list. */
export interface Pages<Keys> {
  options(query: PageQuery): PageOptions<Keys>;
  /** The keys that a cursor holds; null without one, and for an empty text, which is how loops begin. Throws 400 for a cursor that this list did not give. */
  after(cursor: string | undefined): Keys | null;
  /** Cuts what was found by `options`; every row holds the keys that the list is sorted by. */
  page<Row extends Keys>(found: readonly Row[], query: Pick<PageQuery, "limit">): ListPage<Row>;
}

/** Reads the keys of a place by their names; each throws 400 for a value that is none of its kind. */
export interface KeyReader {
  /** Whether the place has such a key: some have others than the rest. */
  has(name: string): boolean;
  /** An instant between the years 1970 and 9999, which Postgres and `Date` both take. */
  time(name: string): Date;
  /** The id of a row, or another whole number from 0 on, up to `maximum` where there is one. */
  id(name: string, maximum?: number): number;
  /** Any number that is no further from 0 than `bound`. */
  number(name: string, bound: number): number;
  text(name: string): string;
  sortKeys(name: string): SortKeys;
}

/** The cursors of one list. */
export interface Cursors<Place> {
  write(place: Place): string;
  /** Throws 400 for a text that is no cursor of this list. */
  read(cursor: string): Place;
}

const { cursor_chars: CURSOR_CHARS_MAX } = KERNEL_BOUNDS;

/** The member of a query that goes on where a page ended. */
export const pageCursor = t.Optional(
  t.String({ maxLength: CURSOR_CHARS_MAX, description: "next_cursor of the page before." }),
);

/** The members of a list's query: `query: t.Object({ ...paging({ maximum: 500 }) })`. */
export function paging(limit: { maximum: number; default?: number }) {
  return {
    limit: t.Limit({ ...limit, description: `At most ${limit.maximum}.` }),
    cursor: pageCursor,
  };
}

/** The member of a list's answer: `output: t.Object({ stars: t.Array(Star), ...nextCursor })`. */
export const nextCursor = { next_cursor: t.Optional(t.String({ description: "Present when there are more." })) };

/**
 * The pages of a list that is sorted by some keys, of which the last tells every row apart. `list` keeps the cursors of one
 * list out of another.
 *
 * @example
 * const STARS = pagesOf("stars", (at) => ({ star_id: at.id("star_id") }));
 * const found = await findStars(sql, { actor, ...STARS.options(query) });
 * const { rows, next } = STARS.page(found, query);
 * return { stars: rows.map(showStar), ...next };
 */
export function pagesOf<Keys extends object>(list: string, read: (at: KeyReader) => Keys): Pages<Keys> {
  const after = (cursor: string | undefined) => (cursor ? read(readerOf(list, cursor)) : null);
  return {
    after,
    options: ({ limit, cursor }) => ({ after: after(cursor), limit: limit === undefined ? null : limit + 1 }),
    page: (found, { limit }) => {
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      if (last === undefined || rows.length === found.length) return { rows, next: {} };
      return { rows, next: { next_cursor: write(list, read(readerOfRow(last))) } };
    },
  };
}

/**
 * The cursors of a list whose places are more than the keys of a row, such as a search that may stop within a file: `keys` names
 * what is kept of a place, `read` makes it again. `list` keeps the cursors of one list out of another.
 */
export function cursorsOf<Place>(
  list: string,
  form: { keys: (place: Place) => object; read: (at: KeyReader) => Place },
): Cursors<Place> {
  return {
    write: (place) => write(list, form.keys(place)),
    read: (cursor) => form.read(readerOf(list, cursor)),
  };
}

/** What a list in memory is sorted by, compared from left to right; the last tells every entry apart. */
export type SortKeys = readonly (number | string)[];

/** The page of a list that is in memory, in the order of its entries' sort keys. Throws 400 for a cursor of another list. */
export function pageOfSorted<Row>(
  list: string,
  sorted: readonly Row[],
  { limit, cursor, keysOf }: PageQuery & { keysOf: (row: Row) => SortKeys },
): ListPage<Row> {
  const pages = pagesOf(list, (at) => ({ at: at.sortKeys("at") }));
  const after = pages.after(cursor)?.at ?? null;
  const keyed = sorted.map((row) => ({ row, at: keysOf(row) }));
  const found = after === null ? keyed : keyed.filter(({ at }) => compareSortKeys(at, after) > 0);
  const { rows, next } = pages.page(found, limit === undefined ? {} : { limit });
  return { rows: rows.map(({ row }) => row), next };
}

/** Negative where `one` stands before `other`. */
export function compareSortKeys(one: SortKeys, other: SortKeys): number {
  for (let place = 0; place < one.length; place += 1) {
    const [value, against] = [one[place], other[place]];
    if (value === undefined || against === undefined || value === against) continue;
    return value < against ? -1 : 1;
  }
  return 0;
}

/** In the order of their keys, which are made once for each: thousands of rows are compared many times. */
export function sortedByKeys<Row>(rows: Iterable<Row>, keysOf: (row: Row) => SortKeys): Row[] {
  const keyed = Array.from(rows, (row) => ({ row, keys: keysOf(row) }));
  return keyed.sort((one, other) => compareSortKeys(one.keys, other.keys)).map(({ row }) => row);
}

function write(list: string, keys: object): string {
  return Buffer.from(JSON.stringify([list, keys])).toString("base64url");
}

function readerOf(list: string, cursor: string): KeyReader {
  const [of, keys] = parse(cursor);
  if (of !== list || !isJsonObject(keys)) throw refuseCursor(cursor);
  return readerOver(keys, () => refuseCursor(cursor));
}

/** The keys of a row under the names that the list reads them by. */
function readerOfRow(row: object): KeyReader {
  const keys = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
  return readerOver(keys, () => new Error("a row of a list has no key of the kind that the list is sorted by"));
}

function readerOver(keys: Readonly<Record<string, unknown>>, fault: () => Error): KeyReader {
  function take<Value>(name: string, isKind: (value: unknown) => value is Value): Value {
    const value = keys[name];
    if (!isKind(value)) throw fault();
    return value;
  }
  return {
    has: (name) => keys[name] !== undefined,
    time: (name) => new Date(take(name, isTime)),
    id: (name, maximum = Number.MAX_SAFE_INTEGER) =>
      take(name, (value): value is number => isId(value) && value <= maximum),
    number: (name, bound) =>
      take(name, (value): value is number => typeof value === "number" && Math.abs(value) <= bound),
    text: (name) => take(name, isText),
    sortKeys: (name) => take(name, isSortKeys),
  };
}

function parse(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(read)) return read;
  } catch {}
  throw refuseCursor(cursor);
}

function isTime(value: unknown): value is string {
  // Four digits of a year keep the time within what Postgres takes.
  return typeof value === "string" && /^\d{4}-/.test(value) && Date.parse(value) >= 0;
}

function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed() && !value.includes("\0");
}

function isSortKeys(value: unknown): value is (number | string)[] {
  return (
    Array.isArray(value) &&
    value.every((one) => typeof one === "number" || (typeof one === "string" && !one.includes("\0")))
  );
}

/** 400 for a text that is no cursor of the list that it was sent to. */
function refuseCursor(cursor: string): Error {
  return refuse.invalid(
    `cursor "${cursor.slice(0, 80)}" is not one of ours; send next_cursor as it came, or leave it out`,
    { code: "invalid_cursor" },
  );
}

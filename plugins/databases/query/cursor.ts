// Where a page of records ended, for going on behind it whatever was written in between.
import { cursorsOf, refuse, sha256Hex } from "../../../kernel/plugin.ts";
import type { Query } from "./asking.ts";

/** Behind the record with this sort key and id. */
export interface Place {
  key: Buffer;
  record_id: number;
}

interface Written extends Place {
  /** Stands for the query, so that a cursor goes on with no other one. */
  query: string;
}

const CURSORS = cursorsOf<Written>("records", {
  keys: ({ key, record_id, query }) => ({ k: key.toString("base64url"), r: record_id, q: query }),
  read: (at) => ({ key: Buffer.from(at.text("k"), "base64url"), record_id: at.id("r"), query: at.text("q") }),
});

export function writeCursor(tableId: number, query: Query, place: Place): string {
  return CURSORS.write({ ...place, query: shapeOf(tableId, query) });
}

/** Throws 400 for a cursor of another query. */
export function readCursor(tableId: number, query: Query, cursor: string): Place {
  const { query: shape, ...place } = CURSORS.read(cursor);
  if (shape !== shapeOf(tableId, query)) {
    throw refuse.invalid(
      "cursor belongs to another query; send the filters, search and sort that it came from, or leave it out",
      {
        code: "invalid_cursor",
      },
    );
  }
  return place;
}

function shapeOf(tableId: number, { filters, search, sort, descending }: Query): string {
  const asked = filters.map(({ field, op, value }) => [field.key, op, value ?? null]);
  return sha256Hex(JSON.stringify([tableId, asked, search, sort?.key ?? null, descending])).slice(0, 16);
}

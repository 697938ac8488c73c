// Where a page of a search ended, in the form of every list's cursors.
import { cursorsOf } from "../../../kernel/plugin.ts";
import type { RankedPlace } from "../store/ranked.ts";
import type { Walked } from "./walk.ts";

/** Far beyond any. */
const SCORE_MAX = 1e6;
/** What Postgres and `Date` both take. */
const TIME_MAX = 253_402_300_799_999;
/** Of a version, in four bytes. */
const INT_MAX = 2 ** 31 - 1;

export const WALKED = cursorsOf<Walked>("search", {
  keys: ({ after, since, began }) => ({
    ...(after && { updated_at: after.updated_at, document_id: after.document_id, path: after.path }),
    ...(since !== null && { since }),
    began,
  }),
  read: (at) => ({
    after: at.has("path")
      ? { updated_at: at.id("updated_at", TIME_MAX), document_id: at.id("document_id"), path: at.text("path") }
      : null,
    since: at.has("since") ? at.id("since") : null,
    began: at.id("began"),
  }),
});

/** Where a page of one document's grep ended: behind a line of a file. */
export interface LinePlace {
  version: number;
  path: string;
  line: number;
}

export const LINES = cursorsOf<LinePlace>("grep", {
  keys: (place) => place,
  read: (at) => ({ version: at.id("version", INT_MAX), path: at.text("path"), line: at.id("line") }),
});

export const RANKED = cursorsOf<RankedPlace>("ranked", {
  keys: ({ score, updated_at, document_id }) => ({ score, updated_at, document_id }),
  read: (at) => ({
    score: at.number("score", SCORE_MAX),
    updated_at: at.id("updated_at", TIME_MAX),
    document_id: at.id("document_id"),
  }),
});

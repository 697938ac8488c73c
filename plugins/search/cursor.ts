// Where a page of a search ended, as an opaque text.
import { refuse } from "../../kernel/mod.ts";
import type { Place } from "./store/candidates.ts";
import type { RankedPlace } from "./store/ranked.ts";
import type { Walked } from "./walk.ts";

/** A cursor with a path of 512 characters is shorter. */
export const CURSOR_CHARS_MAX = 4000;
/** Far beyond any, and within four bytes. */
const SCORE_MAX = 1e6;
const INT_MAX = 2 ** 31 - 1;
/** What Postgres and `Date` both take. */
const TIME_MAX = 253_402_300_799_999;

export function writeWalked({ after, since, began }: Walked): string {
  return write([after && [after.updated_at, after.document_id, after.path], since, began]);
}

/** Throws 400 for a text that is no cursor of ours. */
export function readWalked(cursor: string): Walked {
  const [place, since, began] = read(cursor);
  const after = place === null ? null : readPlace(place);
  if (after === undefined || !(since === null || isCount(since)) || !isCount(began)) throw refuseCursor(cursor);
  return { after, since, began };
}

function readPlace(place: unknown): Place | undefined {
  const [updated_at, document_id, path] = Array.isArray(place) ? place : [];
  if (!isTime(updated_at) || !isCount(document_id) || !isText(path)) return undefined;
  return { updated_at, document_id, path };
}

/** Where a page of one document's grep ended: behind a line of a file. */
export interface LinePlace {
  version: number;
  path: string;
  line: number;
}

export function writeLinePlace({ version, path, line }: LinePlace): string {
  return write([version, path, line]);
}

/** Throws 400 for a text that is no cursor of ours. */
export function readLinePlace(cursor: string): LinePlace {
  const [version, path, line] = read(cursor);
  if (!isCount(version) || version > INT_MAX || !isText(path) || !isCount(line)) throw refuseCursor(cursor);
  return { version, path, line };
}

export function writeRankedPlace({ score, updated_at, document_id }: RankedPlace): string {
  return write([score, updated_at, document_id]);
}

/** Throws 400 for a text that is no cursor of ours. */
export function readRankedPlace(cursor: string): RankedPlace {
  const [score, updated_at, document_id] = read(cursor);
  const isScore = typeof score === "number" && Math.abs(score) < SCORE_MAX;
  if (!isScore || !isTime(updated_at) || !isCount(document_id)) throw refuseCursor(cursor);
  return { score, updated_at, document_id };
}

function write(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function read(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(value)) return value;
  } catch {}
  throw refuseCursor(cursor);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isTime(value: unknown): value is number {
  return isCount(value) && value <= TIME_MAX;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed() && !value.includes("\0");
}

function refuseCursor(cursor: string): Error {
  return refuse.invalid(
    `cursor "${cursor.slice(0, 80)}" is not one of ours; send next_cursor as it came, or leave it out`,
  );
}

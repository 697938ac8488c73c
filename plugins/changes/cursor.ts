// A cursor of the feed: where in a workspace's changes a reader stands,
// signed so that it is taken back as it was given.
import { type Actor, type JsonObject, refuse, sha256Hex } from "../../kernel/plugin.ts";
import type { Signer } from "../../kernel/ports/base.ts";

const PURPOSE = "changes";

/** A place in the order of changes: behind all of the number `seq`, or among them behind the document with that key. */
export interface Position {
  seq: number;
  document_id: number | null;
}

/** Where a reader stands. */
export interface Standpoint {
  after: Position;
  /** The number at which the reader began with nothing; 0 once that is behind them. */
  began: number;
  /** Which life of the database gave it: another one after a restore. Null for a cursor from before that was said. */
  life: string | null;
}

/** The cursor of a standpoint in the caller's workspace. It does not expire. */
export function writeCursor(signer: Signer, actor: Actor, { after, began, life }: Standpoint): string {
  const among: JsonObject = after.document_id === null ? {} : { d: after.document_id };
  const beginning: JsonObject = began > after.seq ? { b: began } : {};
  const place: JsonObject = { w: actor.workspace.id, s: after.seq, ...among, ...beginning };
  return signer.sign(PURPOSE, { ...place, r: reachOf(actor), l: life }, null);
}

/**
 * Throws 400 for a text that is no cursor of ours, for one of another workspace, and for one of a connection that reaches other
 * roots. Cursors from before those were told apart (without `r`) are taken for one of the caller's own.
 */
export function readCursor(signer: Signer, cursor: string, { actor, now }: { actor: Actor; now: Date }): Standpoint {
  const { w, s, d = null, b = 0, r = null, l = null } = signer.verify(PURPOSE, cursor, now) ?? {};
  if (!isNumber(w) || !isNumber(s) || !(d === null || isNumber(d)) || !isNumber(b)) {
    throw refuse.invalid(
      `since "${cursor.slice(0, 80)}" is not a cursor of ours; send next_cursor as it came, or leave it out to begin anew`,
    );
  }
  if (w !== actor.workspace.id) {
    throw refuse.invalid("since is a cursor of another workspace; leave it out to begin anew in this one");
  }
  if (r !== null && r !== reachOf(actor)) {
    throw refuse.invalid(
      "since is a cursor of a connection that reaches other roots than this one does now; leave it out to begin anew",
    );
  }
  return { after: { seq: s, document_id: d }, began: b, life: typeof l === "string" ? l : null };
}

/** Stands for the roots that the caller's connection is limited to; empty without a limit. */
function reachOf({ token }: Actor): string {
  const roots = token?.limits?.roots;
  return roots ? sha256Hex(JSON.stringify([...roots].sort())).slice(0, 16) : "";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** Negative when `one` comes before `other`. */
export function comparePositions(one: Position, other: Position): number {
  return one.seq - other.seq || (one.document_id ?? Infinity) - (other.document_id ?? Infinity) || 0;
}

// A cursor of the feed: where in a workspace's changes a reader stands, signed so that it is taken back as it was given.
import { refuse, type Signer } from "../../kernel/mod.ts";

const PURPOSE = "changes";

/** The cursor behind the change with the number `seq`; 0 is the beginning. It does not expire. */
export function writeCursor(signer: Signer, at: { workspace_id: number; seq: number }): string {
  return signer.sign(PURPOSE, { w: at.workspace_id, s: at.seq }, null);
}

/** Throws 400 for a text that is no cursor of ours, and for one of another workspace. */
export function readCursor(signer: Signer, cursor: string, expected: { workspace_id: number; now: Date }): number {
  const { w, s } = signer.verify(PURPOSE, cursor, expected.now) ?? {};
  if (typeof w !== "number" || typeof s !== "number") {
    throw refuse.invalid(
      `since "${cursor.slice(0, 80)}" is not a cursor of ours; send next_cursor as it came, or leave it out to begin anew`,
    );
  }
  if (w !== expected.workspace_id) {
    throw refuse.invalid("since is a cursor of another workspace; leave it out to begin anew in this one");
  }
  return s;
}

// What plugins above may say about every write of content, whichever way it comes: a lease of somebody else refuses it.
import { type Actor, type Sql, slot } from "../../../kernel/mod.ts";

/** A write that is about to happen, asked about before bytes are received and again under the document's lock. */
export interface ContentWrite {
  sql: Sql;
  now: Date;
  actor: Actor;
  document_id: number;
  /** SHA-256 of the lease token that the writer presents, 64 hex digits; null without one. */
  lock_hash: string | null;
}

/** Asked once for each content write. A filler sends its first query at once, so that it runs right behind the lock. */
export const contentWriteSlot = slot<ContentWrite>("documents.content_write");

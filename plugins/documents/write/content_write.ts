// What plugins above may say about every write of content, whichever way it comes: a lease of somebody else refuses it.
import { type Actor, hook, type Sql } from "../../../kernel/plugin.ts";
import type { DocType } from "../model/rows.ts";

/** A write that is about to happen, asked about before bytes are received and again under the document's lock. */
export interface ContentWrite {
  sql: Sql;
  now: Date;
  actor: Actor;
  /** It is the service itself that writes, and `actor` the account that the document counts against. */
  by_service: boolean;
  document_id: number;
  doc_type: DocType;
  /** As it is in the document's row: where it is null or over there is no lease to look for. */
  leased_until: Date | null;
  /** The files that are sent or removed; of a version that is shown again all that it holds otherwise, or has not. */
  paths: readonly string[];
  /** SHA-256 of the lease token that the writer presents, 64 hex digits; null without one. */
  lock_hash: string | null;
  /** Work of the service's own that waits for no lease. */
  past_leases: boolean;
}

/**
 * Asked once for each content write, or ahead of the one statement that is all of it: what a handler would answer otherwise later on
 * gives the document a new version of its row, as leases do, so that such a statement does not pass it by.
 */
export const contentWriteHook = hook<ContentWrite>("documents.content_write");

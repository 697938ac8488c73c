// What plugins above copy along when a document is duplicated:
// rows of their own always, comments where the request says so.
import { type Actor, hook, type Sql } from "../../../kernel/plugin.ts";
import type { DocType } from "../model/rows.ts";

/** A copy that was just made, in the transaction that makes it. */
export interface CopiedDocument {
  sql: Sql;
  now: Date;
  actor: Actor;
  workspace_id: number;
  doc_type: DocType;
  /** The version whose files the copy has; a plugin without versions of its own copies what there is now. */
  version: number;
  from_document_id: number;
  to_document_id: number;
  /** The records of a database come along with its tables. */
  with_records: boolean;
}

/**
 * Asked for every copy, once it has its row and its files: a plugin that keeps rows of a document copies those that belong to
 * the copy. A page that such a plugin makes is made again after the commit, from the copy's own rows.
 */
export const documentsCopiedHook = hook<CopiedDocument>("documents.copied");

/** Asked when the comments are to come along; answers how many did. */
export const copyCommentsHook = hook<CopiedDocument, number>("documents.copy_comments");

// What plugins above copy along when a document is duplicated, where the request says so.
import { type Sql, slot } from "../../../kernel/mod.ts";

/** A copy that was just made, in the transaction that makes it. */
export interface CopiedDocument {
  sql: Sql;
  workspace_id: number;
  from_document_id: number;
  to_document_id: number;
}

/** Asked when the comments are to come along; answers how many did. */
export const copyCommentsSlot = slot<CopiedDocument, number>("documents.copy_comments");

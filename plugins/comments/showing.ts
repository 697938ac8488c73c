// A comment as the wire shows it, and the members whom its text reaches.

import type { Actor, Call, Static } from "../../kernel/plugin.ts";
import { findViewers } from "../documents/port/read.ts";
import { findMentions } from "./mentions.ts";
import { refuseMissingComment } from "./permits.ts";
import type { Comment } from "./schemas.ts";
import { type CommentRow, findComment, findMembersByEmail } from "./store/comments.ts";

export function showComment(row: CommentRow, context: { doc_id: string; actor: Actor }): Static<typeof Comment> {
  return {
    id: row.comment_id,
    doc_id: context.doc_id,
    parent_id: row.parent_id,
    author: row.author_id === null || row.author_email === null ? null : { id: row.author_id, email: row.author_email },
    body: row.body,
    mentions: row.mentions,
    path: row.path,
    anchor: row.anchor,
    resolved: row.resolved_at !== null,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    mine: row.author_id === context.actor.user_id,
  };
}

/** The members named in a text who may open the document; everybody else's address is plain text. */
export async function resolveMentions(
  { sql, actor, now }: Pick<Call, "sql" | "actor" | "now" | "use">,
  text: { doc_id: string; body: string },
): Promise<number[]> {
  const emails = findMentions(text.body);
  if (emails.length === 0) return [];
  const workspace_id = actor.workspace.id;
  const user_ids = await findMembersByEmail(sql, { workspace_id, emails });
  return findViewers(sql, { workspace_id, doc_id: text.doc_id, user_ids, now });
}

/** A comment as the transaction has left it. */
export async function rereadComment({ sql, actor }: Pick<Call, "sql" | "actor">, id: number): Promise<CommentRow> {
  const row = await findComment(sql, { workspace_id: actor.workspace.id, comment_id: id });
  if (!row) throw refuseMissingComment();
  return row;
}

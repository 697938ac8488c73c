// Who may touch a comment: loads it with its document, or refuses with 404 or 403 (rules: comments 1, permission 7).
import { demandActor, type Permit, type PermitCall, refuse } from "../../kernel/mod.ts";
import { findDocumentOf, holds, type LoadedDocument, refuseLow } from "../documents/port/read.ts";
import { type CommentRow, documentKeyOf, findComment } from "./store/comments.ts";

/** A comment of a document that the caller may open. */
export interface HeldComment {
  comment: CommentRow;
  document: LoadedDocument;
}

/** A comment that the caller may answer and resolve, and with `rewrites` one that they wrote themselves. */
export function changeableComment(commentId: number, rewrites: boolean): Permit<HeldComment> {
  return {
    needs: rewrites ? "comment on the document, and having written the comment" : "comment on the document",
    check: async (call) => {
      const held = await loadComment(call, commentId);
      refuseLow(held.document, "comment");
      if (rewrites && !isAuthor(call, held)) throw refuse.forbidden("only its author may change a comment's text");
      return held;
    },
  };
}

/** A comment that the caller wrote, or that stands on a document of which they may change the settings. */
export function deletableComment(commentId: number): Permit<HeldComment> {
  return {
    needs: "having written the comment, or own on the document",
    check: async (call) => {
      const held = await loadComment(call, commentId);
      if (isAuthor(call, held) || holds(held.document, "settings")) return held;
      const { level } = held.document;
      throw refuse.forbidden(
        `only its author and whoever may change the document's settings delete a comment; you hold ${level}`,
        { level },
      );
    },
  };
}

/** The one answer for an id that is nobody's and for a comment on a document that the caller may not know of. */
export function refuseMissingComment(): Error {
  return refuse.notFound("comment not found");
}

async function loadComment(call: PermitCall, commentId: number): Promise<HeldComment> {
  const by = { workspace_id: demandActor(call.actor).workspace.id, comment_id: commentId };
  // Both are always asked, so that an unknown id takes as long as a hidden one.
  const [comment, document] = await Promise.all([
    findComment(call.sql, by),
    findDocumentOf(call, documentKeyOf(call.sql, by)),
  ]);
  if (!comment || !document) throw refuseMissingComment();
  return { comment, document };
}

function isAuthor(call: PermitCall, { comment }: HeldComment): boolean {
  return comment.author_id === demandActor(call.actor).user_id;
}

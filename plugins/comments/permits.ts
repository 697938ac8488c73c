// Who may touch a comment:
// loads it with its document, or refuses with 404 or 403 (rules: comments/who, permission/existence).
import {
  type Actor,
  demandActor,
  type Permit,
  type PermitCall,
  Refusal,
  type Runtime,
  refuse,
} from "../../kernel/plugin.ts";
import { findDocumentOf, holds, type LoadedDocument, refuseLow } from "../documents/port/read.ts";
import { type CommentRow, documentKeyOf, findComment } from "./store/comments.ts";

/** A comment of a document that the caller may open. */
export interface LoadedComment {
  comment: CommentRow;
  document: LoadedDocument;
}

/** A comment that the caller may answer and resolve, and with `rewrites` one that they wrote themselves. */
export function changeableComment(commentId: number, rewrites: boolean): Permit<LoadedComment> {
  return {
    needs: rewrites ? "comment on the document, and having written the comment" : "comment on the document",
    check: async (call) => {
      const comment = await loadComment(call, commentId);
      refuseLow(comment.document, "comment");
      if (rewrites && !isAuthor(call, comment)) throw refuse.forbidden("only its author may change a comment's text");
      return comment;
    },
  };
}

/** A comment that the caller wrote, or that stands on a document of which they may change the settings. */
export function deletableComment(commentId: number): Permit<LoadedComment> {
  return {
    needs: "having written the comment, or own on the document",
    check: async (call) => {
      const comment = await loadComment(call, commentId);
      if (isAuthor(call, comment) || holds(comment.document, "settings")) return comment;
      const { level } = comment.document;
      throw refuse.forbidden(
        `only its author and whoever may change the document's settings delete a comment; you hold ${level}`,
        { level },
      );
    },
  };
}

/**
 * What was written while the plan carried comments stays there to be read and deleted after it does not. For everything else, an
 * unknown id among it, the plan is named first, as where all of comments is asked for.
 */
export function keptComments<S>(permit: Permit<S>): Permit<S> {
  return {
    needs: permit.needs,
    check: async (call, input) => {
      try {
        return await permit.check(call, input);
      } catch (error) {
        if (error instanceof Refusal) call.runtime.plans.demand("comments", demandActor(call.actor));
        throw error;
      }
    },
  };
}

/** Whether the plan lets people of the caller's workspace comment. */
export function carriesComments({ plans }: Pick<Runtime, "plans">, { workspace }: Actor): boolean {
  return plans.carries("comments", workspace.plan);
}

/** The one answer for an id that is nobody's and for a comment on a document that the caller may not know of. */
export function refuseMissingComment(): Error {
  return refuse.notFound("comment not found");
}

async function loadComment(call: PermitCall, commentId: number): Promise<LoadedComment> {
  const by = { workspace_id: demandActor(call.actor).workspace.id, comment_id: commentId };
  // Both are always asked, so that an unknown id takes as long as a hidden one.
  const [comment, document] = await Promise.all([
    findComment(call.sql, by),
    findDocumentOf(call, documentKeyOf(call.sql, by)),
  ]);
  if (!comment || !document) throw refuseMissingComment();
  return { comment, document };
}

function isAuthor(call: PermitCall, { comment }: LoadedComment): boolean {
  return comment.author_id === demandActor(call.actor).user_id;
}

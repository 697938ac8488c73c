// Changing, resolving and deleting a comment (rules: comments/who).
import { refuse, t } from "../../../kernel/plugin.ts";
import { besideIt, holdsContent, refuseHeld } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { changeableComment, deletableComment, keptComments, refuseMissingComment } from "../permits.ts";
import { Comment, CommentChange, checkComment } from "../schemas.ts";
import { rereadComment, resolveMentions, showComment } from "../showing.ts";
import { holdThread } from "../store/comments.ts";
import { deleteComment, resolveThread, rewriteComment } from "../store/writes.ts";

const commentId = t.Object({ id: t.Id({ description: "The comment's id, as list_comments shows it." }) });

export const changeComment = operation({
  id: "comment.update",
  route: "PATCH /api/comments/{id}",
  tools: [
    {
      name: "edit_comment",
      wording: "Change the text of a comment of yours.",
      takes: ["id", "body"],
      requires: ["body"],
      gives: ["id", "doc_id", "mentions", "edited_at"],
    },
    {
      name: "resolve_comment",
      wording: "Resolve the thread of a comment; a reply opens it again.",
      takes: ["id"],
      fixed: { resolved: true },
      gives: ["id", "doc_id", "resolved", "resolved_at"],
      idempotent: true,
    },
  ],
  summary: "Change a comment's text, or resolve its thread",
  description:
    "The text is its author's to change; whoever may comment resolves. `resolved: false` opens a thread again.",
  params: commentId,
  body: CommentChange,
  output: Comment,
  gate: "comments",
  rules: ({ body }) => {
    if (body.body === undefined && body.resolved === undefined)
      throw refuse.invalid('provide "body", "resolved" or both');
    checkComment(body);
  },
  permit: ({ params, body }) => changeableComment(params.id, body.body !== undefined),
  connection_limit: "places",
  publishes: ({ body }, { document }) => (body.body === undefined ? null : besideIt(document)),
  audit: ["comment.update", "comment.resolve", "comment.reopen"],
  refuses: [423],
  run: async (call, { params: { id }, body }) => {
    const { sql, actor, subject, note, now } = call;
    const { doc_id, document_id } = subject.document;
    const workspace_id = actor.workspace.id;
    const about = { target_type: "comment", meta: { doc_id } };
    const thread = await holdThread(sql, { workspace_id, document_id, comment_id: id });
    if (!thread) throw refuseMissingComment();
    if (body.body !== undefined) {
      // Nothing keeps what a comment said before, so that a change ends it.
      if (body.body !== subject.comment.body && (await holdsContent(sql, document_id))) throw refuseHeld("the comment");
      const mention_ids = await resolveMentions(call, { doc_id, body: body.body });
      const changed = await rewriteComment(sql, { comment_id: id, workspace_id, body: body.body, mention_ids, now });
      if (changed) note("comment.update", { ...about, target_id: id });
    }
    if (body.resolved !== undefined) {
      const by = body.resolved ? { user_id: actor.user_id, now } : null;
      const changed = await resolveThread(sql, { thread_id: thread.thread_id, workspace_id, by });
      const action = body.resolved ? "comment.resolve" : "comment.reopen";
      if (changed) note(action, { ...about, target_id: thread.thread_id });
    }
    return showComment(await rereadComment(call, id), { doc_id, actor });
  },
});

export const removeComment = operation({
  id: "comment.delete",
  route: "DELETE /api/comments/{id}",
  tool: {
    name: "delete_comment",
    wording: "Delete a comment; the first of a thread takes its replies along.",
    destructive: true,
  },
  summary: "Delete a comment, and with the first of a thread its replies",
  params: commentId,
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: ({ params }) => keptComments(deletableComment(params.id)),
  connection_limit: "places",
  opens: null,
  audit: "comment.delete",
  refuses: [423],
  run: async ({ sql, actor, subject, note }, { params: { id } }) => {
    if (await holdsContent(sql, subject.document.document_id)) throw refuseHeld("the comment");
    const gone = await deleteComment(sql, { comment_id: id, workspace_id: actor.workspace.id });
    if (!gone) throw refuseMissingComment();
    const { comment, document } = subject;
    note("comment.delete", {
      target_type: "comment",
      target_id: id,
      meta: {
        doc_id: document.doc_id,
        parent_id: comment.parent_id,
        author: comment.author_email,
        replies: gone.replies,
      },
    });
    return { id, deleted: true as const };
  },
});

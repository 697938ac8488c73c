// Listing the comments of a document.
import { nextCursor, pagesOf, paging, t } from "../../../kernel/plugin.ts";
import { documentNamed, holds } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { carriesComments, keptComments } from "../permits.ts";
import { Comment } from "../schemas.ts";
import { showComment } from "../showing.ts";
import { type CommentPosition, countComments, listComments } from "../store/comments.ts";

const PAGE_MAX = 500;
const COMMENTS = pagesOf(
  "comments",
  (at): CommentPosition => ({
    thread_id: at.id("thread_id"),
    comment_id: at.id("comment_id"),
  }),
);

export const readComments = operation({
  id: "comment.list",
  route: "GET /api/docs/{doc_id}/comments",
  tool: { name: "list_comments", wording: "List the comments on a document, thread by thread.", idempotent: true },
  summary: "List a document's comments, thread by thread, the oldest first",
  description:
    "On a plan without comments those that were written before are listed; where there are none the plan is refused.",
  query: t.Object({
    include_resolved: t.Optional(t.Boolean({ default: false, description: "Resolved threads too." })),
    ...paging({ maximum: PAGE_MAX, default: PAGE_MAX }),
  }),
  output: t.Object({
    doc_id: t.String(),
    can_comment: t.Boolean({ description: "Whether you may write, answer and resolve here." }),
    open_count: t.Integer({ description: "How many threads are not resolved." }),
    comments: t.Array(Comment),
    ...nextCursor,
  }),
  permit: ({ params }) => keptComments(documentNamed("view", params.doc_id)),
  connection_limit: "places",
  run: async ({ sql, actor, subject, runtime }, { query }) => {
    const { doc_id, document_id } = subject;
    const of = { workspace_id: actor.workspace.id, document_id };
    const { open, total } = await countComments(sql, of);
    if (total === 0) runtime.plans.demand("comments", actor);
    const found = await listComments(sql, {
      ...of,
      include_resolved: query.include_resolved ?? false,
      ...COMMENTS.options(query),
    });
    const { rows, next } = COMMENTS.page(found, query);
    return {
      doc_id,
      can_comment: holds(subject, "comment") && carriesComments(runtime, actor),
      open_count: open,
      comments: rows.map((row) => showComment(row, { doc_id, actor })),
      ...next,
    };
  },
});

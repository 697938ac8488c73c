// Listing the comments of a document (part 2, "Comments").
import { refuse, t } from "../../../kernel/mod.ts";
import { documentNamed, holds } from "../../documents/port.ts";
import { operation } from "../../operation.ts";
import { Comment } from "../schemas.ts";
import { showComment } from "../showing.ts";
import { type CommentPosition, type CommentRow, countComments, listComments } from "../store/comments.ts";

const PAGE_MAX = 500;

export const readComments = operation({
  id: "comment.list",
  route: "GET /api/docs/{doc_id}/comments",
  tool: { name: "list_comments", wording: "List the comments on a document, thread by thread.", idempotent: true },
  summary: "List a document's comments, thread by thread, the oldest first",
  query: t.Object({
    include_resolved: t.Optional(t.Boolean({ default: false, description: "Resolved threads too." })),
    limit: t.Limit({ maximum: PAGE_MAX }),
    cursor: t.Optional(t.String({ description: "next_cursor of the page before." })),
  }),
  output: t.Object({
    doc_id: t.String(),
    can_comment: t.Boolean({ description: "Whether you may write, answer and resolve here." }),
    open_count: t.Integer({ description: "How many threads are not resolved." }),
    comments: t.Array(Comment),
    next_cursor: t.Optional(t.String({ description: "Present when there are more." })),
  }),
  gate: "comments",
  permit: ({ params }) => documentNamed("view", params.doc_id),
  reach: "places",
  run: async ({ sql, actor, subject }, { query }) => {
    const { doc_id, document_id } = subject;
    const limit = query.limit ?? PAGE_MAX;
    const of = { workspace_id: actor.workspace.id, document_id };
    const rows = await listComments(sql, {
      ...of,
      include_resolved: query.include_resolved ?? false,
      after: query.cursor === undefined ? null : readCursor(query.cursor),
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      doc_id,
      can_comment: holds(subject, "comment"),
      open_count: (await countComments(sql, of)).open,
      comments: page.map((row) => showComment(row, { doc_id, actor })),
      ...(rows.length > limit && last ? { next_cursor: writeCursor(last) } : {}),
    };
  },
});

function writeCursor({ parent_id, comment_id }: CommentRow): string {
  return `${parent_id ?? comment_id}-${comment_id}`;
}

/** Throws 400 for a text that is no cursor of ours. */
function readCursor(cursor: string): CommentPosition {
  const [, thread, comment] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? [];
  if (thread && comment) return { thread_id: Number(thread), comment_id: Number(comment) };
  throw refuse.invalid(
    `cursor "${cursor.slice(0, 80)}" is not one of ours; send next_cursor as it came, or leave it out`,
  );
}

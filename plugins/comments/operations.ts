// The operations on comments (part 2, "Comments"): listing, writing, changing and resolving, deleting.
import { type Call, isJsonObject, type JsonObject, refuse, t } from "../../kernel/mod.ts";
import { documentNamed, documentsPort, holds, type LoadedDocument, refuseMissing } from "../documents/port.ts";
import { operation } from "../operation.ts";
import { changeableComment, deletableComment, type HeldComment, refuseMissingComment } from "./permits.ts";
import { Comment, CommentChange, checkComment, NewComment } from "./schemas.ts";
import { resolveMentions, showComment } from "./showing.ts";
import {
  type CommentPosition,
  type CommentRow,
  countComments,
  findComment,
  holdThread,
  listComments,
} from "./store/comments.ts";
import { deleteComment, insertComment, resolveThread, rewriteComment } from "./store/writes.ts";

const PAGE_MAX = 500;
const commentId = t.Object({ id: t.Id({ description: "The comment's id, as list_comments shows it." }) });

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

export const addComment = operation({
  id: "comment.create",
  route: "POST /api/docs/{doc_id}/comments",
  tool: { name: "add_comment", wording: "Comment on a document or one of its files, or reply to a comment." },
  summary: "Comment on a document",
  description: "A reply to a resolved thread opens it again.",
  body: NewComment,
  output: Comment,
  status: 201,
  gate: "comments",
  rules: ({ body }) => checkComment(body),
  permit: ({ params }) => documentNamed("comment", params.doc_id),
  audit: ["comment.create", "comment.reopen"],
  refuses: [409],
  run: async (call, { body }) => {
    const { sql, actor, now, subject, note } = call;
    const { doc_id, document_id } = subject;
    const workspace_id = actor.workspace.id;
    const path = body.path ?? null;
    refuseUnknownFile(subject, path);
    if (!(await call.use(documentsPort).hold(sql, document_id))) throw refuseMissing();
    await refuseTooMany(call);
    const thread = body.parent_id ? await joinThread(call, body.parent_id) : null;
    const id = await insertComment(sql, {
      workspace_id,
      document_id,
      parent_id: thread,
      author_id: actor.user_id,
      body: body.body,
      mention_ids: await resolveMentions(call, { doc_id, body: body.body }),
      path,
      anchor: anchorOf(body.anchor),
      now,
    });
    note("comment.create", { target_type: "comment", target_id: id, meta: { doc_id, parent_id: thread, path } });
    return showComment(await reread(call, id), { doc_id, actor });
  },
});

export const changeComment = operation({
  id: "comment.update",
  route: "PATCH /api/comments/{id}",
  tools: [
    {
      name: "edit_comment",
      wording: "Change the text of a comment of yours.",
      takes: ["id", "body"],
      requires: ["body"],
    },
    {
      name: "resolve_comment",
      wording: "Resolve the thread of a comment; a reply opens it again.",
      takes: ["id"],
      fixed: { resolved: true },
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
  audit: ["comment.update", "comment.resolve", "comment.reopen"],
  run: async (call, { params: { id }, body }) => {
    const { sql, actor, subject, note, now } = call;
    const { doc_id, document_id } = subject.document;
    const workspace_id = actor.workspace.id;
    const about = { target_type: "comment", meta: { doc_id } };
    const thread = await holdThread(sql, { workspace_id, document_id, comment_id: id });
    if (!thread) throw refuseMissingComment();
    if (body.body !== undefined) {
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
    return showComment(await reread(call, id), { doc_id, actor });
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
  gate: "comments",
  permit: ({ params }) => deletableComment(params.id),
  audit: "comment.delete",
  run: async ({ sql, actor, subject, note }, { params: { id } }) => {
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

function refuseUnknownFile(document: LoadedDocument, path: string | null): void {
  if (path === null || document.files.some((file) => file.path === path)) return;
  throw refuse.invalid(`path "${path}" is no file of this document; leave it out to comment on the whole`);
}

async function refuseTooMany({ sql, actor, subject, house }: Call<LoadedDocument>): Promise<void> {
  const max = house.caps["comments_per_document"] ?? 0;
  const { document_id } = subject;
  const { total } = await countComments(sql, { workspace_id: actor.workspace.id, document_id });
  if (total >= max)
    throw refuse.conflict(`this document has ${total} comments; at most ${max} are allowed, so delete some`);
}

/** The thread to which a reply belongs; a resolved one is open again. */
async function joinThread(call: Call<LoadedDocument>, parentId: number): Promise<number> {
  const { sql, actor, subject, note } = call;
  const { doc_id, document_id } = subject;
  const workspace_id = actor.workspace.id;
  const thread = await holdThread(sql, { workspace_id, document_id, comment_id: parentId });
  if (!thread)
    throw refuse.notFound(`comment ${parentId} is not found on this document; leave parent_id out to begin a thread`);
  const reopened = await resolveThread(sql, { thread_id: thread.thread_id, workspace_id, by: null });
  if (reopened) note("comment.reopen", { target_type: "comment", target_id: thread.thread_id, meta: { doc_id } });
  return thread.thread_id;
}

/** An anchor that passed its schema: an object, a text or nothing. */
function anchorOf(sent: unknown): JsonObject | string | null {
  if (typeof sent === "string") return sent;
  const parsed: unknown = JSON.parse(JSON.stringify(sent ?? null));
  return isJsonObject(parsed) ? parsed : null;
}

/** The comment as the transaction has left it. */
async function reread(
  { sql, actor }: Pick<Call<LoadedDocument | HeldComment>, "sql" | "actor">,
  id: number,
): Promise<CommentRow> {
  const row = await findComment(sql, { workspace_id: actor.workspace.id, comment_id: id });
  if (!row) throw refuseMissingComment();
  return row;
}

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

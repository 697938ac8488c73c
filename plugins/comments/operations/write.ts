// Writing a comment on a document, or a reply to one.

import { type Call, isJsonObject, type JsonObject, refuse, type WriteCall } from "../../../kernel/plugin.ts";
import { documentNamed, type LoadedDocument, refuseMissing } from "../../documents/port/read.ts";
import { besideIt, holdDocument } from "../../documents/port/write.ts";
import { capOf, operation } from "../../operation.ts";
import { Comment, checkComment, NewComment } from "../schemas.ts";
import { rereadComment, resolveMentions, showComment } from "../showing.ts";
import { countComments, holdThread } from "../store/comments.ts";
import { insertComment, resolveThread } from "../store/writes.ts";

export const addComment = operation({
  id: "comment.create",
  route: "POST /api/docs/{doc_id}/comments",
  tool: {
    name: "add_comment",
    wording: "Comment on a document or one of its files, or reply to a comment.",
    gives: ["id", "doc_id", "parent_id", "mentions", "created_at"],
  },
  summary: "Comment on a document",
  description: "A reply to a resolved thread opens it again.",
  body: NewComment,
  elsewhere: { resolved: { hint: "resolve it with PATCH /api/comments/{id}", holds: () => false } },
  output: Comment,
  status: 201,
  gate: "comments",
  rules: ({ body }) => checkComment(body),
  permit: ({ params }) => documentNamed("comment", params.doc_id),
  connection_limit: "places",
  publishes: (_input, document) => besideIt(document),
  audit: ["comment.create", "comment.reopen"],
  refuses: [409],
  run: async (call, { body }) => {
    const { sql, actor, now, subject, note } = call;
    const { doc_id, document_id } = subject;
    const workspace_id = actor.workspace.id;
    const path = body.path ?? null;
    refuseUnknownFile(subject, path);
    if (!(await holdDocument(sql, document_id))) throw refuseMissing();
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
    return showComment(await rereadComment(call, id), { doc_id, actor });
  },
});

function refuseUnknownFile(document: LoadedDocument, path: string | null): void {
  if (path === null || document.files.some((file) => file.path === path)) return;
  throw refuse.invalid(`path "${path}" is no file of this document; leave it out to comment on the whole`);
}

async function refuseTooMany({ sql, actor, subject, runtime }: Call<LoadedDocument>): Promise<void> {
  const max = capOf(runtime, "comments_per_document");
  const { document_id } = subject;
  const { total } = await countComments(sql, { workspace_id: actor.workspace.id, document_id });
  if (total >= max)
    throw refuse.conflict(`this document has ${total} comments; at most ${max} are allowed, so delete some`);
}

/** The thread to which a reply belongs; a resolved one is open again. */
async function joinThread(call: WriteCall<LoadedDocument>, parentId: number): Promise<number> {
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

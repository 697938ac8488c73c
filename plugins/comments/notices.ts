// What people are told of comments, and whom:
// the document's owner, those who write in the thread, and those who are named.

import {
  type AuditEvent,
  type Listener,
  listen,
  type Notice,
  type NoticeContext,
  type NoticeKind,
  noticeRevisionHook,
  notify,
} from "../../kernel/plugin.ts";
import { findDocumentOwner } from "../documents/port/read.ts";
import { holdTold, type ToldComment } from "./store/comments.ts";

export const COMMENT_KINDS: readonly NoticeKind[] = [
  {
    kind: "comment.created",
    title: "Comments on your documents, in your threads, and on what you watch",
    channels: { app: true, email: true, chat: true },
  },
  {
    kind: "comment.mentioned",
    title: "Comments that name you",
    channels: { app: true, email: true, chat: true },
  },
  {
    kind: "comment.resolved",
    title: "Resolved comments",
    channels: { app: true, email: false, chat: false },
  },
];

const EXCERPT_CHARS = 280;

export const commentListeners: readonly Listener[] = [
  notify("comment.create", "tell_created", tellCreated),
  notify("comment.update", "tell_updated", tellUpdated),
  notify("comment.resolve", "tell_resolved", tellResolved),
  listen("comment.delete", "withdraw", async ({ workspace_id, target_id, meta }, { callHook, database }) => {
    const gone = { sql: database.sql, workspace_id, body: null };
    await callHook(noticeRevisionHook, { ...gone, of: { type: "comment", id: target_id } });
    if (meta["parent_id"] === null)
      await callHook(noticeRevisionHook, { ...gone, of: { thread: threadKey(target_id) } });
  }),
];

async function tellCreated(event: AuditEvent, context: NoticeContext): Promise<Notice[]> {
  const told = await readTold(event, context);
  if (!told) return [];
  const { comment, doc_id, owner_id } = told;
  const title = comment.parent_id === null ? 'New comment on "{document}"' : 'New reply on "{document}"';
  const others = [owner_id, ...comment.people].filter((id) => !comment.mention_ids.includes(id));
  return [
    mentionNotice(event, { comment, doc_id }),
    { ...noticeOf(event, { comment, doc_id }), kind: "comment.created", title, user_ids: others, following: true },
  ];
}

/** Whoever is named only now hears of it; for the others the text is the new one. */
async function tellUpdated(event: AuditEvent, context: NoticeContext): Promise<Notice[]> {
  const told = await readTold(event, context);
  if (!told) return [];
  const { comment, doc_id } = told;
  await context.callHook(noticeRevisionHook, {
    sql: context.sql,
    workspace_id: comment.workspace_id,
    of: { type: "comment", id: event.target_id },
    body: excerptOf(comment.body),
  });
  return [mentionNotice(event, { comment, doc_id })];
}

async function tellResolved(event: AuditEvent, context: NoticeContext): Promise<Notice[]> {
  const told = await readTold(event, context);
  if (!told) return [];
  const { comment, doc_id, owner_id } = told;
  return [
    {
      ...noticeOf(event, { comment, doc_id }),
      kind: "comment.resolved",
      // A thread may be resolved, opened and resolved again.
      key: `event:${event.event_id}`,
      title: 'A comment on "{document}" was resolved',
      user_ids: [owner_id, ...comment.people],
      following: true,
    },
  ];
}

interface Told {
  comment: ToldComment;
  doc_id: string;
  owner_id: number;
}

async function readTold(event: AuditEvent, { sql }: NoticeContext): Promise<Told | null> {
  const comment = await holdTold(sql, Number(event.target_id));
  const owner = comment ? await findDocumentOwner(sql, comment.document_id) : null;
  return comment && owner ? { comment, ...owner } : null;
}

function mentionNotice(event: AuditEvent, told: Omit<Told, "owner_id">): Notice {
  const title = 'You were mentioned in a comment on "{document}"';
  return { ...noticeOf(event, told), kind: "comment.mentioned", title, user_ids: told.comment.mention_ids };
}

function noticeOf(event: AuditEvent, { comment, doc_id }: Omit<Told, "owner_id">) {
  return {
    workspace_id: comment.workspace_id,
    key: `comment:${event.target_id}`,
    actor: event.actor,
    actor_user_id: event.actor_user_id,
    body: excerptOf(comment.body),
    target: { type: "comment", id: event.target_id },
    thread: threadKey(comment.thread_id),
    doc_id,
    created_at: event.created_at,
  };
}

function threadKey(id: number | string): string {
  return `comment:${id}`;
}

function excerptOf(body: string): string {
  const text = [...body];
  return text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS - 1).join("")}…` : body;
}

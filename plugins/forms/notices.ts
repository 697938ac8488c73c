// What people are told of answers:
// whoever made the form and whose the database is, as far as they may open it, and never what was answered.
import {
  type AuditEvent,
  enqueue,
  type Listener,
  listen,
  type Notice,
  type NoticeContext,
  type NoticeKind,
  notify,
} from "../../kernel/plugin.ts";
import { DRAFT_CREATED, SUBMITTED } from "./answers/actions.ts";
import { MAIL_GAP_MS, MAIL_JOB } from "./mails.ts";
import { findFormNamed } from "./store/forms.ts";

export const FORM_KINDS: readonly NoticeKind[] = [
  {
    kind: SUBMITTED,
    title: "Answers to your forms",
    channels: { app: true, email: true, chat: true },
    // A form says itself whether its maker is mailed.
    has_own_mail: true,
  },
  {
    kind: DRAFT_CREATED,
    title: "Answers to your forms that are begun, where a form tells of them",
    channels: { app: true, email: false, chat: false },
  },
];

export const formListeners: readonly Listener[] = [
  notify(SUBMITTED, "tell_submitted", (event, context) => tell(event, context)),
  notify(DRAFT_CREATED, "tell_begun", (event, context) => tell(event, context)),
  listen(SUBMITTED, "mail_maker", async ({ workspace_id, target_id }, { database, clock }) => {
    const { sql } = database;
    const form = await findFormNamed(sql, { workspace_id, doc_id: target_id });
    if (!form?.email_notify) return;
    const { document_id, mailed_at } = form;
    const now = clock.now();
    // One that lies ahead was written by a clock that was.
    const due_at =
      mailed_at === null || mailed_at > now
        ? now
        : new Date(Math.max(now.getTime(), mailed_at.getTime() + MAIL_GAP_MS));
    const dedupe_key = `${MAIL_JOB}:${document_id}`;
    await enqueue(sql, { kind: MAIL_JOB, payload: { document_id }, due_at, workspace_id, dedupe_key });
  }),
];

/** A database may have several forms, so it is the form that is named; its title stands in a text where a mark means the database's. */
function titleOf({ title }: { title: string }): string {
  return title.replaceAll("{document}", "document");
}

async function tell(event: AuditEvent, { sql }: NoticeContext): Promise<Notice[]> {
  const { workspace_id, target_id, action, actor, created_at, meta } = event;
  const form = await findFormNamed(sql, { workspace_id, doc_id: target_id });
  if (!form || (action === DRAFT_CREATED && !form.notify_drafts)) return [];
  const { doc_id, owner_id } = form.database;
  const what = action === DRAFT_CREATED ? "An answer was begun" : "New answer";
  const notice = {
    ...{ workspace_id, kind: action, actor, actor_user_id: null, body: null, created_at },
    user_ids: [...new Set([form.creator_id, owner_id])].filter((id) => id !== null),
    key: `${action}:${target_id}:${meta["record_id"]}:${meta["table_id"]}`,
    title: `${what} in "${titleOf(form)}"`,
    target: { type: "doc", id: doc_id },
    thread: `form:${target_id}`,
    doc_id,
  };
  return [notice];
}

// How plugins tell people what happened: each declares which audit action becomes which notice and to whom; who keeps them listens.
import type { AuditEvent } from "./audit/audit_event.ts";
import { type Listener, type ListenerContext, listen, slot } from "./meet.ts";
import type { Sql } from "./storage/sql.ts";

/** Something to tell people (rules: notifications 1). Whoever it is to is looked at again: members who may open `doc_id`, and never the doer. */
export interface Notice {
  workspace_id: number;
  user_ids: readonly number[];
  /** Dotted, such as `comment.created`; named by the plugin in `noticeKindsSlot` too. */
  kind: string;
  /** Told once for each person, kind and key, however often the event is delivered. */
  key: string;
  /** Who did it: an e-mail address or `system`, and the account to leave out. */
  actor: string;
  actor_user_id: number | null;
  /** `{document}` in it stands for the document's title, which is read when the notice is. */
  title: string;
  /** Shown only while the reader may open the document. */
  body: string | null;
  target: { type: string; id: string };
  /** What the target belongs to, so that all its notices can go at once. */
  thread: string | null;
  /** The document that it is about; a reader who lost it sees neither title nor body. */
  doc_id: string | null;
  created_at: Date;
}

/** Filled by the plugin that keeps notices; without one, nobody is told. */
export const noticeSlot = slot<Notice & { sql: Sql; now: Date }>("notice.tell");

/** What was told of has another text now, or with null is gone, and the notices of it with it. */
export interface NoticeRevision {
  sql: Sql;
  workspace_id: number;
  of: Notice["target"] | { thread: string };
  body: string | null;
}

export const noticeRevisionSlot = slot<NoticeRevision>("notice.revise");

/** The kinds that a plugin tells, so that a filter can name those there are. */
export const noticeKindsSlot = slot<undefined, readonly string[]>("notice.kinds");

/** What a rule may read: the listener's context and the transaction in which its notices are kept. */
export type NoticeContext = ListenerContext & { sql: Sql };

/**
 * Declares that an audit action becomes notices: `notify("invite.accept", "tell_inviter", (event) => [...])`, in a plugin's
 * `on`. The rule and the keeping of its notices are one transaction, so what the rule locks is still so when they are kept.
 */
export function notify(
  action: string,
  name: string,
  rule: (event: AuditEvent, context: NoticeContext) => Promise<readonly Notice[]> | readonly Notice[],
): Listener {
  return listen(action, name, (event, context) =>
    context.database.withTransaction(async (sql) => {
      const notices = await rule(event, { ...context, sql });
      for (const notice of notices) await context.ask(noticeSlot, { ...notice, sql, now: context.clock.now() });
    }),
  );
}

// How plugins tell people what happened: each declares which audit action becomes which notice and to whom;
// who keeps them listens.

import type { Sql } from "../db/sql.ts";
import type { AuditEvent } from "../hooks/audit_event.ts";
import { hook, type Listener, type ListenerContext, listen } from "../hooks/hooks.ts";

/** Something to tell people (rules: notifications/what_one_may_open). Whoever it is to is looked at again: members who may open `doc_id`, and never the doer. */
export interface Notice {
  workspace_id: number;
  user_ids: readonly number[];
  /** Dotted, such as `comment.created`; declared by the plugin in `noticeKindsHook`. */
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
  /** It is for those who follow `doc_id`: watchers are told too, and whoever muted the document is not. */
  following?: true;
  /** After one of this kind and thread, a person is not told another for so long. */
  quiet_ms?: number;
  /** The document is in the trash: whoever could open it, were it not, is told, and reads its title until it is purged. */
  in_trash?: true;
  created_at: Date;
}

/** Filled by the plugin that keeps notices; without one, nobody is told. */
export const noticeHook = hook<Notice & { sql: Sql; now: Date }>("notice.tell");

/** What was told of has another text now, or with null is gone, and the notices of it with it. */
export interface NoticeRevision {
  sql: Sql;
  workspace_id: number;
  of: Notice["target"] | { thread: string };
  body: string | null;
}

export const noticeRevisionHook = hook<NoticeRevision>("notice.revise");

/** What notices of this kind and thread ask for is decided: for whoever was told they are read as of then. */
export interface NoticeSettlement {
  sql: Sql;
  workspace_id: number;
  kind: string;
  thread: string;
  at: Date;
}

export const noticeSettlementHook = hook<NoticeSettlement>("notice.settle");

/** Declares that an audit action decides what notices of a kind ask for; `threadOf` is null for an event that decides nothing. */
export function settle(action: string, kind: string, threadOf: (event: AuditEvent) => string | null): Listener {
  return listen(action, `settle_${kind.replace(".", "_")}`, async (event, { database, callHook }) => {
    const { workspace_id, created_at: at } = event;
    const thread = threadOf(event);
    if (thread !== null) await callHook(noticeSettlementHook, { sql: database.sql, workspace_id, kind, thread, at });
  });
}

/** A way on which people are told: a list in the app, the mail that gathers what happened, and a chat of their choice. */
export const NOTICE_CHANNELS = ["app", "email", "chat"] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** A kind of notice, declared once by the plugin that tells it. */
export interface NoticeKind {
  kind: string;
  /** What people choose channels for, such as "Comments on your documents". */
  title: string;
  /** On which channels it is told to whoever has chosen none. */
  channels: Readonly<Record<NoticeChannel, boolean>>;
  /** Of what is about no document: the operation that shows its target as a page, at a path that takes the target's id. */
  page?: string;
  /** Its plugin sends a mail of its own, about this alone, to whoever wants mail of the kind (`wantsMail`). */
  has_own_mail?: true;
}

/** The kinds that a plugin tells: filters, settings and defaults are made from them. */
export const noticeKindsHook = hook<undefined, readonly NoticeKind[]>("notice.kinds");

/** Whoever follows documents by what they did there, without having asked to: who wrote in one, who commented on it. */
export interface Followers {
  sql: Sql;
  workspace_id: number;
  doc_ids: readonly string[];
}

export interface Follower {
  doc_id: string;
  user_id: number;
  /** Nobody is told of what happened before. */
  since: Date;
}

/** Asked whom to tell of what happens to documents. */
export const followersHook = hook<Followers, readonly Follower[]>("notice.followers");

/** Asked before a mail of its own about a kind goes to a person. */
export const mailWantedHook = hook<{ sql: Sql; user_id: number; kind: string }, boolean>("notice.mail_wanted");

/** Whether a person wants mail of a kind; without a plugin that keeps such choices, they do. */
export async function wantsMail(
  { callHook, database }: Pick<ListenerContext, "callHook" | "database">,
  of: { user_id: number; kind: string },
): Promise<boolean> {
  return (await callHook(mailWantedHook, { sql: database.sql, ...of })).every((wanted) => wanted);
}

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
      for (const notice of notices) await context.callHook(noticeHook, { ...notice, sql, now: context.clock.now() });
    }),
  );
}

// The operations on notifications: reading one's own, and marking them as read.

import {
  DELETED_PERSON,
  nextCursor,
  noticeKindsSlot,
  paging,
  refuse,
  type Static,
  signedIn,
  t,
} from "../../kernel/mod.ts";
import { findDocuments, type ShownDocument } from "../documents/port/read.ts";
import { manifest } from "../manifest.ts";
import { operation } from "../operation.ts";
import { countUnread, findNotifications, markRead, NOTIFICATIONS, type NotificationRow } from "./store.ts";

const PAGE_DEFAULT = 50;
const PAGE_MAX = 200;
const IDS_MAX = manifest.caps.notifications_per_request;

const Notification = t.Object(
  {
    id: t.Integer(),
    kind: t.String({ description: "Such as comment.created." }),
    title: t.Nullable(t.String({ description: "One line; null when you may not open the document any more." })),
    body: t.Nullable(t.String({ description: "What was written, if anything; null as well when the title is." })),
    actor: t.String({ description: `Who did it: an e-mail address, system, or "${DELETED_PERSON}".` }),
    target: t.Object({
      type: t.String({ description: "Such as comment." }),
      id: t.Nullable(
        t.String({ description: "Null, like url and doc_id, when you may not open the document any more." }),
      ),
      url: t.Nullable(t.String({ description: "Where to look at it." })),
    }),
    doc_id: t.Nullable(t.String({ description: "The document that it is about, as long as you may open it." })),
    created_at: t.Instant(),
    read_at: t.Nullable(t.Instant()),
  },
  { $id: "Notification" },
);

export const listNotifications = operation({
  id: "notification.list",
  route: "GET /api/notifications",
  tool: {
    name: "list_notifications",
    wording: "List what you were told of: comments, mentions, access. Newest first.",
    idempotent: true,
  },
  summary: "List your notifications, newest first",
  description:
    "Kept for 90 days. Titles are read anew: of a document that you may not open any more, nothing is shown, not even which one it was.",
  query: t.Object({
    unread: t.Optional(t.Boolean({ default: false, description: "Only those that are not marked as read." })),
    kind: t.Optional(t.String({ maxLength: 64, description: "Only this kind, such as comment.created." })),
    ...paging({ default: PAGE_DEFAULT, maximum: PAGE_MAX }),
  }),
  output: t.Object({
    notifications: t.Array(Notification),
    unread: t.Integer({ description: "How many are unread in all." }),
    ...nextCursor,
  }),
  permit: signedIn(),
  reach: "places",
  run: async (call, { query }) => {
    const { actor, sql, house } = call;
    const kind = query.kind === undefined || query.kind === "" ? null : query.kind;
    if (kind !== null) refuseUnknownKind(kind, (await house.ask(noticeKindsSlot, undefined)).flat());
    const options = { actor, unread: query.unread ?? false, kind, ...NOTIFICATIONS.options(query) };
    const { rows, next } = NOTIFICATIONS.page(await findNotifications(sql, options), query);
    const docIds = [...new Set(rows.flatMap((row) => row.doc_id ?? []))];
    const docs = await findDocuments(call, docIds);
    return {
      notifications: rows.map((row) => showNotification(row, docs)),
      unread: await countUnread(sql, actor),
      ...next,
    };
  },
});

export const markNotificationsRead = operation({
  id: "notification.read",
  route: "POST /api/notifications/read",
  tool: {
    name: "mark_notifications_read",
    wording: "Mark some of your notifications, or all, as read.",
    idempotent: true,
  },
  summary: "Mark notifications as read",
  description:
    "Send either `ids`, or `all: true`, the latter also with `before`. Ids that are not yours count for nothing.",
  body: t.Object({
    ids: t.Optional(
      t.Array(t.Id(), { maxItems: IDS_MAX, description: "Ids as list_notifications shows them; or send all." }),
    ),
    all: t.Optional(t.Boolean({ description: "True marks all of them.", examples: [true] })),
    before: t.Optional(
      t.Instant({
        description: "With all, only those that were made before this instant (ISO 8601, UTC or an offset).",
      }),
    ),
  }),
  output: t.Object({ unread: t.Integer({ description: "How many are unread now." }) }),
  rules: ({ body }) => checkChoice(body),
  permit: signedIn(),
  reach: "places",
  opens: null,
  audit: "notification.read",
  run: async ({ actor, sql, now, note }, { body }) => {
    const which = body.ids ? { ids: body.ids } : { before: body.before === undefined ? null : new Date(body.before) };
    const count = await markRead(sql, { actor, now, which });
    if (count > 0) note("notification.read", { target_type: "user", target_id: actor.user_id, meta: { count } });
    return { unread: await countUnread(sql, actor) };
  },
});

/** Throws 400 unless the body names some, or says all. */
function checkChoice({ ids, all, before }: { ids?: number[]; all?: boolean; before?: string }): void {
  if ((ids !== undefined) === (all === true)) throw refuse.invalid('provide exactly one of "ids" and "all": true');
  if (before !== undefined && all !== true) throw refuse.invalid('"before" goes with "all": true');
  if (before !== undefined && !isInstant(before)) {
    throw refuse.invalid(`before "${before.slice(0, 80)}" is no instant; write it as 2026-03-01T12:00:00Z`);
  }
}

/** An instant of ISO 8601 between 1970 and the year 9999, which every part of the house can hold. */
function isInstant(text: string): boolean {
  const instant = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return instant >= 0 && instant < Date.UTC(10_000, 0);
}

function refuseUnknownKind(kind: string, known: readonly string[]): void {
  if (known.includes(kind)) return;
  throw refuse.invalid(`kind "${kind}" is not allowed; use one of ${[...known].sort().join(", ")}`);
}

/** What a row shows to a reader who may open `docs`. */
function showNotification(row: NotificationRow, docs: ReadonlyMap<string, ShownDocument>): Static<typeof Notification> {
  const doc = row.doc_id === null ? null : docs.get(row.doc_id);
  const isLost = doc === undefined;
  return {
    id: row.notification_id,
    kind: row.kind,
    // A function stands in, because a title may hold what replacing gives a meaning to.
    title: isLost ? null : row.title.replace("{document}", () => doc?.title ?? ""),
    body: isLost ? null : row.body,
    actor: row.actor,
    target: { type: row.target_type, id: isLost ? null : row.target_id, url: doc?.url ?? null },
    doc_id: isLost ? null : row.doc_id,
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  };
}

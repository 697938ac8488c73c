// The operations on notifications: reading one's own, and marking them as read.

import { nextCursor, paging, refuse, signedIn, t } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { listKinds } from "../kinds.ts";
import { Notification, showNotifications } from "../showing.ts";
import { countUnread, findNotifications, markRead, NOTIFICATIONS } from "../store/notifications.ts";

const PAGE_DEFAULT = 50;
const PAGE_MAX = 200;
const IDS_MAX = manifest.caps.notifications_per_request;

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
  connection_limit: "places",
  run: async (call, { query }) => {
    const { actor, sql, runtime } = call;
    const kind = query.kind === undefined || query.kind === "" ? null : query.kind;
    if (kind !== null)
      refuseUnknownKind(
        kind,
        (await listKinds(runtime)).map((one) => one.kind),
      );
    const options = { actor, unread: query.unread ?? false, kind, ...NOTIFICATIONS.options(query) };
    const { rows, next } = NOTIFICATIONS.page(await findNotifications(sql, options), query);
    const shown = await showNotifications(call, rows);
    return {
      notifications: shown.map(({ visibility: _visibility, ...one }) => one),
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
  connection_limit: "places",
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

/** An instant of ISO 8601 between 1970 and the year 9999, which every part of the server can hold. */
function isInstant(text: string): boolean {
  const instant = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return instant >= 0 && instant < Date.UTC(10_000, 0);
}

function refuseUnknownKind(kind: string, known: readonly string[]): void {
  if (known.includes(kind)) return;
  throw refuse.invalid(`kind "${kind}" is not allowed; use one of ${known.join(", ")}`);
}

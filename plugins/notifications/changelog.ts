// What clients see changed of the plugin notifications, newest first. Pure data; it imports nothing.

export const notificationsChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "`DELETE /api/watch/{watch_id}` takes a watch, or what is muted, off your list.",
  },
  {
    date: "2026-11-29",
    kind: "added",
    what: "`GET /api/notifications/unread` counts what is unread; notifications say with `key` what they tell of.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "A chat that a token gave (`PUT /api/notifications/chat`) is sent nothing once that token has ended; a connected program and a token with limits are a 403 there. Refused addresses of webhooks and chats say no more where a name leads.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET` and `PUT /api/notifications/settings`: what you are told of by the app, by mail and in your chat; `PUT` and `DELETE /api/notifications/chat`, and `POST /api/notifications/chat/test`.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET`, `POST` and `DELETE /api/watch`: what you watch and what you have muted. Tools: `list_watches`, `watch`, `unwatch`.",
  },
  {
    date: "2026-11-22",
    kind: "changed",
    what: "A notification about a document that its reader may not open any more says null for `doc_id` and `target.id`.",
  },
] as const;

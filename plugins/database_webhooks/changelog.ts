// What clients see changed of the plugin database_webhooks, newest first. Pure data; it imports nothing.

export const databaseWebhooksChanges = [
  {
    date: "2026-11-27",
    kind: "added",
    what: "`record.created`, `record.updated`, `record.deleted`, `record.restored` and `record.imported` among `events` of `POST /api/webhooks`, for connections of a table. The audit log calls what happens to records so, each record of a batch by itself.",
  },
] as const;

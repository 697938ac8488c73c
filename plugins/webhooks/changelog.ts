// What clients see changed of the plugin webhooks, newest first. Pure data; it imports nothing.

export const webhooksChanges = [
  {
    date: "2026-11-28",
    kind: "added",
    what: "`owner_email` and `is_owner_managing` of webhooks, and `take_over` in `PATCH /api/webhooks/{id}`: owners and admins are told of the webhooks of who manages the workspace no more (`webhook.orphaned`), whose connections are sent no values until somebody takes them over. `paused_reason` may be `owner`.",
  },
  {
    date: "2026-11-24",
    kind: "added",
    what: "`database_id`, `table_id`, `fields` and `provider` of `POST /api/webhooks`, and `fields` of its PATCH: a connection is sent the events of one database's forms, with the answers that it names.",
  },
] as const;

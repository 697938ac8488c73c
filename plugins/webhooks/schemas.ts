// The wire shapes of webhooks and deliveries.
import { t } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";
import { EVENT_PATTERN } from "./filter.ts";

const { events_per_webhook: EVENTS_MAX, webhook_url_chars: URL_CHARS_MAX } = manifest.caps;

export const WebhookUrl = t.String({
  minLength: 1,
  maxLength: URL_CHARS_MAX,
  description: "Where events are sent: an http or https address that is publicly reachable.",
  examples: ["https://example.com/hook"],
});

export const WebhookEvents = t.Array(
  t.String({
    maxLength: 100,
    pattern: EVENT_PATTERN,
    description: "an event is an action such as doc.publish, a family such as doc.*, or *",
  }),
  {
    maxItems: EVENTS_MAX,
    description: "None for all of them; of a connection, form.submitted or record.*.",
    examples: [["doc.*", "member.join"]],
  },
);

/** Why the service paused one: its server failed, or who it belongs to manages the workspace no more. */
export const PAUSED_REASONS = ["failing", "owner"] as const;

const shown = {
  id: t.Integer(),
  url: t.String(),
  events: t.Array(t.String()),
  active: t.Boolean({ description: "False while it is paused: no event is sent, but what was tried before still is." }),
  created_at: t.Instant(),
  secret_set: t.Boolean(),
  paused_reason: t.Nullable(t.OneOf(PAUSED_REASONS), { description: "Set where the service paused it." }),
  owner_email: t.Nullable(t.String(), { description: "Who made it or took it over; null once that account is gone." }),
  is_owner_managing: t.Boolean({
    description: "Whether they are an owner or admin still. Where not, take_over makes it yours.",
  }),
  database_id: t.Nullable(t.String(), { description: "Of a connection." }),
  table_id: t.Nullable(t.Integer()),
  fields: t.Nullable(t.Array(t.String())),
  provider: t.Nullable(t.String()),
  unknown_events: t.Array(t.String(), { description: "Those of `events` that nothing here is called by now." }),
};

export const Webhook = t.Object(shown, { $id: "Webhook" });

export const CreatedWebhook = t.Object(
  { ...shown, secret: t.String({ description: "Signs what is sent; shown this once." }) },
  { $id: "CreatedWebhook" },
);

export const WebhookDetail = t.Object(
  {
    ...shown,
    former_secret_until: t.Nullable(t.Instant(), {
      description: "Until then the secret before the last rotation signs too.",
    }),
    stats: t.Object({
      ok_24h: t.Integer({ description: "Delivered, of what came up in the last 24 hours; counted up to 100,000." }),
      failed_24h: t.Integer({ description: "Given up, of the same." }),
      pending: t.Integer({ description: "Still to be sent, counted up to 100,000." }),
      oldest_pending: t.Nullable(t.Instant()),
      paused_reason: t.Nullable(t.OneOf(PAUSED_REASONS)),
    }),
  },
  { $id: "WebhookDetail" },
);

export const EventShown = t.Object(
  {
    action: t.String(),
    actor: t.String({ description: "An e-mail address, `system`, or `scim:<workspace>`." }),
    created_at: t.Instant(),
    id: t.Integer({ description: "The same here and in every delivery: tell repeats by it." }),
    meta: t.Json(),
    target_id: t.String(),
    target_type: t.String(),
    workspace_id: t.Integer(),
  },
  { $id: "Event" },
);

const delivery = {
  id: t.Integer(),
  webhook_id: t.Integer(),
  event_id: t.Integer({ description: "The same however often the event is sent: tell repeats by it." }),
  action: t.String(),
  kind: t.OneOf(["event", "test", "redelivery"]),
  status: t.OneOf(["pending", "ok", "failed"]),
  attempts: t.Integer(),
  last_status_code: t.Nullable(t.Integer()),
  last_error: t.Nullable(t.String(), { description: "Why no answer came." }),
  next_attempt_at: t.Nullable(t.Instant()),
  created_at: t.Instant(),
  delivered_at: t.Nullable(t.Instant()),
};

export const Delivery = t.Object(delivery, { $id: "WebhookDelivery" });

export const DeliveryDetail = t.Object(
  {
    ...delivery,
    attempt_log: t.Array(
      t.Object({
        attempt: t.Integer(),
        attempted_at: t.Instant(),
        status_code: t.Nullable(t.Integer()),
        error: t.Nullable(t.String(), { description: "Why no answer came." }),
        duration_ms: t.Integer(),
        response: t.String({ description: "The first 4 KiB of the answer, as text." }),
      }),
      { description: "Each attempt, the first one first." },
    ),
  },
  { $id: "WebhookDeliveryDetail" },
);

const { fields_per_table: FIELDS_MAX, field_key_chars: KEY_CHARS_MAX } = manifest.caps;

export const ConnectionFields = t.Array(t.String({ minLength: 1, maxLength: KEY_CHARS_MAX }), {
  maxItems: FIELDS_MAX,
  description: "The fields whose values are sent along.",
});

/** What makes a webhook a connection. */
export const connectionMembers = {
  database_id: t.Optional(
    t.String({ description: "Of this database alone: what is answered to its forms, and its records." }),
  ),
  table_id: t.Optional(t.Id({ description: "Of this table; events of records need it." })),
  fields: t.Optional(ConnectionFields),
  provider: t.Optional(
    t.Name({ minLength: 1, maxLength: 100, pattern: "\\S", description: "What the destination is." }),
  ),
};

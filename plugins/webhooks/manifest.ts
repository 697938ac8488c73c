// What the plugin webhooks brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { webhooksChanges } from "./changelog.ts";

const HOUR = 3600;
/** What a webhook of a database is told of, and with which values. */
const connected = { database_id: "string", fields: "array|null", table_id: "integer|null" } as const;

export const webhooks = {
  purpose: "Events of a workspace, sent to the servers of those who ask for them or fetched by them.",
  needs: ["signin", "members"],
  toolset: "webhooks",
  editions: ["community", "cloud"],
  since: "2026-11-22",
  caps: {
    webhooks_per_workspace: 50,
    events_per_webhook: 50,
    webhook_url_chars: 2048,
    events_per_recovery: 10_000,
    recovery_days: 30,
  },
  quotas: {
    webhook_redeliver: {
      limit: 300,
      window_seconds: HOUR,
      per: "account",
      message: "redelivery rate limit exceeded ({limit}/hour); try again later, or recover a time span at once",
    },
    webhook_test: {
      limit: 120,
      window_seconds: HOUR,
      per: "account",
      message: "webhook test rate limit exceeded ({limit}/hour); try again later",
    },
    webhook_recover: {
      limit: 20,
      window_seconds: HOUR,
      per: "account",
      message: "recovery rate limit exceeded ({limit}/hour); try again later",
    },
  },
  audit_actions: {
    "webhook.create": { since: "2026-11-22", on: ["webhook"], meta: { events: "array", host: "string", ...connected } },
    "webhook.delete": { since: "2026-11-22", on: ["webhook"], meta: { host: "string" } },
    "webhook.pause": { since: "2026-11-22", on: ["webhook"], meta: { host: "string", reason: "string" } },
    "webhook.recover": {
      since: "2026-11-22",
      on: ["webhook"],
      meta: { only: "string", queued: "integer", since: "string", until: "string" },
    },
    "webhook.redeliver": {
      since: "2026-11-22",
      on: ["webhook"],
      meta: { delivery_id: "integer", event_id: "integer" },
    },
    "webhook.rotate_secret": {
      since: "2026-11-22",
      on: ["webhook"],
      meta: { force: "boolean", overlap_seconds: "integer" },
    },
    "webhook.test": { since: "2026-11-22", on: ["webhook"], meta: { test: "boolean", url: "string" } },
    "webhook.update": {
      since: "2026-11-22",
      on: ["webhook"],
      meta: { active: "boolean", events: "array", host: "string", taken_over: "boolean", ...connected },
    },
  },
  changes: webhooksChanges,
} as const satisfies PluginManifest;

// What the plugin webhooks brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { webhooksChanges } from "./changelog.ts";

const HOUR = 3600;
/** What a webhook of a database is told of, and with which values. */
const connected = { database_id: "string", fields: "array|null", table_id: "integer|null" } as const;

export const webhooks = {
  purpose: "Events of a workspace, sent to the servers of those who ask for them or fetched by them.",
  needs: ["app", "signin", "members"],
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
    "webhook.create": {
      says: { en: "made the webhook to {on}", de: "hat den Webhook zu {on} erstellt" },
      since: "2026-11-22",
      on: ["webhook"],
      meta: { events: "array", host: "string", ...connected },
    },
    "webhook.delete": {
      says: { en: "removed the webhook to {on}", de: "hat den Webhook zu {on} entfernt" },
      since: "2026-11-22",
      on: ["webhook"],
      meta: { host: "string" },
    },
    "webhook.pause": {
      says: { en: "paused the webhook to {on}", de: "hat den Webhook zu {on} angehalten" },
      since: "2026-11-22",
      on: ["webhook"],
      meta: { host: "string", reason: "string" },
    },
    "webhook.recover": {
      says: { en: "sent what {on} had missed", de: "hat gesendet, was {on} verpasst hatte" },
      since: "2026-11-22",
      on: ["webhook"],
      meta: { only: "string", queued: "integer", since: "string", until: "string" },
    },
    "webhook.redeliver": {
      says: { en: "sent an event to {on} again", de: "hat ein Ereignis erneut an {on} gesendet" },
      since: "2026-11-22",
      on: ["webhook"],
      meta: { delivery_id: "integer", event_id: "integer" },
    },
    "webhook.rotate_secret": {
      says: { en: "gave {on} a new secret", de: "hat {on} ein neues Geheimnis gegeben" },
      since: "2026-11-22",
      on: ["webhook"],
      meta: { force: "boolean", overlap_seconds: "integer" },
    },
    "webhook.test": {
      says: { en: "tried out {on}", de: "hat {on} ausprobiert" },
      since: "2026-11-22",
      on: ["webhook"],
      meta: { test: "boolean", url: "string" },
    },
    "webhook.update": {
      says: { en: "changed the webhook to {on}", de: "hat den Webhook zu {on} geändert" },
      since: "2026-11-22",
      on: ["webhook"],
      meta: { active: "boolean", events: "array", host: "string", taken_over: "boolean", ...connected },
    },
  },
  changes: webhooksChanges,
} as const satisfies PluginManifest;

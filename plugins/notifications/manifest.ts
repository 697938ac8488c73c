// What the plugin notifications brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { notificationsChanges } from "./changelog.ts";

const HOUR = 3600;
const watched = { doc_id: "string|null", folder: "string|null", root_id: "integer|null" } as const;

export const notifications = {
  purpose: "What people are told of, by the app, by mail and in their chat; and what they watch.",
  needs: ["app", "documents", "places"],
  toolset: "comments",
  caps: {
    notifications_per_request: 1000,
    watches_per_account: 5000,
  },
  quotas: {
    chat_test: {
      limit: 20,
      window_seconds: HOUR,
      per: "account",
      message: "too many test messages ({limit}/hour); try again later",
    },
  },
  audit_actions: {
    "notification.chat": {
      says: {
        en: "changed where their news go in a chat",
        de: "hat geändert, wohin die eigenen Nachrichten im Chat gehen",
      },
      since: "2026-11-23",
      on: ["user"],
      meta: { format: "string|null", host: "string" },
    },
    "notification.chat.test": {
      says: { en: "tried out the news in a chat", de: "hat die Nachrichten im Chat ausprobiert" },
      since: "2026-11-23",
      on: ["user"],
      meta: { delivered: "boolean", status_code: "integer|null" },
    },
    "notification.read": {
      says: { en: "read news", de: "hat Nachrichten gelesen" },
      since: "2026-11-01",
      on: ["user"],
      meta: { count: "integer" },
    },
    "notification.settings": {
      says: { en: "changed which news they get", de: "hat geändert, welche Nachrichten kommen" },
      since: "2026-11-23",
      on: ["user"],
      meta: { digest: "boolean", kinds: "array" },
    },
    "watch.create": {
      says: { en: "began to watch {on}", de: "hat begonnen, {on} zu beobachten" },
      since: "2026-11-23",
      on: ["watch"],
      meta: watched,
    },
    "watch.delete": {
      says: { en: "stopped watching {on}", de: "hat aufgehört, {on} zu beobachten" },
      since: "2026-11-23",
      on: ["watch"],
      meta: { doc_id: "string|null" },
    },
    "watch.mute": {
      says: { en: "muted {on}", de: "hat {on} stumm gestellt" },
      since: "2026-11-23",
      on: ["watch"],
      meta: watched,
    },
  },
  changes: notificationsChanges,
} as const satisfies PluginManifest;

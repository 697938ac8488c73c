// What the plugin passwords brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const MINUTES = 60;

export const passwords = {
  purpose: "Signing in by a password, where the operator switches that on.",
  needs: ["app", "signin", "passkeys"],
  toolset: "admin",
  since: "2026-11-29",
  caps: {
    account_password_chars: 200,
  },
  quotas: {
    // One that signs in is given back.
    password_try: {
      limit: 10,
      window_seconds: 15 * MINUTES,
      per: "key",
      counted_by: "the account's mailbox, whether there is one or not, and the site that tries",
      message: "too many attempts",
    },
    password_try_total: {
      limit: 100,
      window_seconds: 15 * MINUTES,
      per: "key",
      counted_by: "the account's mailbox, whether there is one or not",
      message: "too many attempts",
    },
    password_set: { limit: 10, window_seconds: 60 * MINUTES, per: "account", message: "too many requests" },
  },
  audit_actions: {
    "password.remove": {
      says: { en: "removed their password", de: "hat das eigene Passwort entfernt" },
      since: "2026-11-29",
      on: ["user"],
      meta: {},
    },
    "password.set": {
      says: { en: "set a password", de: "hat ein Passwort gesetzt" },
      since: "2026-11-29",
      on: ["user"],
      meta: { was_set: "boolean" },
    },
  },
} as const satisfies PluginManifest;

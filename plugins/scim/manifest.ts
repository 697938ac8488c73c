// What the plugin scim brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { scimChanges } from "./changelog.ts";

export const scim = {
  purpose: "Provisioning: an identity provider keeps the people and groups of a workspace by SCIM 2.0.",
  needs: ["members", "groups", "places", "email_domains"],
  toolset: "admin",
  editions: ["community", "cloud"],
  since: "2026-11-23",
  caps: {
    scim_tokens_per_workspace: 20,
    scim_operations_per_patch: 1000,
    scim_members_per_request: 5000,
    scim_members_per_page: 10_000,
    scim_filter_chars: 1024,
    scim_external_id_chars: 256,
    scim_group_name_chars: 256,
    scim_log_rows: 100_000,
  },
  quotas: {
    scim_denied: { limit: 60, window_seconds: 60, per: "address", message: "too many requests" },
  },
  audit_actions: {
    "scim.token_create": {
      says: { en: "made the directory token {label}", de: "hat das Verzeichnis-Token {label} erstellt" },
      since: "2026-11-23",
      on: ["scim_token"],
      meta: { label: "string" },
    },
    "scim.token_revoke": {
      says: { en: "revoked the directory token {label}", de: "hat das Verzeichnis-Token {label} widerrufen" },
      since: "2026-11-23",
      on: ["scim_token"],
      meta: { label: "string" },
    },
    "scim.user_update": {
      says: { en: "changed the account of {on}", de: "hat das Konto von {on} geändert" },
      since: "2026-11-23",
      on: ["user"],
      meta: { email: "string", external_id: "string|null", previous_email: "string" },
    },
  },
  changes: scimChanges,
} as const satisfies PluginManifest;

// What the plugin tokens brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { tokensChanges } from "./changelog.ts";

const HOUR = 3600;

export const tokens = {
  purpose: "Who am I, and static bearer tokens for scripts.",
  needs: ["app"],
  toolset: "admin",
  // Who somebody is, they may always ask.
  in_every_toolset: ["me.get"],
  caps: {
    token_ttl_days: 3650,
  },
  quotas: {
    token_mint: { limit: 10, window_seconds: HOUR, per: "caller", message: "too many requests" },
  },
  audit_actions: {
    "member.name": {
      says: { en: "changed their name to {to}", de: "hat sich in {to} umbenannt" },
      since: "2026-11-28",
      on: ["user"],
      meta: { from: "string|null", to: "string" },
    },
    "token.create": {
      says: { en: "made the token {name}", de: "hat das Token {name} erstellt" },
      since: "2026-11-01",
      on: ["token"],
      meta: { name: "string", ttl_days: "integer" },
    },
    "token.revoke": {
      says: { en: "revoked the token {name} of {email}", de: "hat das Token {name} von {email} widerrufen" },
      since: "2026-11-01",
      on: ["token"],
      meta: { email: "string", name: "string" },
    },
  },
  changes: tokensChanges,
} as const satisfies PluginManifest;

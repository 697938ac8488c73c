// What the plugin sso brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const HOUR = 3600;

export const sso = {
  purpose: "A workspace's own provider signs its people in, by the domains that it has proven.",
  needs: ["signin", "members", "confirmations", "email_domains"],
  toolset: "admin",
  editions: ["community", "cloud"],
  since: "2026-11-23",
  caps: {
    sso_domains: 100,
  },
  quotas: {
    sso_callback: { limit: 60, window_seconds: 60, per: "address", message: "too many requests" },
    sso_lookup: { limit: 120, window_seconds: 60, per: "address", message: "too many requests" },
    sso_test: {
      limit: 60,
      window_seconds: HOUR,
      per: "account",
      message: "sign-on test rate limit exceeded ({limit}/hour); try again later",
    },
  },
  audit_actions: {
    "sso.delete": { since: "2026-11-23", on: ["workspace"], meta: { issuer: "string" } },
    "sso.enforce": { since: "2026-11-23", on: ["workspace"], meta: { domains: "array", sessions_ended: "integer" } },
    "sso.refuse": { since: "2026-11-23", on: ["workspace"], meta: { email: "string|null", reason: "string" } },
    "sso.test": {
      since: "2026-11-23",
      on: ["workspace"],
      meta: { issuer: "string", passed: "boolean", reason: "string" },
    },
    "sso.unenforce": { since: "2026-11-23", on: ["workspace"], meta: { domains: "array" } },
    "sso.unlink": { since: "2026-11-23", on: ["user"], meta: { email: "string" } },
    "sso.update": {
      since: "2026-11-23",
      on: ["workspace"],
      meta: { client_id: "string", domains: "array", enforced: "boolean", issuer: "string" },
    },
  },
} as const satisfies PluginManifest;

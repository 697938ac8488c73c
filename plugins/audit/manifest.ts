// What the plugin audit brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const HOUR = 3600;

export const audit = {
  purpose: "The audit log: who did what, exported, and checked against its hash chain.",
  needs: ["app", "signin", "documents", "members"],
  toolset: "admin",
  since: "2026-11-22",
  quotas: {
    audit_export: {
      limit: 30,
      window_seconds: HOUR,
      per: "account",
      message: "audit export rate limit exceeded ({limit}/hour); try again later",
    },
    audit_verify: {
      limit: 120,
      window_seconds: HOUR,
      per: "account",
      message:
        "audit verification rate limit exceeded ({limit}/hour); try again later, or run docsvc audit verify on the server",
    },
  },
  audit_actions: {
    "export.audit": {
      says: { en: "took the audit log along", de: "hat das Protokoll mitgenommen" },
      since: "2026-11-22",
      on: ["workspace"],
      meta: { filters: "object", scope: "string" },
    },
  },
} as const satisfies PluginManifest;

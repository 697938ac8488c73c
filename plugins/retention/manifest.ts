// What the plugin retention brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const retention = {
  purpose: "Warning people before a document expires, and the link that keeps it.",
  needs: ["documents"],
  toolset: "docs",
  audit_actions: {
    "doc.expiring": {
      says: { en: "said that {on} ends soon", de: "hat gemeldet, dass {on} bald endet" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { document_id: "integer", expires_at: "string", title: "string", user_ids: "array" },
    },
  },
} as const satisfies PluginManifest;

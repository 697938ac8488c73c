// What the plugin policy brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { policyChanges } from "./changelog.ts";

export const policy = {
  purpose: "What a workspace lets its members publish, for how long and from where; and legal hold.",
  needs: ["app", "documents", "folders", "members", "places", "texts"],
  toolset: "admin",
  editions: ["community", "cloud"],
  quotas: {
    secret_findings: {
      limit: 3000,
      window_seconds: 60,
      per: "caller",
      message: "secret findings rate limit exceeded ({limit}/minute); slow down and retry later",
    },
  },
  audit_actions: {
    "policy.secret_found": {
      says: { en: "found {findings} secrets in {on}", de: "hat {findings} Geheimnisse in {on} gefunden" },
      since: "2026-11-22",
      on: ["doc"],
      meta: { findings: "integer", rules: "array" },
    },
    "policy.updated": {
      says: { en: "changed the policy", de: "hat die Richtlinie geändert" },
      since: "2026-11-22",
      on: ["workspace"],
      meta: { from: "object", to: "object" },
    },
    "doc.legal_hold": {
      says: { en: "changed the legal hold of {on}", de: "hat die Aufbewahrungspflicht von {on} geändert" },
      since: "2026-11-22",
      on: ["doc"],
      meta: { on: "boolean", title: "string" },
    },
  },
  changes: policyChanges,
} as const satisfies PluginManifest;

// What the plugin email_domains brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const HOUR = 3600;

export const email_domains = {
  purpose: "Which e-mail domains a workspace has proven to be its own.",
  needs: ["signin", "members", "confirmations"],
  toolset: "admin",
  editions: ["community", "cloud"],
  since: "2026-11-23",
  caps: {
    email_domains_per_workspace: 100,
  },
  quotas: {
    email_domain_check: {
      limit: 60,
      window_seconds: HOUR,
      per: "account",
      message: "domain check rate limit exceeded ({limit}/hour); name servers take a while to know a new record",
    },
  },
  audit_actions: {
    "email_domain.add": {
      says: { en: "added the mail domain {on}", de: "hat die E-Mail-Domain {on} hinzugefügt" },
      since: "2026-11-23",
      on: ["email_domain"],
      meta: { domain: "string" },
    },
    "email_domain.failing": {
      says: { en: "did not find the proof of {on} any more", de: "hat den Nachweis von {on} nicht mehr gefunden" },
      since: "2026-11-23",
      on: ["email_domain"],
      meta: { domain: "string", error: "string", lapses_at: "string" },
    },
    "email_domain.lapse": {
      says: { en: "let the proof of {on} lapse", de: "hat den Nachweis von {on} verfallen lassen" },
      since: "2026-11-23",
      on: ["email_domain"],
      meta: { domain: "string", reason: "string" },
    },
    "email_domain.prove": {
      says: { en: "proved the mail domain {on}", de: "hat die E-Mail-Domain {on} nachgewiesen" },
      since: "2026-11-23",
      on: ["email_domain"],
      meta: { domain: "string", proven_by: "string" },
    },
    "email_domain.remove": {
      says: { en: "removed the mail domain {on}", de: "hat die E-Mail-Domain {on} entfernt" },
      since: "2026-11-23",
      on: ["email_domain"],
      meta: { domain: "string" },
    },
  },
} as const satisfies PluginManifest;

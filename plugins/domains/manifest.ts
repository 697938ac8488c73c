// What the plugin domains brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { domainsChanges } from "./changelog.ts";

const HOUR = 3600;

export const domains = {
  purpose: "Host names of a workspace's own, under which its documents are given out.",
  needs: ["app", "certificates", "content", "members", "signin"],
  toolset: "admin",
  editions: ["community", "cloud"],
  since: "2026-11-23",
  caps: {
    custom_domains_per_workspace: 1000,
  },
  quotas: {
    domain_check: {
      limit: 120,
      window_seconds: HOUR,
      per: "account",
      message: "domain check rate limit exceeded ({limit}/hour); name servers take a while to know a new record",
    },
  },
  audit_actions: {
    "domain.activate": {
      says: { en: "began to serve {on}", de: "hat begonnen, {on} auszuliefern" },
      since: "2026-11-23",
      on: ["domain"],
      meta: { hostname: "string" },
    },
    "domain.add": {
      says: { en: "added the domain {on}", de: "hat die Domain {on} hinzugefügt" },
      since: "2026-11-23",
      on: ["domain"],
      meta: { hostname: "string" },
    },
    "domain.confirm": {
      says: {
        en: "confirmed that people are signed in at {on}",
        de: "hat bestätigt, dass man bei {on} angemeldet ist",
      },
      since: "2026-11-28",
      on: ["domain"],
      meta: { hostname: "string" },
    },
    "domain.default": {
      says: { en: "chose the domain of links", de: "hat die Domain für Links gewählt" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { hostname: "string|null", was: "string|null" },
    },
    "domain.fail": {
      says: { en: "stopped serving {on}", de: "liefert {on} nicht mehr aus" },
      since: "2026-11-23",
      on: ["domain"],
      meta: { error: "string", hostname: "string" },
    },
    "domain.lapse": {
      says: { en: "let the domain {on} lapse", de: "hat die Domain {on} verfallen lassen" },
      since: "2026-11-23",
      on: ["domain"],
      meta: { error: "string", hostname: "string" },
    },
    "domain.recover": {
      says: { en: "serves {on} again", de: "liefert {on} wieder aus" },
      since: "2026-11-23",
      on: ["domain"],
      meta: { hostname: "string" },
    },
    "domain.remove": {
      says: { en: "removed the domain {on}", de: "hat die Domain {on} entfernt" },
      since: "2026-11-23",
      on: ["domain"],
      meta: { hostname: "string" },
    },
    "domain.verify": {
      says: { en: "proved the domain {on}", de: "hat die Domain {on} nachgewiesen" },
      since: "2026-11-23",
      on: ["domain"],
      meta: { hostname: "string" },
    },
  },
  changes: domainsChanges,
} as const satisfies PluginManifest;

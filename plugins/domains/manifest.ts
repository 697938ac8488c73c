// What the plugin domains brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { domainsChanges } from "./changelog.ts";

const HOUR = 3600;

export const domains = {
  purpose: "Host names of a workspace's own, under which its documents are given out.",
  needs: ["certificates", "content", "members", "signin"],
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
    "domain.activate": { since: "2026-11-23", on: ["domain"], meta: { hostname: "string" } },
    "domain.add": { since: "2026-11-23", on: ["domain"], meta: { hostname: "string" } },
    "domain.confirm": { since: "2026-11-28", on: ["domain"], meta: { hostname: "string" } },
    "domain.default": {
      since: "2026-11-23",
      on: ["workspace"],
      meta: { hostname: "string|null", was: "string|null" },
    },
    "domain.fail": { since: "2026-11-23", on: ["domain"], meta: { error: "string", hostname: "string" } },
    "domain.lapse": { since: "2026-11-23", on: ["domain"], meta: { error: "string", hostname: "string" } },
    "domain.recover": { since: "2026-11-23", on: ["domain"], meta: { hostname: "string" } },
    "domain.remove": { since: "2026-11-23", on: ["domain"], meta: { hostname: "string" } },
    "domain.verify": { since: "2026-11-23", on: ["domain"], meta: { hostname: "string" } },
  },
  changes: domainsChanges,
} as const satisfies PluginManifest;

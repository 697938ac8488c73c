// What the plugin sites brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { sitesChanges } from "./changelog.ts";

const HOUR = 3600;

export const sites = {
  purpose: "Published folders and navigations as sites, for whoever may read them.",
  needs: [
    ...["bundles", "content", "documents", "folders", "navigations", "places"],
    ...["rendering", "search", "texts", "wiki"],
  ],
  toolset: "wiki",
  since: "2026-11-23",
  caps: {
    site_pages: 5000,
    site_folders: 2000,
  },
  quotas: {
    site_export: {
      limit: 12,
      window_seconds: HOUR,
      per: "account",
      message: "site export rate limit exceeded ({limit}/hour); try again later",
    },
    site_page: { limit: 600, window_seconds: 60, per: "address", message: "too many requests" },
    site_search: { limit: 120, window_seconds: 60, per: "address", message: "too many searches" },
  },
  audit_actions: {
    "export.site": {
      says: { en: "took a site along as files", de: "hat eine Website als Dateien mitgenommen" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { as: "string", pages: "integer", root: "string|null" },
    },
  },
  changes: sitesChanges,
} as const satisfies PluginManifest;

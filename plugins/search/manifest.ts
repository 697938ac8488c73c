// What the plugin search brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { searchChanges } from "./changelog.ts";

export const search = {
  purpose: "Finding documents by what they say: grep and ranked search.",
  needs: ["documents", "places", "texts"],
  toolset: "docs",
  caps: {
    // What takes longer answers what it has until then, and says so.
    search_ms: 3000,
    search_pattern_chars: 256,
    ranked_query_chars: 200,
    glob_branches: 64,
    glob_parts: 4096,
  },
  quotas: {
    // What is read is bounded by what a server can do: no person or agent at work comes near these (rules: limits/fair_share).
    search: {
      limit: 3000,
      window_seconds: 60,
      per: "account",
      message: "search rate limit exceeded ({limit}/minute); slow down and retry later",
    },
    grep: {
      limit: 3000,
      window_seconds: 60,
      per: "account",
      message: "grep rate limit exceeded ({limit}/minute); slow down and retry later",
    },
  },
  changes: searchChanges,
} as const satisfies PluginManifest;

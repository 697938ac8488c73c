// What the plugin activity brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const activity = {
  purpose: "Who reads and changes documents: totals by day, events one by one, and a cursor that says when to look.",
  needs: ["app", "documents", "places"],
  toolset: "history",
  since: "2026-11-23",
  quotas: {
    activity: {
      limit: 3000,
      window_seconds: 60,
      per: "account",
      message: "activity rate limit exceeded ({limit}/minute); wait as long as poll_after says",
    },
  },
} as const satisfies PluginManifest;

// What the plugin credentials brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const credentials = {
  purpose:
    "What can act in a workspace, for its owners and admins: every token, connection and session, to see and to end.",
  needs: ["app", "members", "tokens", "oauth", "uploads"],
  toolset: "admin",
  since: "2026-11-23",
} as const satisfies PluginManifest;

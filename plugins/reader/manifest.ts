// What the plugin reader brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const reader = {
  purpose: "A document's page in the app.",
  needs: ["app", "documents", "rendering", "content", "history", "sharing", "roots", "folders", "places"],
  toolset: "docs",
  since: "2026-11-29",
} as const satisfies PluginManifest;

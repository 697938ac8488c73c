// What the plugin recent brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const recent = {
  purpose: "What a person opened last in the app, seen by them alone.",
  needs: ["app", "documents", "places"],
  toolset: "docs",
  caps: { recent_documents: 50 },
  since: "2026-11-29",
} as const satisfies PluginManifest;

// What the plugin writing brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const writing = {
  purpose: "Writing a document's text in the app, kept byte for byte but for what somebody changed.",
  needs: ["app", "documents", "texts", "editing", "history", "content", "reader"],
  toolset: "docs",
  since: "2026-11-29",
} as const satisfies PluginManifest;

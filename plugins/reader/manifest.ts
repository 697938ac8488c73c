// What the plugin reader brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const reader = {
  purpose: "A document in the app: its page, and what a person opened last.",
  needs: ["app", "documents", "rendering", "content", "history", "sharing", "roots", "places"],
  toolset: "docs",
} as const satisfies PluginManifest;

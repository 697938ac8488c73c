// What the plugin stars brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const stars = {
  purpose: "Private shortcuts of a person to documents and folders.",
  needs: ["app", "documents", "places", "folders"],
  toolset: "docs",
} as const satisfies PluginManifest;

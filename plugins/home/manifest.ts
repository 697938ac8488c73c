// What the plugin home brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const home = {
  purpose: "The page a signed-in person lands on, its search and its trash.",
  needs: ["app", "signin", "documents", "members", "places", "folders", "roots", "recent", "search", "tokens"],
  toolset: "admin",
} as const satisfies PluginManifest;

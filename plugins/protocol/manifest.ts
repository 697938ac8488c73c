// What the plugin protocol brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const protocol = {
  purpose: "The addresses at which agents are served.",
  needs: [],
  toolset: null,
} as const satisfies PluginManifest;

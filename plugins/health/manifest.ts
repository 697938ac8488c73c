// What the plugin health brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const health = {
  purpose: "Probes and the security contact of every host.",
  needs: [],
  toolset: "admin",
} as const satisfies PluginManifest;

// What the plugin places brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const places = {
  purpose: "Roots, folders and grants: where documents lie and who may do what there.",
  needs: [],
  toolset: null,
  caps: {
    folder_path_chars: 512,
    folder_levels: 8,
  },
} as const satisfies PluginManifest;

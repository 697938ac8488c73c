// What the plugin texts brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const MIB = 1024 ** 2;

export const texts = {
  purpose: "Comparing, patching and replacing texts.",
  needs: [],
  toolset: null,
  caps: {
    text_file_bytes: MIB,
    files_per_patch: 5000,
  },
} as const satisfies PluginManifest;

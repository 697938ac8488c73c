// What the plugin changes brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { changesChanges } from "./changelog.ts";

export const changes = {
  purpose: "The feed of changes that sync clients follow.",
  needs: ["documents", "places"],
  toolset: "docs",
  caps: {
    changes_wait_seconds: 60,
    changes_kept_days: 30,
  },
  changes: changesChanges,
} as const satisfies PluginManifest;

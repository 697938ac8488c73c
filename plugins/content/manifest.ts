// What the plugin content brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { contentChanges } from "./changelog.ts";

export const content = {
  purpose: "The content host: published documents and their files, to whoever may read them.",
  needs: ["documents", "rendering", "places"],
  toolset: "docs",
  quotas: {
    content_missing: { limit: 60, window_seconds: 60, per: "address", message: "too many requests" },
    password_failure: {
      limit: 10,
      window_seconds: 15 * 60,
      per: "key",
      counted_by: "the document and the network address",
      message: "too many attempts",
    },
  },
  changes: contentChanges,
} as const satisfies PluginManifest;

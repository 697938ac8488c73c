// What the plugin navigations brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { navigationsChanges } from "./changelog.ts";

const MIB = 1024 ** 2;

export const navigations = {
  purpose:
    "Navigations: curated trees of documents, folders, tags and links, shown to each reader as far as they may see.",
  needs: ["documents", "folders", "groups", "icons", "members", "places", "rendering"],
  toolset: "wiki",
  since: "2026-11-23",
  caps: {
    navigation_entries: 2000,
    navigation_levels: 8,
    navigation_tree_bytes: MIB,
    navigation_name_chars: 100,
    navigation_slug_chars: 64,
    navigation_label_chars: 200,
    navigation_target_chars: 2048,
    /** Documents shown of one folder or tag, and of all of a navigation. */
    navigation_section_documents: 500,
    navigation_expanded_documents: 5000,
    navigation_orphans: 500,
  },
  changes: navigationsChanges,
} as const satisfies PluginManifest;

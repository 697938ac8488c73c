// What the plugin rendering brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { renderingChanges } from "./changelog.ts";

const KIB = 1024;

export const rendering = {
  purpose: "Pages from markdown, snippets and files.",
  needs: ["texts"],
  toolset: null,
  caps: {
    alias_chars: 64,
    // Markdown.
    /** Quotes and lists inside each other. */
    markdown_nested_blocks: 100,
    markdown_levels: 500,
    markdown_odd_html_chars: 192 * KIB,
  },
  changes: renderingChanges,
} as const satisfies PluginManifest;

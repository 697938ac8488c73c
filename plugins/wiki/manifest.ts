// What the plugin wiki brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const wiki = {
  purpose: "The wiki: one navigation of a workspace, published as a site.",
  needs: ["content", "documents", "members", "navigations"],
  toolset: "wiki",
  since: "2026-11-23",
  caps: {
    wiki_title_chars: 100,
    wiki_tagline_chars: 300,
    wiki_footer_chars: 8000,
    redirects: 1000,
    redirect_chars: 1024,
    redirect_segments: 32,
    redirect_hops: 8,
    former_aliases: 5000,
  },
  audit_actions: {
    "wiki.update": {
      says: { en: "changed the wiki", de: "hat das Wiki geändert" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: {
        changed: "array",
        enabled: "boolean",
        indexable: "boolean",
        navigation_id: "integer|null",
        reason: "string",
      },
    },
  },
} as const satisfies PluginManifest;

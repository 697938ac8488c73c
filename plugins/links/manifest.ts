// What the plugin links brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { linksChanges } from "./changelog.ts";

export const links = {
  purpose: "Names for documents, links between them, and the addresses that follow a name.",
  needs: ["app", "documents", "rendering"],
  toolset: "docs",
  caps: {
    links_per_document: 1000,
  },
  audit_actions: {
    "doc.alias": {
      says: { en: "gave {on} the address {alias}", de: "hat {on} die Adresse {alias} gegeben" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { alias: "string|null", previous: "string|null", taken_from: "string" },
    },
  },
  changes: linksChanges,
} as const satisfies PluginManifest;

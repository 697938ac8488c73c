// What the plugin roots brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { rootsChanges } from "./changelog.ts";

const HOUR = 3600;

export const roots = {
  purpose: "Shared roots: made, changed and deleted, and who may open them and their folders.",
  needs: ["app", "places", "documents", "members", "groups"],
  toolset: "folders",
  toolsets: { sharing: ["root.access"] },
  caps: {
    shared_roots: 200,
    root_slug_chars: 64,
  },
  quotas: {
    access_review_export: {
      limit: 30,
      window_seconds: HOUR,
      per: "account",
      message: "access review export rate limit exceeded ({limit}/hour); try again later",
    },
  },
  audit_actions: {
    "access.inherit": {
      says: { en: "let {on} take its access from above again", de: "hat {on} wieder den Zugriff von oben gegeben" },
      since: "2026-11-01",
      on: ["folder"],
      meta: { folder: "string", root: "string", root_id: "integer" },
    },
    "export.access": {
      says: {
        en: "took along who may open the space {root}",
        de: "hat mitgenommen, wer den Bereich {root} öffnen darf",
      },
      since: "2026-11-23",
      on: ["root"],
      meta: { root: "string", user: "string" },
    },
    "root.create": {
      says: { en: "made the space {on}", de: "hat den Bereich {on} erstellt" },
      since: "2026-11-01",
      on: ["root"],
      meta: { name: "string", slug: "string" },
    },
    "root.delete": {
      says: { en: "deleted the space {on}", de: "hat den Bereich {on} gelöscht" },
      since: "2026-11-01",
      on: ["root"],
      meta: { moved_docs: "integer", name: "string", slug: "string", target: "string" },
    },
    "root.update": {
      says: { en: "changed the space {on}", de: "hat den Bereich {on} geändert" },
      since: "2026-11-01",
      on: ["root"],
      meta: { description: "string|null", icon: "string|null", name: "string", previous: "object", slug: "string" },
    },
  },
  changes: rootsChanges,
} as const satisfies PluginManifest;

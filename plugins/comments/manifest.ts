// What the plugin comments brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const KIB = 1024;

export const comments = {
  purpose: "Comments on documents, in threads, with mentions.",
  needs: ["documents"],
  toolset: "comments",
  caps: {
    comments_per_document: 10_000,
    comment_chars: 8000,
    comment_anchor_chars: 64 * KIB,
    comment_anchor_text_chars: 2000,
    comment_anchor_levels: 8,
  },
  audit_actions: {
    "comment.create": {
      says: { en: "commented on {on}", de: "hat {on} kommentiert" },
      since: "2026-11-01",
      on: ["comment"],
      meta: { doc_id: "string", parent_id: "integer|null", path: "string|null" },
    },
    "comment.delete": {
      says: { en: "deleted a comment of {author} on {on}", de: "hat einen Kommentar von {author} zu {on} gelöscht" },
      since: "2026-11-01",
      on: ["comment"],
      meta: { author: "string", doc_id: "string", parent_id: "integer|null", replies: "integer" },
    },
    "comment.reopen": {
      says: { en: "opened a comment on {on} again", de: "hat einen Kommentar zu {on} wieder geöffnet" },
      since: "2026-11-01",
      on: ["comment"],
      meta: { doc_id: "string" },
    },
    "comment.resolve": {
      says: { en: "resolved a comment on {on}", de: "hat einen Kommentar zu {on} erledigt" },
      since: "2026-11-01",
      on: ["comment"],
      meta: { doc_id: "string" },
    },
    "comment.update": {
      says: { en: "changed a comment on {on}", de: "hat einen Kommentar zu {on} geändert" },
      since: "2026-11-01",
      on: ["comment"],
      meta: { doc_id: "string" },
    },
  },
} as const satisfies PluginManifest;

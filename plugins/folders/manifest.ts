// What the plugin folders brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { foldersChanges } from "./changelog.ts";

/** From where to where a folder went with all its documents, whether by another name or another parent. */
const movedFolder = {
  docs: "integer",
  from: "string",
  root: "string",
  root_id: "integer|null",
  to: "string",
} as const;

/** A folder that has become a site or is none any more, and who may read it. */
const publishedFolder = {
  publish_group_id: "integer|null",
  publish_visibility: "string",
  published: "boolean",
  root: "string",
  root_id: "integer|null",
} as const;

export const folders = {
  purpose: "Folders: made, renamed, moved and removed, how they are shown, and the tree that they make.",
  needs: ["app", "places", "documents", "roots"],
  toolset: "folders",
  caps: {
    shortcuts_per_folder: 1000,
    folder_description_chars: 512,
    child_order_entries: 2000,
  },
  audit_actions: {
    "folder.create": { since: "2026-11-01", on: ["folder"], meta: { root: "string", root_id: "integer|null" } },
    "folder.delete": {
      since: "2026-11-01",
      on: ["folder"],
      meta: { force: "boolean", moved_docs: "integer", root: "string", root_id: "integer|null" },
    },
    "folder.move": {
      since: "2026-11-01",
      on: ["folder"],
      meta: movedFolder,
    },
    "folder.publish": { since: "2026-11-28", on: ["folder"], meta: publishedFolder },
    "folder.rename": {
      since: "2026-11-01",
      on: ["folder"],
      meta: movedFolder,
    },
    "folder.unpublish": { since: "2026-11-28", on: ["folder"], meta: publishedFolder },
    "folder.update": {
      since: "2026-11-01",
      on: ["folder"],
      meta: {
        child_order: "array",
        description: "string|null",
        icon: "string|null",
        index_doc_id: "string|null",
        publish_group_id: "integer|null",
        publish_visibility: "string",
        published: "boolean",
        root: "string",
        root_id: "integer|null",
        view_mode: "string|null",
      },
    },
    "shortcut.create": {
      since: "2026-11-01",
      on: ["shortcut"],
      meta: { folder: "string", root: "string", target: "object" },
    },
    "shortcut.delete": { since: "2026-11-01", on: ["shortcut"], meta: { folder: "string", root: "string" } },
    "shortcut.update": {
      since: "2026-11-01",
      on: ["shortcut"],
      meta: { icon: "string|null", label: "string|null", position: "integer" },
    },
  },
  changes: foldersChanges,
} as const satisfies PluginManifest;

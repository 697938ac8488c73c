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
    "folder.create": {
      says: { en: "made the folder {on}", de: "hat den Ordner {on} erstellt" },
      since: "2026-11-01",
      on: ["folder"],
      meta: { root: "string", root_id: "integer|null" },
    },
    "folder.delete": {
      says: { en: "deleted the folder {on}", de: "hat den Ordner {on} gelöscht" },
      since: "2026-11-01",
      on: ["folder"],
      meta: { force: "boolean", moved_docs: "integer", root: "string", root_id: "integer|null" },
    },
    "folder.move": {
      says: { en: "moved the folder {from} to {to}", de: "hat den Ordner {from} nach {to} verschoben" },
      since: "2026-11-01",
      on: ["folder"],
      meta: movedFolder,
    },
    "folder.publish": {
      says: { en: "published the folder {on}", de: "hat den Ordner {on} veröffentlicht" },
      since: "2026-11-28",
      on: ["folder"],
      meta: publishedFolder,
    },
    "folder.rename": {
      says: { en: "renamed the folder {from} to {to}", de: "hat den Ordner {from} in {to} umbenannt" },
      since: "2026-11-01",
      on: ["folder"],
      meta: movedFolder,
    },
    "folder.unpublish": {
      says: { en: "ended the site of the folder {on}", de: "hat die Website des Ordners {on} beendet" },
      since: "2026-11-28",
      on: ["folder"],
      meta: publishedFolder,
    },
    "folder.update": {
      says: { en: "changed the folder {on}", de: "hat den Ordner {on} geändert" },
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
      says: { en: "made a shortcut in {folder}", de: "hat eine Verknüpfung in {folder} erstellt" },
      since: "2026-11-01",
      on: ["shortcut"],
      meta: { folder: "string", root: "string", target: "object" },
    },
    "shortcut.delete": {
      says: { en: "removed a shortcut from {folder}", de: "hat eine Verknüpfung aus {folder} entfernt" },
      since: "2026-11-01",
      on: ["shortcut"],
      meta: { folder: "string", root: "string" },
    },
    "shortcut.update": {
      says: { en: "changed a shortcut", de: "hat eine Verknüpfung geändert" },
      since: "2026-11-01",
      on: ["shortcut"],
      meta: { icon: "string|null", label: "string|null", position: "integer" },
    },
  },
  changes: foldersChanges,
} as const satisfies PluginManifest;

// What the plugin documents brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { documentsChanges } from "./changelog.ts";

const KIB = 1024;
const MIB = 1024 ** 2;
const HOUR = 3600;

export const documents = {
  purpose: "Publishing, reading, changing and versioning documents.",
  needs: ["app", "places", "texts", "rendering"],
  toolset: "docs",
  toolsets: {
    files: [
      "doc.file",
      "doc.files",
      "doc.publish_file",
      "doc.publish_file_content",
      "doc.update_file",
      "doc.update_markdown",
    ],
    history: ["doc.version", "doc.versions", "doc.restore", "doc.trash", "doc.undelete"],
  },
  doc_types: ["document"],
  caps: {
    json_file_bytes: 20 * MIB,
    document_bytes: 20 * MIB,
    documents_per_account: 5000,
    files_per_document: 2000,
    tags_per_document: 10,
    description_bytes: 16 * KIB,
    list_docs: 500,
    file_path_chars: 512,
    tag_chars: 32,
    attrs_per_document: 16,
  },
  quotas: {
    publish: {
      limit: 120,
      window_seconds: HOUR,
      per: "account",
      message: "publish rate limit exceeded ({limit}/hour); slow down and retry later",
      editions: { community: 6000, publisher: 6000 },
    },
  },
  audit_actions: {
    "storage.recount": {
      says: { en: "counted the storage anew", de: "hat den Speicher neu gezählt" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { accounts: "integer", bytes: "integer", bytes_was: "integer" },
    },
    "trash.empty": {
      says: { en: "emptied the trash", de: "hat den Papierkorb geleert" },
      since: "2026-11-01",
      on: ["trash"],
      meta: { docs: "integer" },
    },
    "doc.activate": {
      says: { en: "put version {activated} of {on} in place", de: "hat Version {activated} von {on} eingesetzt" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { activated: "integer", version: "integer" },
    },
    "doc.delete": {
      says: { en: "put {on} in the trash", de: "hat {on} in den Papierkorb gelegt" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { alias: "string", title: "string" },
    },
    "doc.duplicated": {
      says: { en: "copied {on}", de: "hat {on} kopiert" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { comments: "integer", source: "object", title: "string", version: "integer" },
    },
    "doc.edit": {
      says: { en: "wrote version {version} of {on}", de: "hat Version {version} von {on} geschrieben" },
      since: "2026-11-01",
      on: ["doc"],
      meta: {
        added: "array",
        candidate: "boolean",
        commit_id: "integer",
        count: "integer",
        path: "string",
        removed: "array",
        replacements: "integer",
        version: "integer",
      },
    },
    "doc.expire": {
      says: { en: "let {on} expire", de: "hat {on} ablaufen lassen" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { expires_at: "string", title: "string" },
    },
    "doc.label": {
      says: { en: "named version {version} of {on} {label}", de: "hat Version {version} von {on} {label} genannt" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { label: "string|null", version: "integer" },
    },
    "doc.move": {
      says: { en: "moved {on}", de: "hat {on} verschoben" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { from: "object", to: "object" },
    },
    "doc.publish": {
      says: { en: "published {on}", de: "hat {on} veröffentlicht" },
      since: "2026-11-01",
      on: ["doc"],
      meta: {
        folder: "string",
        kind: "string",
        root: "string",
        title: "string",
        version: "integer",
        visibility: "string",
      },
    },
    "doc.purge": {
      says: { en: "deleted {on} for good", de: "hat {on} endgültig gelöscht" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { alias: "string", title: "string" },
    },
    "doc.restore": {
      says: {
        en: "restored version {restored_from} of {on}",
        de: "hat Version {restored_from} von {on} wiederhergestellt",
      },
      since: "2026-11-01",
      on: ["doc"],
      meta: { restored_from: "integer", version: "integer" },
    },
    "doc.retention": {
      says: { en: "changed how long {on} is kept", de: "hat geändert, wie lange {on} aufbewahrt wird" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { from: "integer", to: "integer" },
    },
    "doc.tags": {
      says: { en: "changed the tags of {on}", de: "hat die Tags von {on} geändert" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { tags: "array" },
    },
    "doc.undelete": {
      says: { en: "took {on} out of the trash", de: "hat {on} aus dem Papierkorb geholt" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { alias: "string", alias_lost: "string", folder: "string", title: "string" },
    },
    "doc.update": {
      says: { en: "changed {on}", de: "hat {on} geändert" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { fields: "array", version: "integer" },
    },
    "doc.visibility": {
      says: { en: "changed who may open {on}", de: "hat geändert, wer {on} öffnen darf" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { from: "string", to: "string" },
    },
  },
  changes: documentsChanges,
} as const satisfies PluginManifest;

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
      since: "2026-11-23",
      on: ["workspace"],
      meta: { accounts: "integer", bytes: "integer", bytes_was: "integer" },
    },
    "trash.empty": { since: "2026-11-01", on: ["trash"], meta: { docs: "integer" } },
    "doc.activate": { since: "2026-11-01", on: ["doc"], meta: { activated: "integer", version: "integer" } },
    "doc.delete": { since: "2026-11-01", on: ["doc"], meta: { alias: "string", title: "string" } },
    "doc.duplicated": {
      since: "2026-11-01",
      on: ["doc"],
      meta: { comments: "integer", source: "object", title: "string", version: "integer" },
    },
    "doc.edit": {
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
    "doc.expire": { since: "2026-11-01", on: ["doc"], meta: { expires_at: "string", title: "string" } },
    "doc.label": { since: "2026-11-01", on: ["doc"], meta: { label: "string|null", version: "integer" } },
    "doc.move": { since: "2026-11-01", on: ["doc"], meta: { from: "object", to: "object" } },
    "doc.publish": {
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
    "doc.purge": { since: "2026-11-01", on: ["doc"], meta: { alias: "string", title: "string" } },
    "doc.restore": { since: "2026-11-01", on: ["doc"], meta: { restored_from: "integer", version: "integer" } },
    "doc.retention": { since: "2026-11-01", on: ["doc"], meta: { from: "integer", to: "integer" } },
    "doc.tags": { since: "2026-11-01", on: ["doc"], meta: { tags: "array" } },
    "doc.undelete": {
      since: "2026-11-01",
      on: ["doc"],
      meta: { alias: "string", alias_lost: "string", folder: "string", title: "string" },
    },
    "doc.update": { since: "2026-11-01", on: ["doc"], meta: { fields: "array", version: "integer" } },
    "doc.visibility": { since: "2026-11-01", on: ["doc"], meta: { from: "string", to: "string" } },
  },
  changes: documentsChanges,
} as const satisfies PluginManifest;

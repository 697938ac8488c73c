// What the plugin uploads brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { uploadsChanges } from "./changelog.ts";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

export const uploads = {
  purpose: "Files as raw bytes: in one request, or through tickets whose address anybody may hold.",
  needs: ["app", "documents", "places"],
  toolset: "files",
  caps: {
    editable_upload_bytes: 20 * MIB,
    share_upload_bytes: 2 * GIB,
    ticket_description_chars: 2000,
    parts_per_upload: 10_000,
  },
  quotas: {
    bad_ticket: { limit: 10, window_seconds: 60, per: "address", message: "too many attempts" },
  },
  audit_actions: {
    "upload.create": {
      says: { en: "began to upload {filename}", de: "hat begonnen, {filename} hochzuladen" },
      since: "2026-11-01",
      on: ["upload"],
      meta: { doc_id: "string", filename: "string" },
    },
    "upload.stage": {
      says: { en: "uploaded {filename}", de: "hat {filename} hochgeladen" },
      since: "2026-11-01",
      on: ["upload"],
      meta: { filename: "string", size: "integer" },
    },
  },
  changes: uploadsChanges,
} as const satisfies PluginManifest;

// What the plugin bundles brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { bundlesChanges } from "./changelog.ts";

const MIB = 1024 ** 2;
const HOUR = 3600;

export const bundles = {
  purpose: "A folder of documents as one zip, downloaded once.",
  needs: ["documents", "places"],
  toolset: "folders",
  caps: {
    bundle_bytes: 500 * MIB,
    bundle_entries: 65_535,
  },
  quotas: {
    bundle: {
      limit: 6,
      window_seconds: HOUR,
      per: "account",
      message: "bundle rate limit exceeded ({limit}/hour); try again later",
    },
  },
  audit_actions: {
    "doc.bundle": {
      says: { en: "took documents along as a file", de: "hat Dokumente als Datei mitgenommen" },
      since: "2026-11-01",
      on: ["root", "user"],
      meta: {
        bytes: "integer",
        docs: "integer",
        files: "integer",
        folder: "string",
        include_team: "boolean",
        recursive: "boolean",
      },
    },
    "doc.bundle_download": {
      says: { en: "downloaded {filename}", de: "hat {filename} heruntergeladen" },
      since: "2026-11-01",
      on: ["user"],
      meta: { filename: "string", folder: "string" },
    },
  },
  changes: bundlesChanges,
} as const satisfies PluginManifest;

// What the plugin directory brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const HOUR = 3600;

export const directory = {
  purpose: "Groups that follow the company's directory at Google or Microsoft.",
  needs: ["confirmations", "groups", "members", "signin"],
  toolset: "admin",
  editions: ["community", "cloud"],
  since: "2026-11-23",
  quotas: {
    directory_sync: {
      limit: 12,
      window_seconds: HOUR,
      per: "account",
      message: "too many refreshes of the directory ({limit}/hour); it is read every half hour by itself",
    },
    directory_read: {
      limit: 120,
      window_seconds: HOUR,
      per: "account",
      message: "too many questions to the directory ({limit}/hour); try again later",
    },
  },
  audit_actions: {
    "directory.connect": {
      says: { en: "connected the directory", de: "hat das Verzeichnis verbunden" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { provider: "string", stage: "string" },
    },
    "directory.disconnect": {
      says: { en: "parted from the directory", de: "hat sich vom Verzeichnis getrennt" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { provider: "string" },
    },
    "directory.pause": {
      says: { en: "stopped following the group {on}", de: "folgt der Gruppe {on} nicht mehr" },
      since: "2026-11-23",
      on: ["group"],
      meta: { reason: "string" },
    },
    "directory.policy": {
      says: { en: "changed who may come in by the directory", de: "hat geändert, wer über das Verzeichnis kommt" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { directory_only: "boolean", provider: "string" },
    },
    "directory.refresh": {
      says: { en: "read the group {on} from the directory", de: "hat die Gruppe {on} aus dem Verzeichnis gelesen" },
      since: "2026-11-23",
      on: ["group"],
      meta: { added: "integer", removed: "integer" },
    },
    "directory.sync": {
      says: { en: "read the directory", de: "hat das Verzeichnis gelesen" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { provider: "string" },
    },
  },
} as const satisfies PluginManifest;

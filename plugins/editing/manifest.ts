// What the plugin editing brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const MIB = 1024 ** 2;

export const editing = {
  purpose: "Changing parts of files, and leases that keep others from writing meanwhile.",
  needs: ["documents", "texts"],
  toolset: "docs",
  toolsets: { files: ["doc.file"] },
  caps: {
    patch_chars: 8 * MIB,
    files_per_commit: 2000,
    lease_seconds: 600,
  },
  audit_actions: {
    "lock.acquire": {
      says: { en: "kept others out of {on}", de: "hat {on} für andere gesperrt" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { expires_at: "string", path: "string|null", renewed: "boolean" },
    },
    "lock.release": {
      says: { en: "let others in to {on} again", de: "hat {on} für andere freigegeben" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { forced: "boolean", holder: "string", path: "string|null" },
    },
    "doc.commit": {
      says: { en: "saved several changes to {on}", de: "hat mehrere Änderungen an {on} gespeichert" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { commit_id: "integer", count: "integer", sha256: "string" },
    },
    "doc.patch": {
      says: { en: "wrote version {version} of {on}", de: "hat Version {version} von {on} geschrieben" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { candidate: "boolean", count: "integer", files: "array", version: "integer" },
    },
  },
} as const satisfies PluginManifest;

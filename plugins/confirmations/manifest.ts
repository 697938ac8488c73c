// What the plugin confirmations brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { confirmationsChanges } from "./changelog.ts";

export const confirmations = {
  purpose: "What is set about sign-in otherwise than in a session, until an owner confirms it in one.",
  needs: ["app", "members"],
  toolset: "admin",
  since: "2026-11-28",
  audit_actions: {
    "sign_in_setting.end": {
      says: { en: "let a change of how people sign in lapse", de: "hat eine Änderung der Anmeldung verfallen lassen" },
      since: "2026-11-28",
      on: ["workspace"],
      meta: { setting: "string" },
    },
    "sign_in_setting.wait": {
      says: { en: "asked for a change of how people sign in", de: "hat eine Änderung der Anmeldung verlangt" },
      since: "2026-11-28",
      on: ["workspace"],
      meta: { setting: "string" },
    },
  },
  changes: confirmationsChanges,
} as const satisfies PluginManifest;

// What the plugin account brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { accountChanges } from "./changelog.ts";

export const account = {
  purpose: "Taking all of one's documents along, deleting the account, and coming back in time.",
  needs: ["app", "tokens", "documents", "places", "bundles", "signin", "members", "roots"],
  toolset: "admin",
  audit_actions: {
    "account.delete": {
      says: { en: "ended an account", de: "hat ein Konto beendet" },
      since: "2026-11-01",
      on: ["user"],
      meta: { docs: "integer" },
    },
    "account.restore": {
      says: { en: "brought an account back", de: "hat ein Konto zurückgeholt" },
      since: "2026-11-01",
      on: ["user"],
      meta: { docs: "integer" },
    },
  },
  changes: accountChanges,
} as const satisfies PluginManifest;

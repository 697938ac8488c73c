// What the plugin passkeys brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const passkeys = {
  purpose: "Passkeys: signing in by a device, without a mail and without a password.",
  needs: ["app", "signin"],
  toolset: "admin",
  since: "2026-11-29",
  caps: {
    passkeys_per_account: 20,
  },
  quotas: {
    // The page of sign-in asks for one whenever it is opened.
    passkey_options: { limit: 1000, window_seconds: 10 * 60, per: "caller", message: "too many requests" },
  },
  audit_actions: {
    "passkey.add": {
      says: { en: "added a passkey", de: "hat einen Passkey hinzugefügt" },
      since: "2026-11-29",
      on: ["passkey"],
      meta: { name: "string" },
    },
    "passkey.offer": {
      says: { en: "answered the offer of a passkey", de: "hat auf das Angebot eines Passkeys geantwortet" },
      since: "2026-11-29",
      on: ["user"],
      meta: {},
    },
    "passkey.remove": {
      says: { en: "removed a passkey", de: "hat einen Passkey entfernt" },
      since: "2026-11-29",
      on: ["passkey"],
      meta: { name: "string" },
    },
    "passkey.rename": {
      says: { en: "renamed a passkey", de: "hat einen Passkey umbenannt" },
      since: "2026-11-29",
      on: ["passkey"],
      meta: { from: "string", to: "string" },
    },
  },
} as const satisfies PluginManifest;

// What the plugin billing brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const HOUR = 3600;

export const billing = {
  purpose: "Plans and storage, sold through a payment processor; and the domains whose people may read along.",
  needs: ["app", "content", "documents", "email_domains", "members"],
  toolset: "admin",
  editions: ["community", "cloud"],
  since: "2026-11-23",
  pricing_path: "/pricing",
  quotas: {
    billing_session: {
      limit: 30,
      window_seconds: HOUR,
      per: "account",
      message: "too many visits to the payment processor ({limit}/hour); try again later",
    },
  },
  audit_actions: {
    "workspace.update": {
      says: { en: "changed the workspace {on}", de: "hat den Arbeitsbereich {on} geändert" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { name: "string", usage: "object|null", viewer_domains: "array" },
    },
    "billing.checkout": {
      says: { en: "went to pay", de: "ging zur Kasse" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { price: "string" },
    },
    "billing.plan": {
      says: { en: "changed the plan to {plan}", de: "hat den Tarif in {plan} geändert" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { addon_units: "integer", plan: "string", price: "string|null", status: "string|null", was: "string" },
    },
    "billing.end_second": {
      says: { en: "ended a plan that was paid for twice", de: "hat einen doppelt bezahlten Tarif beendet" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { ended: "string", kept: "string|null" },
    },
    "billing.portal": {
      says: { en: "looked after what was bought", de: "hat sich um Gekauftes gekümmert" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: {},
    },
  },
} as const satisfies PluginManifest;

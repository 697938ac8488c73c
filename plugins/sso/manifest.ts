// What the plugin sso brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const HOUR = 3600;

export const sso = {
  purpose: "A workspace's own provider signs its people in, by the domains that it has proven.",
  needs: ["signin", "members", "confirmations", "email_domains"],
  toolset: "admin",
  editions: ["community", "cloud"],
  since: "2026-11-23",
  caps: {
    sso_domains: 100,
  },
  quotas: {
    sso_callback: { limit: 60, window_seconds: 60, per: "address", message: "too many requests" },
    sso_lookup: { limit: 120, window_seconds: 60, per: "address", message: "too many requests" },
    sso_test: {
      limit: 60,
      window_seconds: HOUR,
      per: "account",
      message: "sign-on test rate limit exceeded ({limit}/hour); try again later",
    },
  },
  audit_actions: {
    "sso.delete": {
      says: { en: "ended single sign-on", de: "hat das Single Sign-on beendet" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { issuer: "string" },
    },
    "sso.enforce": {
      says: { en: "made single sign-on the only way in", de: "hat Single Sign-on zur einzigen Anmeldung gemacht" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { domains: "array", sessions_ended: "integer" },
    },
    "sso.refuse": {
      says: { en: "did not let {email} in by single sign-on", de: "hat {email} nicht über Single Sign-on eingelassen" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { email: "string|null", reason: "string" },
    },
    "sso.test": {
      says: { en: "tried out single sign-on", de: "hat Single Sign-on ausprobiert" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { issuer: "string", passed: "boolean", reason: "string" },
    },
    "sso.unenforce": {
      says: { en: "allowed other ways to sign in again", de: "hat andere Anmeldungen wieder erlaubt" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { domains: "array" },
    },
    "sso.unlink": {
      says: { en: "parted {on} from single sign-on", de: "hat {on} vom Single Sign-on getrennt" },
      since: "2026-11-23",
      on: ["user"],
      meta: { email: "string" },
    },
    "sso.update": {
      says: { en: "changed single sign-on", de: "hat Single Sign-on geändert" },
      since: "2026-11-23",
      on: ["workspace"],
      meta: { client_id: "string", domains: "array", enforced: "boolean", issuer: "string" },
    },
  },
} as const satisfies PluginManifest;

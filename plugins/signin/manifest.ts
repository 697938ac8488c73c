// What the plugin signin brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const HOUR = 3600;

export const signin = {
  purpose: "Sign-in by mail link and OpenID Connect, sign-out, and the handoff to the content host.",
  needs: [],
  toolset: "admin",
  caps: {
    oidc_subject_chars: 255,
    sign_in_visit_minutes: 10,
  },
  quotas: {
    // One that ends in a session is given back, so that an office behind one address comes in and who only tries is held.
    login: { limit: 300, window_seconds: 10 * 60, per: "address", message: "too many requests" },
    // Links are bounded for a mailbox too, and each takes five codes.
    login_code: {
      limit: 25,
      window_seconds: HOUR,
      per: "key",
      counted_by: "the mailbox that a code was sent to, whether it has an account or not, and the site that types it",
      message: "too many attempts",
    },
    login_code_total: {
      limit: 100,
      window_seconds: HOUR,
      per: "key",
      counted_by: "the mailbox that a code was sent to, whether it has an account or not",
      message: "too many attempts",
    },
    login_mail: {
      limit: 5,
      window_seconds: 15 * 60,
      per: "key",
      counted_by: "the mailbox that a link is sent to, and the site that asks",
      message: "too many requests",
    },
    login_mail_total: {
      limit: 50,
      window_seconds: 15 * 60,
      per: "key",
      counted_by: "the mailbox that a link is sent to",
      message: "too many requests",
    },
    // What a quarter of an hour allows is a nuisance all day; a link that is used to sign in is given back.
    login_mail_day: {
      limit: 20,
      window_seconds: 24 * HOUR,
      per: "key",
      counted_by: "the mailbox that a link is sent to, and the site that asks",
      message: "too many requests",
    },
    login_mail_total_day: {
      limit: 200,
      window_seconds: 24 * HOUR,
      per: "key",
      counted_by: "the mailbox that a link is sent to",
      message: "too many requests",
    },
  },
  audit_actions: {
    "account.create": {
      says: { en: "made an account", de: "hat ein Konto angelegt" },
      since: "2026-11-01",
      on: ["user"],
      meta: { method: "string" },
    },
    "login.fail": {
      says: { en: "was not let in", de: "wurde nicht eingelassen" },
      since: "2026-11-27",
      on: ["user"],
      meta: { method: "string", reason: "string" },
    },
    "login.link": {
      says: { en: "asked for a sign-in link", de: "hat einen Anmeldelink angefordert" },
      since: "2026-11-01",
      on: ["user"],
      meta: {},
    },
    "login.ok": {
      says: { en: "signed in", de: "hat sich angemeldet" },
      since: "2026-11-01",
      on: ["user"],
      meta: { method: "string" },
    },
    "login.out": { says: { en: "signed out", de: "hat sich abgemeldet" }, since: "2026-11-01", on: ["user"], meta: {} },
    "login.out_all": {
      says: { en: "signed out everywhere", de: "hat sich überall abgemeldet" },
      since: "2026-11-01",
      on: ["user"],
      meta: {},
    },
    "login.reset": {
      says: {
        en: "reset how {on} signs in",
        de: "hat die Anmeldung von {on} zurückgesetzt",
      },
      since: "2026-11-29",
      on: ["user"],
      meta: {},
    },
  },
} as const satisfies PluginManifest;

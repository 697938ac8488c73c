// What the plugin oauth brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { oauthChanges } from "./changelog.ts";

const KIB = 1024;
const HOUR = 3600;
/** What a connection is limited to. */
const connectionLimits = {
  max_visibility: "string|null",
  read_only: "boolean",
  roots: "array|null",
  toolsets: "array|null",
} as const;

export const oauth = {
  purpose: "How people connect agents: OAuth 2.1, consent, and the list of what is connected.",
  needs: ["app", "signin", "tokens", "places", "roots", "protocol"],
  toolset: "admin",
  caps: {
    connection_days: 365,
    client_name_chars: 100,
    client_document_bytes: 64 * KIB,
    redirect_uris: 10,
    redirect_uri_chars: 512,
    oauth_state_chars: 4096,
  },
  quotas: {
    oauth_register: { limit: 600, window_seconds: HOUR, per: "address", message: "too many requests" },
    oauth_authorize: { limit: 60, window_seconds: 60, per: "caller", message: "too many requests" },
    client_document: { limit: 30, window_seconds: 60, per: "caller", message: "too many requests" },
  },
  audit_actions: {
    "connection.end": {
      says: { en: "ended the connection of {client}", de: "hat die Verbindung von {client} beendet" },
      since: "2026-11-01",
      on: ["connection"],
      meta: { client: "string", email: "string" },
    },
    "connection.policy": {
      says: { en: "changed how long connections last", de: "hat geändert, wie lange Verbindungen gelten" },
      since: "2026-11-01",
      on: ["workspace"],
      meta: { max_days: "integer|null" },
    },
    "connection.update": {
      says: { en: "changed what {name} may do", de: "hat geändert, was {name} darf" },
      since: "2026-11-01",
      on: ["connection"],
      meta: {
        ...connectionLimits,
        name: "string",
      },
    },
    "oauth.authorize": {
      says: { en: "was asked by {client}", de: "wurde von {client} gefragt" },
      since: "2026-11-01",
      on: ["connection"],
      meta: { client: "string" },
    },
    "oauth.consent": {
      says: { en: "let {client} act for them", de: "lässt {client} für sich handeln" },
      since: "2026-11-01",
      on: ["connection"],
      meta: {
        client: "string",
        client_id: "string",
        days: "integer",
        ...connectionLimits,
      },
    },
    "oauth.refresh": {
      says: { en: "went on by {client}", de: "macht mit {client} weiter" },
      since: "2026-11-01",
      on: ["connection"],
      meta: { client: "string" },
    },
    "oauth.register": {
      says: { en: "registered {client}", de: "hat {client} angemeldet" },
      since: "2026-11-01",
      on: ["connection"],
      meta: { client: "string" },
    },
    "oauth.reuse": {
      says: {
        en: "ended {client}, which used something twice",
        de: "hat {client} beendet, das etwas zweimal benutzt hat",
      },
      since: "2026-11-01",
      on: ["connection"],
      meta: { client: "string", what: "string" },
    },
    "oauth.revoke": {
      says: { en: "ended a connection", de: "hat eine Verbindung beendet" },
      since: "2026-11-01",
      on: ["connection"],
      meta: { client_id: "string" },
    },
    "oauth.token": {
      says: { en: "began by {client}", de: "hat mit {client} begonnen" },
      since: "2026-11-01",
      on: ["connection"],
      meta: { client: "string" },
    },
  },
  changes: oauthChanges,
} as const satisfies PluginManifest;

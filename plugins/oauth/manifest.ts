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
    "connection.end": { since: "2026-11-01", on: ["connection"], meta: { client: "string", email: "string" } },
    "connection.policy": { since: "2026-11-01", on: ["workspace"], meta: { max_days: "integer|null" } },
    "connection.update": {
      since: "2026-11-01",
      on: ["connection"],
      meta: {
        ...connectionLimits,
        name: "string",
      },
    },
    "oauth.authorize": { since: "2026-11-01", on: ["connection"], meta: { client: "string" } },
    "oauth.consent": {
      since: "2026-11-01",
      on: ["connection"],
      meta: {
        client: "string",
        client_id: "string",
        days: "integer",
        ...connectionLimits,
      },
    },
    "oauth.refresh": { since: "2026-11-01", on: ["connection"], meta: { client: "string" } },
    "oauth.register": { since: "2026-11-01", on: ["connection"], meta: { client: "string" } },
    "oauth.reuse": { since: "2026-11-01", on: ["connection"], meta: { client: "string", what: "string" } },
    "oauth.revoke": { since: "2026-11-01", on: ["connection"], meta: { client_id: "string" } },
    "oauth.token": { since: "2026-11-01", on: ["connection"], meta: { client: "string" } },
  },
  changes: oauthChanges,
} as const satisfies PluginManifest;

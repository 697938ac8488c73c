// What the plugin sharing brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { sharingChanges } from "./changelog.ts";

const HOUR = 3600;
/** What is said of any grant; `root_id` is null for My documents in some rows and missing in others. */
const grant = {
  doc_id: "string",
  expires_at: "string",
  folder: "string",
  grant_id: "integer",
  level: "string",
  root: "string",
  subject: "string",
  subject_id: "integer",
  subject_type: "string",
} as const;

export const sharing = {
  purpose: "Giving access to documents and folders, and asking for it.",
  needs: ["app", "signin", "documents", "groups", "places", "roots"],
  toolset: "sharing",
  caps: {
    access_request_message_chars: 1000,
  },
  quotas: {
    access_request: {
      limit: 10,
      window_seconds: HOUR,
      per: "account",
      message: "access request rate limit exceeded ({limit}/hour); try again later",
    },
    access_request_status: {
      limit: 120,
      window_seconds: 60,
      per: "account",
      message: "too many requests ({limit}/minute); wait as long as poll_after says",
    },
  },
  audit_actions: {
    "access.decide": {
      says: { en: "decided on a request for {on}", de: "hat über eine Anfrage zu {on} entschieden" },
      since: "2026-11-01",
      on: ["doc"],
      meta: {
        access_request_id: "integer",
        decision: "string",
        doc_id: "string",
        status: "string",
        user_id: "integer",
      },
    },
    "access.expire": {
      says: { en: "ended the access of {subject} to {on}", de: "hat den Zugriff von {subject} auf {on} beendet" },
      since: "2026-11-23",
      on: ["doc", "folder", "root"],
      meta: { ...grant, root_id: "integer|null" },
    },
    "access.expiring": {
      says: {
        en: "said that the access of {subject} to {on} ends soon",
        de: "hat gemeldet, dass der Zugriff von {subject} auf {on} bald endet",
      },
      since: "2026-11-23",
      on: ["doc", "folder", "root"],
      meta: {
        ...grant,
        giver_id: "integer|null",
        root_id: "integer|null",
      },
    },
    "access.grant": {
      says: { en: "let {subject} into {on}", de: "hat {subject} Zugriff auf {on} gegeben" },
      since: "2026-11-01",
      on: ["doc", "folder", "root"],
      meta: {
        ...grant,
        access_request_id: "integer",
        root_id: "integer",
        was: "string|null",
      },
    },
    "access.leave": {
      says: { en: "left {on}", de: "hat {on} verlassen" },
      since: "2026-11-23",
      on: ["doc", "folder", "root"],
      meta: { ...grant, root_id: "integer" },
    },
    "access.request": {
      says: { en: "asked to read {on}", de: "hat darum gebeten, {on} zu lesen" },
      since: "2026-11-01",
      on: ["doc"],
      meta: { access_request_id: "integer", doc_id: "string", user_id: "integer" },
    },
    "access.revoke": {
      says: { en: "took the access to {on} from {subject}", de: "hat {subject} den Zugriff auf {on} genommen" },
      since: "2026-11-01",
      on: ["doc", "folder", "root"],
      meta: { ...grant, root_id: "integer|null" },
    },
  },
  changes: sharingChanges,
} as const satisfies PluginManifest;

// What the plugin members brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { membersChanges } from "./changelog.ts";

const HOUR = 3600;

export const members = {
  purpose: "Who is in the workspace, in what role, and how people come and go.",
  needs: ["app", "signin"],
  toolset: "admin",
  caps: {
    groups_per_invite: 100,
    emails_per_request: 100,
  },
  quotas: {
    invite: {
      limit: 30,
      window_seconds: HOUR,
      per: "account",
      message: "invite rate limit exceeded ({limit}/hour); try again later",
      editions: { community: 300, publisher: 300 },
      // An operator gives this plan, and a company of it is to be rolled out in a day.
      plans: { enterprise: 600 },
    },
    invite_recipient: {
      limit: 6,
      window_seconds: 24 * HOUR,
      per: "key",
      counted_by: "the mailbox that is invited",
      message:
        "too many invites to this address ({limit}/day); try again later, or give the link to the person yourself",
    },
  },
  audit_actions: {
    "invite.accept": {
      says: { en: "came by the invitation of {email}", de: "kam durch die Einladung von {email}" },
      since: "2026-11-01",
      on: ["invite"],
      meta: { email: "string", invited_by: "integer|null" },
    },
    "invite.create": {
      says: { en: "invited {email}", de: "hat {email} eingeladen" },
      since: "2026-11-01",
      on: ["invite"],
      meta: { email: "string", group_ids: "array", role: "string" },
    },
    "invite.groups": {
      says: {
        en: "changed the groups for the invitation of {email}",
        de: "hat die Gruppen für die Einladung von {email} geändert",
      },
      since: "2026-11-01",
      on: ["invite"],
      meta: { email: "string", group_ids: "array" },
    },
    "invite.resend": {
      says: { en: "sent the invitation of {email} again", de: "hat die Einladung von {email} erneut gesendet" },
      since: "2026-11-01",
      on: ["invite"],
      meta: { email: "string" },
    },
    "invite.revoke": {
      says: { en: "took back the invitation of {email}", de: "hat die Einladung von {email} zurückgenommen" },
      since: "2026-11-01",
      on: ["invite"],
      meta: { email: "string", expired: "boolean" },
    },
    "member.hand_over": {
      says: {
        en: "handed the documents of {email} over to {to}",
        de: "hat die Dokumente von {email} an {to} übergeben",
      },
      since: "2026-11-23",
      on: ["user"],
      meta: {
        docs: "integer",
        email: "string",
        folder: "string|null",
        own: "boolean",
        to: "string",
        to_user_id: "integer",
      },
    },
    "member.join": {
      says: { en: "began the membership of {on}", de: "hat die Mitgliedschaft von {on} begonnen" },
      since: "2026-11-01",
      on: ["user"],
      meta: { email: "string", invite_id: "integer", role: "string" },
    },
    "member.leave": {
      says: { en: "ended the membership of {on}", de: "hat die Mitgliedschaft von {on} beendet" },
      since: "2026-11-01",
      on: ["user"],
      meta: { email: "string", moved_to: "string", removed: "boolean", role: "string" },
    },
    "member.unconfirmed": {
      says: { en: "asked for a higher role for {on}", de: "hat eine höhere Rolle für {on} verlangt" },
      since: "2026-11-28",
      on: ["user"],
      meta: { email: "string", role: "string" },
    },
    "member.role": {
      says: { en: "changed the role of {on}", de: "hat die Rolle von {on} geändert" },
      since: "2026-11-01",
      on: ["user"],
      meta: { email: "string", previous_role: "string", role: "string" },
    },
  },
  changes: membersChanges,
} as const satisfies PluginManifest;

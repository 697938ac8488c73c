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
    "invite.accept": { since: "2026-11-01", on: ["invite"], meta: { email: "string", invited_by: "integer|null" } },
    "invite.create": {
      since: "2026-11-01",
      on: ["invite"],
      meta: { email: "string", group_ids: "array", role: "string" },
    },
    "invite.groups": { since: "2026-11-01", on: ["invite"], meta: { email: "string", group_ids: "array" } },
    "invite.resend": { since: "2026-11-01", on: ["invite"], meta: { email: "string" } },
    "invite.revoke": { since: "2026-11-01", on: ["invite"], meta: { email: "string", expired: "boolean" } },
    "member.hand_over": {
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
      since: "2026-11-01",
      on: ["user"],
      meta: { email: "string", invite_id: "integer", role: "string" },
    },
    "member.leave": {
      since: "2026-11-01",
      on: ["user"],
      meta: { email: "string", moved_to: "string", removed: "boolean", role: "string" },
    },
    "member.unconfirmed": { since: "2026-11-28", on: ["user"], meta: { email: "string", role: "string" } },
    "member.role": {
      since: "2026-11-01",
      on: ["user"],
      meta: { email: "string", previous_role: "string", role: "string" },
    },
  },
  changes: membersChanges,
} as const satisfies PluginManifest;

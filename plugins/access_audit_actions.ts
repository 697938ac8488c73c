// The audit actions by which people come to be let in: access to places and documents, groups, invites and members; lines as in audit_actions.ts. Pure data; it imports nothing.

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

export const accessAuditActions = {
  "access.decide": {
    since: "2026-11-01",
    on: ["doc"],
    meta: { access_request_id: "integer", decision: "string", doc_id: "string", status: "string", user_id: "integer" },
  },
  "access.expire": {
    since: "2026-11-23",
    on: ["doc", "folder", "root"],
    meta: { ...grant, root_id: "integer|null" },
  },
  "access.expiring": {
    since: "2026-11-23",
    on: ["doc", "folder", "root"],
    meta: {
      ...grant,
      giver_id: "integer|null",
      root_id: "integer|null",
    },
  },
  "access.grant": {
    since: "2026-11-01",
    on: ["doc", "folder", "root"],
    meta: {
      ...grant,
      access_request_id: "integer",
      root_id: "integer",
      was: "string|null",
    },
  },
  "access.inherit": {
    since: "2026-11-01",
    on: ["folder"],
    meta: { folder: "string", root: "string", root_id: "integer" },
  },
  "access.leave": {
    since: "2026-11-23",
    on: ["doc", "folder", "root"],
    meta: { ...grant, root_id: "integer" },
  },
  "access.request": {
    since: "2026-11-01",
    on: ["doc"],
    meta: { access_request_id: "integer", doc_id: "string", user_id: "integer" },
  },
  "access.revoke": {
    since: "2026-11-01",
    on: ["doc", "folder", "root"],
    meta: { ...grant, root_id: "integer|null" },
  },
  "group.create": { since: "2026-11-01", on: ["group"], meta: { name: "string", slug: "string", source: "string" } },
  "group.delete": { since: "2026-11-01", on: ["group"], meta: { name: "string", slug: "string" } },
  "group.member_add": {
    since: "2026-11-01",
    on: ["group"],
    meta: { emails: "array", name: "string", user_ids: "array" },
  },
  "group.member_remove": {
    since: "2026-11-01",
    on: ["group"],
    meta: { emails: "array", name: "string", user_ids: "array" },
  },
  "group.update": {
    since: "2026-11-01",
    on: ["group"],
    meta: { description: "string", name: "string", previous_name: "string" },
  },
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
  "member.join": { since: "2026-11-01", on: ["user"], meta: { email: "string", invite_id: "integer", role: "string" } },
  "member.leave": {
    since: "2026-11-01",
    on: ["user"],
    meta: { email: "string", moved_to: "string", removed: "boolean", role: "string" },
  },
  "member.name": { since: "2026-11-28", on: ["user"], meta: { from: "string|null", to: "string" } },
  "member.unconfirmed": { since: "2026-11-28", on: ["user"], meta: { email: "string", role: "string" } },
  "member.role": {
    since: "2026-11-01",
    on: ["user"],
    meta: { email: "string", previous_role: "string", role: "string" },
  },
} as const;

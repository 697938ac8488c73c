// THE table of audit actions by which companies sign in, are provisioned and pay, as `audit_actions.ts` has the others. Pure data; it imports nothing.

export const companyAuditActions = {
  "billing.checkout": { since: "2026-11-23", on: ["workspace"], meta: { price: "string" } },
  "billing.plan": {
    since: "2026-11-23",
    on: ["workspace"],
    meta: { addon_units: "integer", plan: "string", price: "string|null", status: "string|null", was: "string" },
  },
  "billing.portal": { since: "2026-11-23", on: ["workspace"], meta: {} },
  "email_domain.add": { since: "2026-11-23", on: ["email_domain"], meta: { domain: "string" } },
  "email_domain.failing": {
    since: "2026-11-23",
    on: ["email_domain"],
    meta: { domain: "string", error: "string", lapses_at: "string" },
  },
  "email_domain.lapse": { since: "2026-11-23", on: ["email_domain"], meta: { domain: "string", reason: "string" } },
  "email_domain.prove": { since: "2026-11-23", on: ["email_domain"], meta: { domain: "string", proven_by: "string" } },
  "email_domain.remove": { since: "2026-11-23", on: ["email_domain"], meta: { domain: "string" } },
  "directory.connect": { since: "2026-11-23", on: ["workspace"], meta: { provider: "string", stage: "string" } },
  "directory.disconnect": { since: "2026-11-23", on: ["workspace"], meta: { provider: "string" } },
  "directory.pause": { since: "2026-11-23", on: ["group"], meta: { reason: "string" } },
  "directory.policy": {
    since: "2026-11-23",
    on: ["workspace"],
    meta: { directory_only: "boolean", provider: "string" },
  },
  "directory.refresh": { since: "2026-11-23", on: ["group"], meta: { added: "integer", removed: "integer" } },
  "directory.sync": { since: "2026-11-23", on: ["workspace"], meta: { provider: "string" } },
  "scim.token_create": { since: "2026-11-23", on: ["scim_token"], meta: { label: "string" } },
  "scim.token_revoke": { since: "2026-11-23", on: ["scim_token"], meta: { label: "string" } },
  "scim.user_update": {
    since: "2026-11-23",
    on: ["user"],
    meta: { email: "string", external_id: "string|null", previous_email: "string" },
  },
  "sso.delete": { since: "2026-11-23", on: ["workspace"], meta: { issuer: "string" } },
  "sso.enforce": { since: "2026-11-23", on: ["workspace"], meta: { domains: "array", sessions_ended: "integer" } },
  "sso.refuse": { since: "2026-11-23", on: ["workspace"], meta: { email: "string|null", reason: "string" } },
  "sso.test": {
    since: "2026-11-23",
    on: ["workspace"],
    meta: { issuer: "string", passed: "boolean", reason: "string" },
  },
  "sso.unenforce": { since: "2026-11-23", on: ["workspace"], meta: { domains: "array" } },
  "sso.unlink": { since: "2026-11-23", on: ["user"], meta: { email: "string" } },
  "sso.update": {
    since: "2026-11-23",
    on: ["workspace"],
    meta: { client_id: "string", domains: "array", enforced: "boolean", issuer: "string" },
  },
} as const;

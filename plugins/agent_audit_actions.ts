// What agents and workflows write into the audit log; the manifest takes it. Pure data; it imports nothing.

const workflowMeta = {
  enabled: "boolean",
  event: "string|null",
  name: "string",
  steps: "integer",
  trigger: "string",
} as const;

export const agentAuditActions = {
  "brain.access": {
    since: "2026-11-28",
    on: ["brain"],
    meta: {
      change: "string",
      changed: "array",
      expires_at: "string",
      grant_id: "integer",
      level: "string",
      slug: "string",
      subject: "string",
      subject_id: "integer",
      subject_type: "string",
      was: "string|null",
    },
  },
  "brain.create": { since: "2026-11-27", on: ["brain"], meta: { name: "string", slug: "string" } },
  "brain.decide": {
    since: "2026-11-27",
    on: ["brain"],
    meta: { decision: "string", proposal_id: "integer", slug: "string", version: "integer|null" },
  },
  "brain.delete": { since: "2026-11-28", on: ["brain"], meta: { purged: "boolean", slug: "string" } },
  "brain.includes": { since: "2026-11-28", on: ["brain"], meta: { changed: "array", slug: "string" } },
  "brain.propose": {
    since: "2026-11-27",
    on: ["brain"],
    meta: { paths: "array", proposal_id: "integer", slug: "string" },
  },
  "brain.source": { since: "2026-11-28", on: ["brain"], meta: { changed: "array", slug: "string" } },
  "brain.update": { since: "2026-11-27", on: ["brain"], meta: { changed: "array", slug: "string" } },
  "brain.write": {
    since: "2026-11-28",
    on: ["brain"],
    meta: { candidate: "boolean", paths: "array", slug: "string", version: "integer" },
  },
  "workflow.changed": { since: "2026-11-27", on: ["workflow"], meta: workflowMeta },
  "workflow.created": { since: "2026-11-27", on: ["workflow"], meta: workflowMeta },
  "workflow.deleted": { since: "2026-11-27", on: ["workflow"], meta: workflowMeta },
  "workflow.failed": {
    since: "2026-11-28",
    on: ["workflow"],
    meta: { cause: "string", event_id: "integer|null", name: "string", run_id: "integer" },
  },
  "workflow.used": {
    since: "2026-11-27",
    on: ["workflow"],
    meta: { cause: "string", event_id: "integer|null", name: "string", run_id: "integer" },
  },
} as const;

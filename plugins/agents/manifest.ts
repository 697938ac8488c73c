// What the plugin agents brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { agentsChanges } from "./changelog.ts";

const KIB = 1024;
const HOUR = 3600;

export const agents = {
  purpose: "Documents that hold what programs are told, and changes of them that a person decides on.",
  needs: ["app", "documents", "history", "members", "navigations", "places", "rendering", "texts"],
  toolset: "agents",
  editions: ["community", "cloud"],
  since: "2026-11-27",
  doc_types: ["agent"],
  caps: {
    agent_name_chars: 200,
    agent_slug_chars: 60,
    agent_instruction_files: 20,
    agent_protected_files: 50,
    agent_includes: 20,
    proposal_files: 20,
    proposal_chars: 256 * KIB,
    proposal_message_chars: 500,
    proposals_per_agent: 100,
    proposal_days: 30,
  },
  quotas: {
    agent_proposal: {
      limit: 100,
      window_seconds: HOUR,
      per: "caller",
      message: "agent proposal rate limit exceeded ({limit}/hour); try again later",
    },
  },
  audit_actions: {
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
  },
  changes: agentsChanges,
} as const satisfies PluginManifest;

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
    proposal_diff_chars: 1024 * KIB,
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
      says: { en: "changed who may use the agent {on}", de: "hat geändert, wer den Agenten {on} benutzen darf" },
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
    "brain.create": {
      says: { en: "made the agent {on}", de: "hat den Agenten {on} erstellt" },
      since: "2026-11-27",
      on: ["brain"],
      meta: { name: "string", slug: "string" },
    },
    "brain.decide": {
      says: { en: "decided on a change of the agent {on}", de: "hat über eine Änderung des Agenten {on} entschieden" },
      since: "2026-11-27",
      on: ["brain"],
      meta: { decision: "string", proposal_id: "integer", slug: "string", version: "integer|null" },
    },
    "brain.delete": {
      says: { en: "deleted the agent {on}", de: "hat den Agenten {on} gelöscht" },
      since: "2026-11-28",
      on: ["brain"],
      meta: { purged: "boolean", slug: "string" },
    },
    "brain.includes": {
      says: { en: "changed what the agent {on} reads along", de: "hat geändert, was der Agent {on} mitliest" },
      since: "2026-11-28",
      on: ["brain"],
      meta: { changed: "array", slug: "string" },
    },
    "brain.propose": {
      says: { en: "proposed a change to the agent {on}", de: "hat eine Änderung des Agenten {on} vorgeschlagen" },
      since: "2026-11-27",
      on: ["brain"],
      meta: { paths: "array", proposal_id: "integer", slug: "string" },
    },
    "brain.source": {
      says: {
        en: "changed which files the agent {on} is made of",
        de: "hat geändert, aus welchen Dateien der Agent {on} besteht",
      },
      since: "2026-11-28",
      on: ["brain"],
      meta: { changed: "array", slug: "string" },
    },
    "brain.update": {
      says: { en: "changed the agent {on}", de: "hat den Agenten {on} geändert" },
      since: "2026-11-27",
      on: ["brain"],
      meta: { changed: "array", slug: "string" },
    },
    "brain.write": {
      says: {
        en: "wrote version {version} of the agent {on}",
        de: "hat Version {version} des Agenten {on} geschrieben",
      },
      since: "2026-11-28",
      on: ["brain"],
      meta: { candidate: "boolean", paths: "array", slug: "string", version: "integer" },
    },
  },
  changes: agentsChanges,
} as const satisfies PluginManifest;

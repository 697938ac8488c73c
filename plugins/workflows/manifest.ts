// What the plugin workflows brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { workflowsChanges } from "./changelog.ts";

const KIB = 1024;
const MIB = 1024 ** 2;
const workflowMeta = {
  enabled: "boolean",
  event: "string|null",
  name: "string",
  steps: "integer",
  trigger: "string",
} as const;

export const workflows = {
  purpose: "Steps that people have taken for them, by hand, at an event or at a time.",
  needs: ["app", "agents", "documents"],
  toolset: "agents",
  editions: ["community", "cloud"],
  since: "2026-11-27",
  caps: {
    workflow_steps: 20,
    workflow_conditions: 20,
    workflow_reference_chars: 200,
    workflow_bytes: 64 * KIB,
    /** That references may add to the arguments of one step. */
    workflow_filled_chars: MIB,
    workflow_output_bytes: 64 * KIB,
    workflow_run_seconds: 60,
    workflow_runs_per_hour: 100,
  },
  audit_actions: {
    "workflow.changed": {
      says: { en: "changed the workflow {on}", de: "hat den Ablauf {on} geändert" },
      since: "2026-11-27",
      on: ["workflow"],
      meta: workflowMeta,
    },
    "workflow.created": {
      says: { en: "made the workflow {on}", de: "hat den Ablauf {on} erstellt" },
      since: "2026-11-27",
      on: ["workflow"],
      meta: workflowMeta,
    },
    "workflow.deleted": {
      says: { en: "removed the workflow {on}", de: "hat den Ablauf {on} entfernt" },
      since: "2026-11-27",
      on: ["workflow"],
      meta: workflowMeta,
    },
    "workflow.failed": {
      says: { en: "could not finish the workflow {on}", de: "konnte den Ablauf {on} nicht beenden" },
      since: "2026-11-28",
      on: ["workflow"],
      meta: { cause: "string", event_id: "integer|null", name: "string", run_id: "integer" },
    },
    "workflow.used": {
      says: { en: "ran the workflow {on}", de: "hat den Ablauf {on} ausgeführt" },
      since: "2026-11-27",
      on: ["workflow"],
      meta: { cause: "string", event_id: "integer|null", name: "string", run_id: "integer" },
    },
  },
  changes: workflowsChanges,
} as const satisfies PluginManifest;

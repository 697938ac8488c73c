// What the plugin mcp brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const MIB = 1024 ** 2;

export const mcp = {
  purpose: "Every tool of the catalogue, for agents.",
  needs: ["app", "protocol"],
  toolset: "admin",
  caps: {
    mcp_batch_messages: 50,
    mcp_resource_bytes: MIB,
    mcp_result_text_chars: 24_000,
    mcp_prompt_argument_chars: 20_000,
    workspace_instructions_chars: 8000,
  },
  audit_actions: {
    "workspace.instructions": {
      says: { en: "changed what agents are told of {on}", de: "hat geändert, was Agenten über {on} erfahren" },
      since: "2026-11-01",
      on: ["workspace"],
      meta: { chars: "integer" },
    },
  },
} as const satisfies PluginManifest;

// What the plugin history brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { historyChanges } from "./changelog.ts";

const MIB = 1024 ** 2;

export const history = {
  purpose: "What changed in documents, when and by whom; and documents rendered for reading elsewhere.",
  needs: ["documents", "texts", "rendering"],
  toolset: "history",
  toolsets: { docs: ["doc.rendered", "render"] },
  caps: {
    render_markdown_bytes: 2 * MIB,
    blame_ms: 10_000,
    blame_bytes: 64 * MIB,
  },
  quotas: {
    markdown_render: {
      limit: 60,
      window_seconds: 60,
      per: "account",
      message: "too many requests ({limit}/minute); wait a moment",
    },
    document_render: {
      limit: 3000,
      window_seconds: 60,
      per: "account",
      message: "document render rate limit exceeded ({limit}/minute); slow down and retry later",
    },
    diff: {
      limit: 3000,
      window_seconds: 60,
      per: "account",
      message: "diff rate limit exceeded ({limit}/minute); slow down and retry later",
    },
    blame: {
      limit: 1200,
      window_seconds: 60,
      per: "account",
      message: "blame rate limit exceeded ({limit}/minute); slow down and retry later",
    },
  },
  changes: historyChanges,
} as const satisfies PluginManifest;

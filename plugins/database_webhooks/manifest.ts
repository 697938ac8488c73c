// What the plugin database_webhooks brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { databaseWebhooksChanges } from "./changelog.ts";

export const database_webhooks = {
  purpose: "Webhooks of one database: told of its records and answers, with the fields that they name.",
  needs: ["databases", "documents", "webhooks"],
  is_bridge: true,
  toolset: null,
  editions: ["community", "cloud"],
  since: "2026-11-27",
  changes: databaseWebhooksChanges,
} as const satisfies PluginManifest;

// What the plugin certificates brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const certificates = {
  purpose: "TLS without a proxy: certificates from an ACME authority, ordered, served by host name and renewed.",
  needs: [],
  toolset: null,
  since: "2026-11-23",
} as const satisfies PluginManifest;

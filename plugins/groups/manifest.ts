// What the plugin groups brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const groups = {
  purpose: "Groups of members, to give access to.",
  needs: ["app", "members"],
  toolset: "admin",
  audit_actions: {
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
  },
} as const satisfies PluginManifest;

// What the plugin groups brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

export const groups = {
  purpose: "Groups of members, to give access to.",
  needs: ["app", "members"],
  toolset: "admin",
  audit_actions: {
    "group.create": {
      says: { en: "made the group {on}", de: "hat die Gruppe {on} erstellt" },
      since: "2026-11-01",
      on: ["group"],
      meta: { name: "string", slug: "string", source: "string" },
    },
    "group.delete": {
      says: { en: "deleted the group {on}", de: "hat die Gruppe {on} gelöscht" },
      since: "2026-11-01",
      on: ["group"],
      meta: { name: "string", slug: "string" },
    },
    "group.member_add": {
      says: { en: "added {emails} to the group {on}", de: "hat {emails} in die Gruppe {on} aufgenommen" },
      since: "2026-11-01",
      on: ["group"],
      meta: { emails: "array", name: "string", user_ids: "array" },
    },
    "group.member_remove": {
      says: { en: "removed {emails} from the group {on}", de: "hat {emails} aus der Gruppe {on} entfernt" },
      since: "2026-11-01",
      on: ["group"],
      meta: { emails: "array", name: "string", user_ids: "array" },
    },
    "group.update": {
      says: { en: "changed the group {on}", de: "hat die Gruppe {on} geändert" },
      since: "2026-11-01",
      on: ["group"],
      meta: { description: "string", name: "string", previous_name: "string" },
    },
  },
} as const satisfies PluginManifest;

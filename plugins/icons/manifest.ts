// What the plugin icons brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const KIB = 1024;

export const icons = {
  purpose: "A workspace's own pictures, and which icon documents, folders and tags are shown with.",
  needs: ["documents", "places", "folders"],
  toolset: "folders",
  caps: {
    library_icons: 1000,
    icon_svg_bytes: 32 * KIB,
    icon_levels: 64,
    icon_drawn_parts: 5000,
    icon_blur_parts: 400,
    icon_filters_deep: 3,
    icon_description_chars: 512,
  },
  audit_actions: {
    "icon.delete": {
      says: { en: "removed the icon {name}", de: "hat das Symbol {name} entfernt" },
      since: "2026-11-01",
      on: ["icon"],
      meta: { name: "string" },
    },
    "icon.describe": {
      says: { en: "described {target}", de: "hat {target} beschrieben" },
      since: "2026-11-01",
      on: ["folder", "tag"],
      meta: { description: "string|null", root: "string", target: "string" },
    },
    "icon.set": {
      says: { en: "gave {on} an icon", de: "hat {on} ein Symbol gegeben" },
      since: "2026-11-01",
      on: ["doc", "folder", "navigation", "tag"],
      meta: { icon: "string|null", root: "string", target: "string" },
    },
    "icon.upload": {
      says: { en: "uploaded the icon {name}", de: "hat das Symbol {name} hochgeladen" },
      since: "2026-11-01",
      on: ["icon"],
      meta: { name: "string" },
    },
  },
} as const satisfies PluginManifest;

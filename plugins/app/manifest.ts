// What the plugin app brings into the tables of the service. Pure data; it imports nothing but a type.
import type { PluginManifest } from "../../kernel/plugin.ts";

const MIB = 1024 ** 2;

export const app = {
  purpose: "The frame of the app for people: its shell, the one door of its forms, its look and its script.",
  needs: ["places"],
  toolset: "admin",
  caps: {
    // As many as a page of a list shows, and so as many as can be chosen on it.
    rows_per_form: 100,
    files_per_form: 20,
    // A text of a form may be longer than what its operation takes: refused, it comes back to be shortened.
    form_text_bytes: 8 * MIB,
  },
  since: "2026-11-29",
} as const satisfies PluginManifest;

// What the plugin forms brings into the tables of the service.
// Pure data; it imports nothing but a type and what changed.
import type { PluginManifest } from "../../kernel/plugin.ts";
import { formsChanges } from "./changelog.ts";

const MIB = 1024 ** 2;
const HOUR = 3600;
/** An answer of a form, by the record that holds it. */
const answered = { database_id: "string", record_id: "integer", table_id: "integer" } as const;

export const forms = {
  purpose: "Pages that ask people for the fields of a database's table, and put what they answer into it.",
  needs: ["app", "databases", "documents", "content", "places", "rendering", "uploads"],
  toolset: "forms",
  editions: ["community", "cloud"],
  since: "2026-11-24",
  doc_types: ["form"],
  caps: {
    forms_per_database: 100,
    form_request_bytes: 8 * MIB,
    files_per_response: 20,
  },
  quotas: {
    form_send: { limit: 300, window_seconds: 10 * 60, per: "address", message: "too many requests" },
    form_draft: { limit: 3000, window_seconds: 10 * 60, per: "address", message: "too many requests" },
    form_upload: { limit: 300, window_seconds: HOUR, per: "address", message: "too many files" },
    form_answer: {
      limit: 3000,
      window_seconds: HOUR,
      per: "key",
      counted_by: "the form that is answered",
      message: "too many answers at once; try again later",
    },
    // In KiB, of which an answer that grows by less is not counted.
    form_kib: {
      limit: 32 * 1024,
      window_seconds: HOUR,
      per: "key",
      counted_by: "the form that is answered",
      message: "too much was written into this form at once; try again later",
      editions: { community: 320 * 1024, publisher: 320 * 1024 },
    },
  },
  audit_actions: {
    "form.create": {
      says: { en: "made the form {title} in {on}", de: "hat das Formular {title} in {on} erstellt" },
      since: "2026-11-24",
      on: ["doc"],
      meta: { database_id: "string", table_id: "integer", title: "string" },
    },
    "form.delete": {
      says: { en: "deleted the form {title} in {on}", de: "hat das Formular {title} in {on} gelöscht" },
      since: "2026-11-24",
      on: ["doc"],
      meta: { database_id: "string", table_id: "integer", title: "string" },
    },
    "form.draft_created": {
      says: { en: "began to answer a form of {on}", de: "hat begonnen, ein Formular von {on} auszufüllen" },
      since: "2026-11-24",
      on: ["doc"],
      meta: answered,
    },
    "form.draft_saved": {
      says: { en: "saved a draft for a form of {on}", de: "hat einen Entwurf für ein Formular von {on} gespeichert" },
      since: "2026-11-24",
      on: ["doc"],
      meta: answered,
    },
    "form.submitted": {
      says: { en: "answered a form of {on}", de: "hat ein Formular von {on} ausgefüllt" },
      since: "2026-11-24",
      on: ["doc"],
      meta: answered,
    },
    "form.update": {
      says: { en: "changed the form {title} in {on}", de: "hat das Formular {title} in {on} geändert" },
      since: "2026-11-24",
      on: ["doc"],
      meta: { changed: "array", database_id: "string", table_id: "integer", title: "string" },
    },
  },
  changes: formsChanges,
} as const satisfies PluginManifest;

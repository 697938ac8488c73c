// The wire shapes of forms, and the members by which they are made and changed.
import { type Static, t } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";
import { CLOSED } from "./closed.ts";

const { fields_per_table: FIELDS_MAX, records_per_database: RESPONSES_MAX } = manifest.caps;

export const formId = t.String({ description: "The form's document id, as get_database shows it." });

const Spam = t.Object(
  {
    pow: t.Boolean({
      description: "Browsers compute for a moment before they send.",
    }),
    honeypot: t.Boolean({
      description: "Drops answers that fill a field which people do not see.",
    }),
  },
  { $id: "FormSpam" },
);

export const Form = t.Object(
  {
    doc_id: t.String(),
    url: t.String({ description: "Where people answer." }),
    database_id: t.String(),
    table_id: t.Integer(),
    title: t.String(),
    fields: t.Array(t.String(), { description: "The keys of the fields that it asks for, in order." }),
    visibility: t.String(),
    custom_html: t.Boolean({ description: "Its page is HTML of somebody's own, not the one made of its fields." }),
    active: t.Boolean(),
    email_notify: t.Boolean(),
    autosave: t.Boolean(),
    notify_drafts: t.Boolean(),
    opens_at: t.Nullable(t.Instant()),
    closes_at: t.Nullable(t.Instant()),
    max_responses: t.Nullable(t.Integer()),
    accepted: t.Integer({ description: "Complete answers whose records are there." }),
    one_per_user: t.Boolean(),
    spam: Spam,
    closed_because: t.Nullable(t.OneOf(CLOSED), { description: "Why it takes no answers now." }),
    created_at: t.Instant(),
    updated_at: t.Instant(),
    warnings: t.Optional(
      t.Array(t.String(), { description: "On making it: who cannot answer, and what was left aside." }),
    ),
  },
  { $id: "Form" },
);

const instant = (description: string) =>
  t.Optional(t.Nullable(t.String({ maxLength: 40, examples: ["2026-12-01T08:00:00Z"] }), { description }));

/** What is chosen when a form is made, and changed later. */
export const settingMembers = {
  email_notify: t.Optional(t.Boolean({ description: "Mail its maker of new answers." })),
  autosave: t.Optional(t.Boolean({ description: "Keep answers as they are written." })),
  notify_drafts: t.Optional(t.Boolean({ description: "Tell of begun answers too." })),
  opens_at: instant("From when on it takes answers; null for at once."),
  closes_at: instant("Until when; null for ever."),
  max_responses: t.Optional(
    t.Nullable(t.Integer({ minimum: 1, maximum: RESPONSES_MAX }), {
      description: "How many answers it takes; null for any number.",
    }),
  ),
  one_per_user: t.Optional(
    t.Boolean({
      description: "One answer of each person, where people sign in to answer.",
    }),
  ),
  spam: t.Optional(
    t.Object(
      { pow: t.Optional(Spam.properties.pow), honeypot: t.Optional(Spam.properties.honeypot) },
      { description: "What keeps programs away." },
    ),
  ),
};

export const fieldKeys = t.Array(t.String({ minLength: 1, maxLength: 200 }), {
  minItems: 1,
  maxItems: FIELDS_MAX,
  description: "Keys of the fields to ask for, in order.",
  examples: [["name", "email"]],
});

const Settings = t.Object(settingMembers);
export type SentSettings = Static<typeof Settings>;

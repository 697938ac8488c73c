// What may be chosen for a form, held against its table and the rest of what is chosen.
import { readInstant, refuse } from "../../kernel/plugin.ts";
import type { Field } from "../databases/port.ts";
import type { SentSettings } from "./schemas.ts";
import { type FormRow, isForStrangers } from "./store/rows.ts";

/** The columns of a form that people choose. */
export type Chosen = Pick<
  FormRow,
  | "fields"
  | "active"
  | "email_notify"
  | "autosave"
  | "notify_drafts"
  | "opens_at"
  | "closes_at"
  | "max_responses"
  | "one_per_user"
  | "pow"
  | "honeypot"
>;

/** Those that are chosen for nobody. */
export const DEFAULTS: Omit<Chosen, "fields"> = {
  active: true,
  email_notify: false,
  autosave: true,
  notify_drafts: false,
  opens_at: null,
  closes_at: null,
  max_responses: null,
  one_per_user: false,
  pow: false,
  honeypot: true,
};

/** What was chosen, laid over what was so before; whatever else is sent beside it is left alone. Throws 400 for a time that is none. */
export function choose<Before extends Omit<Chosen, "fields">>(
  before: Before,
  sent: SentSettings & { active?: boolean; fields?: string[] },
): Before {
  const { fields, active, email_notify, autosave, notify_drafts, max_responses, one_per_user, spam } = sent;
  const plain = { fields, active, email_notify, autosave, notify_drafts, max_responses, one_per_user, ...spam };
  const times = { opens_at: timeOf("opens_at", sent.opens_at), closes_at: timeOf("closes_at", sent.closes_at) };
  const named = Object.entries({ ...plain, ...times }).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(named) };
}

function timeOf(name: string, text: string | null | undefined): Date | null | undefined {
  return typeof text === "string" ? readInstant(text, { name }) : text;
}

/** Throws 400 for what does not go together, and for fields with which no answer could be complete. */
export function checkChosen(
  chosen: Chosen,
  { fields, visibility }: { fields: readonly Field[]; visibility: string },
): void {
  checkFields(chosen, fields);
  const { opens_at, closes_at, one_per_user } = chosen;
  if (opens_at !== null && closes_at !== null && opens_at >= closes_at) {
    throw refuse.invalid(
      `opens_at ${opens_at.toISOString()} is not before closes_at ${closes_at.toISOString()}; send an end that comes later`,
    );
  }
  if (one_per_user && isForStrangers({ visibility })) {
    throw refuse.invalid(
      `one_per_user needs to know who answers, and ${visibility} opens the form to people who are not signed in; use visibility workspace or restricted, or leave one_per_user out`,
    );
  }
}

function checkFields({ fields: keys, autosave }: Chosen, fields: readonly Field[]): void {
  const known = new Map(fields.map((field) => [field.key, field]));
  const seen = new Set<string>();
  for (const key of keys) {
    if (!known.has(key)) {
      throw refuse.invalid(
        `fields: the table has no field "${key.slice(0, 80)}"; it has ${[...known.keys()].join(", ").slice(0, 2000)}`,
      );
    }
    if (seen.has(key)) throw refuse.invalid(`fields names "${key}" twice; name each field once`);
    seen.add(key);
  }
  const [left] = findUnasked(keys, fields);
  if (left) {
    throw refuse.invalid(
      `fields leaves out "${left.key}", which the table requires and has no default for; no answer could be complete without it`,
    );
  }
  for (const key of keys) {
    const field = known.get(key);
    if (field?.type !== "attachment" && field?.type !== "review") continue;
    if (!autosave) {
      throw refuse.invalid(
        `the field "${key}" holds files or feedback, which are kept as they come; it needs autosave: true`,
      );
    }
    const bound = field.attachment_field;
    if (bound !== undefined && !seen.has(bound)) {
      throw refuse.invalid(
        `fields names the review "${key}" without "${bound}", the files that it is about; name both`,
      );
    }
  }
}

/** The fields that every record needs and a form with these keys gives none a value for. */
export function findUnasked(keys: readonly string[], fields: readonly Field[]): Field[] {
  return fields.filter((field) => field.required === true && field.default === undefined && !keys.includes(field.key));
}

const NAMES: readonly (keyof Chosen)[] = [
  ...([
    "fields",
    "active",
    "email_notify",
    "autosave",
    "notify_drafts",
    "opens_at",
    "closes_at",
    "max_responses",
  ] as const),
  ...(["one_per_user", "pow", "honeypot"] as const),
];

/** What a change is told as in the audit log: the names of what is chosen otherwise now. */
export function changedNames(before: Chosen, after: Chosen): (keyof Chosen)[] {
  return NAMES.filter((name) => !Bun.deepEquals(before[name], after[name]));
}

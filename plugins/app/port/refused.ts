// A form comes back on its page with what was typed, and where it was refused with the words beside their field.
import type { Refusal, RequestFacts } from "../../../kernel/plugin.ts";

/** What a form sent, by the names of its controls. */
export type Typed = ReadonlyMap<string, readonly string[]>;

/** A form that its operation refused. */
export interface RefusedForm {
  operation: string;
  typed: Typed;
  refusal: Refusal;
}

const refused = new WeakMap<RequestFacts, RefusedForm>();
/** Those whose words stand in their form already. */
const told = new WeakSet<RefusedForm>();

/** Says of a request that it shows a page again because of a form. */
export function markRefused(facts: RequestFacts, form: RefusedForm): void {
  refused.set(facts, form);
}

/** The refused form that this request shows again; null for a page that was asked for. */
export function refusedForm(facts: RequestFacts): RefusedForm | null {
  return refused.get(facts) ?? null;
}

/** A form that was performed, and whose page is shown again with what was typed, since it read or named `~stay`. */
export interface KeptForm {
  operation: string;
  typed: Typed;
  /** What the operation answered. */
  value: unknown;
}

const kept = new WeakMap<RequestFacts, KeptForm>();

/** Says of a request that it shows a page again with what was typed. */
export function markKept(facts: RequestFacts, form: KeptForm): void {
  kept.set(facts, form);
}

/** The performed form that this request shows again; null for a page that was asked for. */
export function keptForm(facts: RequestFacts): KeptForm | null {
  return kept.get(facts) ?? null;
}

/** The words that no form of the page says, since it has none that was sent; null where one does. */
export function untoldWords(facts: RequestFacts): string | null {
  const form = refused.get(facts);
  return form && !told.has(form) ? sentenceOf(form.refusal.said) : null;
}

/** Says of a refused form that its words stand on the page. */
export function markTold(form: RefusedForm): void {
  told.add(form);
}

/** Whether a refused form is the one with these fixed values, where a page has several of one operation. */
export function isTheSame(form: RefusedForm, operation: string, fixed: Readonly<Record<string, string>>): boolean {
  return (
    form.operation === operation && Object.entries(fixed).every(([name, value]) => form.typed.get(name)?.[0] === value)
  );
}

/** The words of a refusal about each control, and those about none of them. */
export function wordsByField(
  { refusal }: RefusedForm,
  names: readonly string[],
): { fields: ReadonlyMap<string, string>; other: string | null } {
  const fields = new Map<string, string>();
  const faults = refusal.fields ?? [];
  for (const { loc, msg } of faults) {
    const path = loc.slice(1).join(".");
    const name = names.find((one) => path === one || path.startsWith(`${one}.`));
    if (name !== undefined && !fields.has(name)) fields.set(name, sentenceOf(msg));
  }
  if (fields.size > 0) return { fields, other: null };
  // A refusal of one value begins with its name (rules: requests/shapes).
  const first = /^[a-z_.]+/.exec(refusal.message)?.[0] ?? "";
  if (names.includes(first)) return { fields: new Map([[first, sentenceOf(refusal.said)]]), other: null };
  return { fields, other: sentenceOf(refusal.said) };
}

/** Refusals are written lower case and without a full stop; people read sentences. */
export function sentenceOf(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

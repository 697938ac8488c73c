// Changing the fields of a table that may hold records: what they keep stays valid, or is looked at again.
import type { Static } from "../../../kernel/plugin.ts";
import { BOUNDS } from "./bounds.ts";
import { asInput, checkField, checkTogether, type FieldInput } from "./definitions.ts";
import type { Field, SchemaFault } from "./field.ts";
import { isSameFile } from "./files.ts";
import type { FIELD_CHANGE } from "./schema.ts";
import { quoted, withArticle } from "./texts.ts";

export type FieldChange = Static<typeof FIELD_CHANGE>;

export interface FieldsChange {
  add_fields?: readonly FieldInput[] | undefined;
  update_fields?: readonly FieldChange[] | undefined;
  /** Keys in their new order; fields that it leaves out come after, as they stood. */
  order?: readonly string[] | undefined;
}

/** The new fields, and the keys in which existing records may now be refused: each must have a value that `checkData` takes. */
export type ChangedFields = { fields: Field[]; rechecks: string[] };

/**
 * Lays a change over the fields of a table. Keys and options stay, and options keep their places, since records are ordered by them;
 * `text` may become `long_text`; limits of attachments only widen; what reviews are bound to stays while there are records. A new
 * field is required in an empty table alone; one that becomes required is in `rechecks`.
 */
export function changeFields(
  before: readonly Field[],
  { add_fields = [], update_fields = [], order = [] }: FieldsChange,
  { records }: { records: number },
): ChangedFields | { faults: SchemaFault[] } {
  const empty = records === 0;
  const faults: SchemaFault[] = [];
  const changed = new Map(before.map((field) => [field.key, field]));
  const named = new Set<string>();
  for (const change of update_fields) {
    const field = changed.get(change.key);
    if (!field) faults.push(unknownField(change.key, before));
    else if (named.has(change.key))
      faults.push({ field: field.key, rule: "key", message: `${field.key} is changed twice` });
    else changed.set(field.key, changeField(field, change, { empty, faults }));
    named.add(change.key);
  }
  const added = add_fields.map((sent, index) => addField(sent, { place: `add_fields[${index}]`, records, faults }));
  const all = [...changed.values(), ...added];
  faults.push(...checkTogether(all));
  const fields = arrange(all, { order, faults });
  if (faults.length > 0) return { faults: faults.slice(0, BOUNDS.faults) };
  const rechecks = before.filter((field) => !empty && !field.required && changed.get(field.key)?.required);
  return { fields, rechecks: rechecks.map((field) => field.key) };
}

function unknownField(key: string, before: readonly Field[]): SchemaFault {
  const keys = before.map((field) => field.key).join(", ");
  return { field: key, rule: "key", message: `${quoted(key)} is no field of the table; it has ${keys || "none"}` };
}

interface Context {
  empty: boolean;
  faults: SchemaFault[];
}

function addField(
  sent: FieldInput,
  { place, records, faults }: { place: string; records: number; faults: SchemaFault[] },
): Field {
  const field = checkField(sent, { place, faults });
  if (field.required && records > 0) {
    const message = `${sent.key} is required, and the table has ${records} records without it; add it as optional, fill it in, then require it`;
    faults.push({ field: sent.key, rule: "required", message });
  }
  return field;
}

function changeField(field: Field, change: FieldChange, { empty, faults }: Context): Field {
  const type = change.type ?? field.type;
  const say = (rule: string, message: string) =>
    void faults.push({ field: field.key, rule, message: `${field.key}: ${message}` });
  if (type !== field.type && !(field.type === "text" && type === "long_text")) {
    say("type", `${withArticle(field.type)} field cannot become ${type}; only text can become long_text`);
    return field;
  }
  const { default: value, ...rest } = asInput(field);
  const laid = { ...rest, ...(value === undefined ? {} : { default: value }), ...change, type };
  const next = checkField(laid, { place: field.key, faults });
  keepOptions(field, next, say);
  keepLimits(field, next, say);
  if (!empty) keepBindings(field, next, say);
  return next;
}

type Say = (rule: string, message: string) => void;

function keepOptions({ options: before = [] }: Field, { options: after = [] }: Field, say: Say): void {
  const gone = before.find((option) => !after.includes(option));
  if (gone !== undefined)
    say("options", `option ${quoted(gone)} would be gone; options stay, and new ones are added after them`);
  else if (before.some((option, place) => after[place] !== option)) {
    say("options", "options keep their places; add new ones after them");
  }
}

function keepLimits(before: Field, after: Field, say: Say): void {
  for (const member of ["max_files", "max_file_bytes"] as const) {
    const [was = 0, is = 0] = [before[member], after[member]];
    if (is < was) say(member, `${member} is ${was} and can only grow; ${is} is less`);
  }
  const [was = [], is = []] = [before.accept, after.accept];
  const gone =
    was.length === 0 && is.length > 0 ? "any type" : was.find((extension) => is.length > 0 && !is.includes(extension));
  if (gone !== undefined) say("accept", `accept can only widen; ${gone} is accepted now`);
}

function keepBindings(before: Field, after: Field, say: Say): void {
  if (before.attachment_field !== undefined && before.attachment_field !== after.attachment_field) {
    say("attachment_field", `attachment_field stays "${before.attachment_field}" while there are records`);
  }
  const gone = (before.sources ?? []).find((ref) => !(after.sources ?? []).some((other) => isSameFile(ref, other)));
  if (gone) say("sources", `source ${quoted(gone.path)} in version ${gone.version} stays while there are records`);
}

function arrange(
  fields: readonly Field[],
  { order, faults }: { order: readonly string[]; faults: SchemaFault[] },
): Field[] {
  const keys = new Set(fields.map((field) => field.key));
  const bad = order.find((key, index) => !keys.has(key) || order.indexOf(key) !== index);
  if (bad !== undefined) {
    const what = keys.has(bad) ? "is there twice" : "is no field of the table";
    faults.push({ field: bad, rule: "order", message: `order names ${quoted(bad)}, which ${what}` });
  }
  const placeOf = ({ key }: Field) => (order.includes(key) ? order.indexOf(key) : order.length);
  return [...fields].sort((a, b) => placeOf(a) - placeOf(b));
}

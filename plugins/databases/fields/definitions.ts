// Holds the fields of a table against what each type has.
import { isJsonObject, isLongerThan, type Static, showsNothing } from "../../../kernel/plugin.ts";
import { BOUNDS } from "./bounds.ts";
import { checkValue } from "./data.ts";
import { type Field, type FieldType, type FileRef, isFault, lacksValue, type SchemaFault } from "./field.ts";
import { checkFileRef, isSameFile } from "./files.ts";
import type { FIELD_INPUT } from "./schema.ts";
import { quoted, unstorable, withArticle } from "./texts.ts";

export type FieldInput = Static<typeof FIELD_INPUT>;

const KEY = /^[a-z][a-z0-9_]*$/;
const EXTENSION = /^\.[a-z0-9][a-z0-9._+-]*$/;

/** The members of one type and of no other. */
const OWN: Readonly<Record<string, readonly FieldType[]>> = {
  options: ["select", "multi_select"],
  max_files: ["attachment"],
  max_file_bytes: ["attachment"],
  folder: ["attachment"],
  accept: ["attachment"],
  attachment_field: ["review"],
  sources: ["review"],
};

/** Checks the fields of a new table and fills in what they leave out. */
export function checkFields(input: readonly FieldInput[]): { fields: Field[] } | { faults: SchemaFault[] } {
  const faults: SchemaFault[] = [];
  const fields = input.map((sent, index) => checkField(sent, { place: `fields[${index}]`, faults }));
  faults.push(...checkTogether(fields));
  return faults.length > 0 ? { faults: faults.slice(0, BOUNDS.faults) } : { fields };
}

/** What holds among the fields of a table: their number, their keys, what reviews are bound to. */
export function checkTogether(fields: readonly Field[]): SchemaFault[] {
  const faults: SchemaFault[] = [];
  if (fields.length > BOUNDS.fields) {
    const message = `the table would have ${fields.length} fields; at most ${BOUNDS.fields} are allowed`;
    faults.push({ field: "fields", rule: "fields", message });
  }
  const keys = new Set<string>();
  for (const { key } of fields) {
    if (keys.has(key))
      faults.push({ field: key, rule: "key", message: `two fields have the key "${key}"; keys are unique` });
    keys.add(key);
  }
  for (const { key, attachment_field: bound } of fields) {
    if (bound === undefined || fields.some((other) => other.key === bound && other.type === "attachment")) continue;
    const message = `${key}: attachment_field is ${quoted(bound)}, which is no attachment field of the table`;
    faults.push({ field: key, rule: "attachment_field", message });
  }
  return faults;
}

interface Place {
  /** What the field is called where its key will not do. */
  place: string;
  faults: SchemaFault[];
}

/** One field by itself; what is wrong with it is added to the faults. */
export function checkField(sent: FieldInput, { place, faults }: Place): Field {
  const hasKey = KEY.test(sent.key) && sent.key.length <= BOUNDS.key_chars;
  const name = hasKey ? sent.key : place;
  const say = (rule: string, message: string) =>
    void faults.push({ field: name, rule, message: `${name}: ${message}` });
  if (!hasKey)
    say(
      "key",
      `key is ${quoted(sent.key)}; write a lower-case letter, then letters, digits and _, at most ${BOUNDS.key_chars}`,
    );
  const foreign = Object.entries(OWN).filter(([member, types]) => member in sent && !types.includes(sent.type));
  for (const [member, types] of foreign) {
    say(member, `${member} does not belong to ${withArticle(sent.type)} field; it belongs to ${types.join(" and ")}`);
  }
  const label = (sent.label ?? sent.key).normalize("NFC").trim();
  const isLabelled = sent.label !== undefined || hasKey;
  if (isLabelled && (showsNothing(label) || isLongerThan(label, BOUNDS.label_chars) || unstorable(label))) {
    say("label", `label is ${quoted(label)}; write 1 to ${BOUNDS.label_chars} characters, of which one shows`);
  }
  const field: Field = {
    key: sent.key,
    label,
    type: sent.type,
    required: sent.required ?? false,
    ...settingsOf(sent, say),
  };
  return withDefault(field, sent.default, say);
}

type Say = (rule: string, message: string) => void;

function settingsOf(sent: FieldInput, say: Say): Partial<Field> {
  if (sent.type === "select" || sent.type === "multi_select") return { options: checkOptions(sent.options ?? [], say) };
  if (sent.type === "attachment") return attachmentSettings(sent, say);
  if (sent.type === "review") return reviewSettings(sent, say);
  return {};
}

function checkOptions(sent: readonly string[], say: Say): string[] {
  const options = sent.map((option) => option.normalize("NFC").trim());
  if (options.length === 0 || options.length > BOUNDS.options) {
    say("options", `has ${options.length} options; write 1 to ${BOUNDS.options}`);
  }
  const bad = options.find(
    (option) => option === "" || isLongerThan(option, BOUNDS.option_chars) || unstorable(option),
  );
  if (bad !== undefined) say("options", `option ${quoted(bad)} does not have 1 to ${BOUNDS.option_chars} characters`);
  const twice = options.find((option, index) => options.indexOf(option) !== index);
  if (twice !== undefined) say("options", `option ${quoted(twice)} is there twice; each is there once`);
  return options;
}

function attachmentSettings(sent: FieldInput, say: Say): Partial<Field> {
  const { max_files = BOUNDS.files_default, max_file_bytes = BOUNDS.file_bytes_default, folder } = sent;
  for (const [member, value, most] of [
    ["max_files", max_files, BOUNDS.files],
    ["max_file_bytes", max_file_bytes, BOUNDS.file_bytes],
  ] as const) {
    if (!Number.isInteger(value) || value < 1 || value > most) say(member, `${member} is ${value}; write 1 to ${most}`);
  }
  const accept = [...new Set((sent.accept ?? []).map((extension) => extension.trim().toLowerCase()))];
  const bad = accept.find((extension) => !EXTENSION.test(extension) || extension.length > BOUNDS.extension_chars);
  if (bad !== undefined) say("accept", `accept has ${quoted(bad)}; write extensions such as .pdf`);
  if (accept.length > BOUNDS.extensions)
    say("accept", `accept has ${accept.length} extensions; at most ${BOUNDS.extensions}`);
  const isFolder = typeof folder !== "string" || (!isLongerThan(folder, BOUNDS.folder_chars) && !unstorable(folder));
  if (!isFolder)
    say("folder", `folder is ${quoted(folder)}; write a path of at most ${BOUNDS.folder_chars} characters`);
  const placed = typeof folder === "string" && folder !== "" ? { folder: folder.normalize("NFC") } : {};
  return { max_files, max_file_bytes, accept, ...placed };
}

function reviewSettings({ attachment_field, sources = [] }: FieldInput, say: Say): Partial<Field> {
  if (attachment_field === undefined && sources.length === 0) {
    say("sources", "a review needs an attachment_field, sources, or both");
  }
  if (sources.length > BOUNDS.sources) say("sources", `has ${sources.length} sources; at most ${BOUNDS.sources}`);
  const refs: FileRef[] = [];
  for (const [index, sent] of sources.slice(0, BOUNDS.sources).entries()) {
    const checked = checkFileRef(sent);
    if (!("ref" in checked)) say("sources", `source ${index + 1} ${checked.message}`);
    else if (refs.some((ref) => isSameFile(ref, checked.ref))) say("sources", `source ${index + 1} is there twice`);
    else refs.push(checked.ref);
  }
  return { ...(attachment_field === undefined ? {} : { attachment_field }), sources: refs };
}

function withDefault(field: Field, sent: unknown, say: Say): Field {
  if (sent === undefined || lacksValue(field, sent)) return field;
  if (field.type === "attachment" || field.type === "review") {
    say("default", `${withArticle(field.type)} field has no default`);
    return field;
  }
  const checked = checkValue(field, sent);
  if (!isFault(checked)) return { ...field, default: checked.value };
  say("default", `default ${checked.message}`);
  return field;
}

/** A stored field as it would be sent, to lay a change over it. */
export function asInput(field: Field): FieldInput {
  const { default: kept, ...rest } = field;
  return { ...rest, ...(kept === undefined ? {} : { default: isJsonObject(kept) ? { ...kept } : kept }) };
}

// Makes a record of an answer: only what the form asks for, and no word to whoever answers of what else the table has.
import { Refusal, refuse, showsNothing } from "../../../kernel/plugin.ts";
import { boundedEntry, checkData, type DataFault, filesIn, type RecordOp } from "../../databases/port.ts";
import type { FormRow } from "../store/rows.ts";
import { wordsOfFault } from "../words.ts";

type Entry = Extract<RecordOp, { op: "create" }>["entry"];
type Data = Readonly<Record<string, unknown>>;

/** A whole answer, held to the fields. Throws 400 by field. */
export function completeAnswer(form: FormRow, data: Data): Entry {
  refuseUnasked(form, data);
  const checked = checkData(form.table.fields, withoutBlanks(form, data));
  if ("faults" in checked) throw refuseAnswer(form, checked.faults);
  refuseFiles(form, checked.data);
  return boundedEntry(form.table, { data: checked.data, form_status: "complete" });
}

/** What shows nothing is no answer where one is needed; whoever edits the table may keep one. */
export function withoutBlanks<Value>({ table }: FormRow, data: Readonly<Record<string, Value>>) {
  const needed = new Set(table.fields.filter(({ required }) => required).map(({ key }) => key));
  const isBlank = (value: Value) => typeof value === "string" && showsNothing(value);
  const kept = Object.entries(data).map(([key, value]) => [key, needed.has(key) && isBlank(value) ? "" : value]);
  return Object.fromEntries(kept) as Record<string, Value | "">;
}

/**
 * Throws 400 by field for files: whose they are is known of an answer that is saved as it is written, and whoever made the form could open
 * others. The same for a file that is not there.
 */
function refuseFiles({ table }: FormRow, data: Data): void {
  const faults = table.fields
    .filter(({ key, type }) => type === "attachment" && Object.hasOwn(data, key) && filesIn(data[key]).length > 0)
    .map(({ key }): DataFault => {
      const message = `${key} takes no files with a whole answer; send them by the form's page, which saves the answer as it is written`;
      return { key, code: "option", message };
    });
  if (faults.length > 0) throw refuseFaults(faults);
}

/** Throws 400 for values of fields that the form does not ask for: whoever answers writes into nothing else. */
export function refuseUnasked({ fields }: Pick<FormRow, "fields">, data: Data): void {
  const faults = Object.keys(data)
    .filter((key) => !fields.includes(key))
    .slice(0, FAULTS_TOLD)
    .map((key): DataFault => {
      const message = `"${key.slice(0, KEY_SHOWN)}" is not asked for here; the form asks for ${fields.join(", ").slice(0, KEYS_SHOWN)}`;
      return { key: key.slice(0, KEY_SHOWN), code: "option", message };
    });
  if (faults.length > 0) throw refuseFaults(faults);
}

/** 400 by field; a fault of a field that is not asked for is the form's, which closes it. */
export function refuseAnswer({ fields }: Pick<FormRow, "fields">, faults: readonly DataFault[]): Refusal {
  const told = faults.filter(({ key }) => fields.includes(key));
  return told.length > 0 ? refuseFaults(told) : refuseClosed();
}

/** The same refusals for who is shown them on a page, by the labels that stand in the form. */
export async function inWords<T>(form: FormRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const faults = error instanceof Refusal && error.code === "validation_failed" ? error.detail.fields : null;
    throw Array.isArray(faults) ? refuseFaults(faults.filter(isFault).map((fault) => worded(form, fault))) : error;
  }
}

function worded({ table }: FormRow, fault: DataFault): DataFault {
  const field = table.fields.find(({ key }) => key === fault.key);
  return field ? { ...fault, message: `${field.label}: ${wordsOfFault(fault, field)}` } : fault;
}

export function isFault(value: unknown): value is DataFault {
  return typeof value === "object" && value !== null && "key" in value && "message" in value;
}

function refuseFaults(faults: readonly DataFault[]): Refusal {
  const more = faults.length > 1 ? `; ${faults.length - 1} more in fields` : "";
  return refuse.invalid(`${faults[0]?.message}${more}`, { code: "validation_failed", fields: faults });
}

/** 410 whatever it is that closes a form: that is for whoever made it to know. */
export function refuseClosed(): Refusal {
  return refuse.gone("this form takes no answers now; whoever sent you its link may know more");
}

const FAULTS_TOLD = 20;
const KEY_SHOWN = 80;
const KEYS_SHOWN = 2000;

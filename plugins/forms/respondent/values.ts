// What a respondent's values are held to beyond their fields' rules:
// the form's own fields, and files that they have sent themselves.
import { type JsonValue, Refusal, refuse, type Sql } from "../../../kernel/plugin.ts";
import { type DataFault, filesIn, isSameFile } from "../../databases/port.ts";
import { isFault, refuseAnswer, refuseUnasked } from "../answers/entries.ts";
import { askedFields, type FormRow } from "../store/rows.ts";
import { listSent, type SessionRow } from "../store/sessions.ts";

interface Sent {
  form: FormRow;
  session: Pick<SessionRow, "session_id">;
  data: Readonly<Record<string, unknown>>;
  before: Readonly<Record<string, JsonValue>>;
}

/** Throws 400 by field for values of fields that the form does not ask for, and for files that somebody else sent. */
export async function demandOwnValues(
  { sql, now }: { sql: Sql; now: Date },
  { form, session, data, before }: Sent,
): Promise<void> {
  refuseUnasked(form, data);
  const attachments = askedFields(form).filter(
    ({ key, type }) => type === "attachment" && Object.hasOwn(data, key) && filesIn(data[key]).length > 0,
  );
  if (attachments.length === 0) return;
  const own = await listSent(sql, { session_id: session.session_id, now });
  const faults = attachments.flatMap(({ key }): DataFault[] => {
    const kept = filesIn(Object.hasOwn(before, key) ? before[key] : undefined);
    const sent = own.filter(({ field_key }) => field_key === key);
    const isOwn = (ref: { doc_id: string; version: number; path: string }) =>
      kept.some((one) => isSameFile(one, ref)) || sent.some((one) => isSameFile({ ...one, version: 1 }, ref));
    if (filesIn(data[key]).every(isOwn)) return [];
    return [{ key, code: "option", message: `${key} names a file that was not sent for it from here; send it first` }];
  });
  if (faults.length > 0) throw refuseAnswer(form, faults);
}

/**
 * What a write in the database is refused with, as far as it is a respondent's to know: what is wrong with their own values. That the
 * database is full, and whose it is, is not.
 */
export async function forRespondent<T>(form: FormRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? translate(form, error) : error;
  }
}

function translate(form: FormRow, refusal: Refusal): Refusal {
  const { kind, code } = refusal;
  const { fields } = refusal.detail;
  if (code === "validation_failed" && Array.isArray(fields)) return refuseAnswer(form, fields.filter(isFault));
  if (code === "secret_found") {
    return refuse.invalid("the answer holds what looks like a password or a key; leave it out", {
      code: "validation_failed",
    });
  }
  const isOwn = ["gone", "limited", "unavailable", "forbidden"].includes(kind) || code === "version_conflict";
  if (isOwn || (kind === "tooLarge" && refusal.message.startsWith("the record has"))) return refusal;
  return refuse.unavailable("this form cannot keep answers at the moment; tell whoever sent you the link");
}

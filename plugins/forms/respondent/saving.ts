// Saves an answer while it is written, and completes it:
// the record by the right of whoever made the form, what it may say by its fields.
import { type JsonObject, type JsonValue, refuse, type WriteCall } from "../../../kernel/plugin.ts";
import { completeEntry, createEntry, findRecord, mergeEntry, type RecordRow, takeTurn } from "../../databases/port.ts";
import { refuseClosed, refuseUnasked, withoutBlanks } from "../answers/entries.ts";
import { type AddressedForm, isLetIn, refuseTicket } from "../answers/gate.ts";
import { demandOpen, noteAnswer, refuseSecond, writeAnswer } from "../answers/taking.ts";
import type { Writer } from "../standing.ts";
import { completeDraft, insertDraft } from "../store/drafts.ts";
import { findForm } from "../store/forms.ts";
import type { FormRow } from "../store/rows.ts";
import { answerSession, findSession, type SessionRow, takeSession } from "../store/sessions.ts";
import { fingerprintOf, type Ticket } from "../tickets.ts";
import { spend } from "./beginning.ts";
import type { Respondent } from "./proof.ts";
import { demandOwnValues, forRespondent } from "./values.ts";

type Saving = WriteCall<AddressedForm, true>;

/** What a respondent is told of their answer, and nothing else. */
export type Answer = { data: Record<string, JsonValue>; version: number; status: "empty" | "draft" | "complete" };

/** The answer as it is; an empty one while nothing is saved. Throws 410 for one whose record is gone, and where the form takes none. */
export async function loadAnswer(call: Saving, { resume_sha256 }: Respondent): Promise<Answer> {
  const { form } = call.subject;
  const session = await findSession(call.sql, { ...form, resume_sha256 });
  await demandOpen(call, form, { going_on: session?.response_id != null });
  return answerOf(form, session && (await findAnswer(call.sql, form, session)));
}

/** The same to look at as one that was kept: what filled in a field that people do not see. */
export function pretendedAnswer(
  { fields }: Pick<FormRow, "fields">,
  { data, base_version, is_complete }: { data: JsonObject; base_version: number; is_complete: boolean },
): Answer {
  const kept = Object.entries(data).flatMap(([key, value]): [string, JsonValue][] =>
    fields.includes(key) && value !== null && value !== undefined ? [[key, value]] : [],
  );
  return { data: Object.fromEntries(kept), version: base_version + 1, status: is_complete ? "complete" : "draft" };
}

/** Changes some of its values. Throws 400 by field, and 409 with the answer as it is for a base that is not its version any more. */
export async function saveAnswer(
  call: Saving,
  respondent: Respondent,
  { data, base_version }: { data: Readonly<Record<string, unknown>>; base_version: number },
): Promise<Answer> {
  // Opening a page keeps nothing, nor does a save of nothing.
  if (Object.keys(data).length === 0) return demandUnchanged(await loadAnswer(call, respondent), base_version);
  const held = await takeAnswer(call, respondent, { base_version });
  const { form, session, record } = held;
  await demandOwnValues(call, { form, session, data, before: record?.data ?? {} });
  return forRespondent(form, async () => {
    if (record) {
      const entry = mergeEntry(form.table, record, data);
      if (Bun.deepEquals(entry.data, record.data)) return answerOf(form, record);
      return update(call, held, { record, entry, action: "form.draft_saved" });
    }
    const row = await begin(call, held, data);
    noteAnswer(call, form, { action: "form.draft_created", record_id: row.record_id });
    return answerOf(form, row);
  });
}

/**
 * Takes what is sent with it, and holds the whole to all rules of its fields; from then on only whoever edits the table changes it. What
 * is refused keeps nothing of what came along.
 */
export async function completeAnswer(
  call: Saving,
  respondent: Respondent,
  { data, base_version }: { data: Readonly<Record<string, unknown>>; base_version: number },
): Promise<Answer> {
  const { sql, subject, now } = call;
  const before = await findSession(sql, { ...subject.form, resume_sha256: respondent.resume_sha256 });
  const sent = before && (await findAnswer(sql, subject.form, before));
  // Sent again, since what it was told was lost on the way.
  if (sent?.form_status === "complete") return demandSame(subject.form, sent, data);
  const held = await takeAnswer(call, respondent, { base_version, is_completing: true });
  const { form, session } = held;
  // Its twin was at work when this one looked.
  if (held.record?.form_status === "complete") return demandSame(form, held.record, data);
  await demandOwnValues(call, { form, session, data, before: held.record?.data ?? {} });
  const { user_id } = held.ticket;
  return forRespondent(form, async () => {
    const record = held.record ?? (await begin(call, held, data));
    const response_id = session.response_id ?? (await findResponse(sql, form, respondent));
    const whole = held.record ? mergeEntry(form.table, held.record, data).data : record.data;
    const entry = completeEntry(form.table, { data: withoutBlanks(form, whole) });
    const answer = await update(call, held, { record, entry, action: "form.submitted" });
    if (!(await completeDraft(sql, { document_id: form.document_id, response_id, user_id, now }))) throw refuseClosed();
    return answer;
  });
}

/** A complete answer, to who sends it again as it is. Throws 409 where something else comes along. */
function demandSame(form: FormRow, record: RecordRow, data: Readonly<Record<string, unknown>>): Promise<Answer> {
  return forRespondent(form, async () => {
    refuseUnasked(form, data);
    const isSame = Bun.deepEquals(mergeEntry(form.table, record, data).data, record.data);
    if (!isSame) throw refuseChanged("it is complete and takes no changes", answerOf(form, record));
    return answerOf(form, record);
  });
}

function demandUnchanged(answer: Answer, base_version: number): Answer {
  if (answer.status === "complete") throw refuseChanged("it is complete and takes no changes", answer);
  if (answer.version === base_version) return answer;
  throw refuseChanged(wordsOfStale(answer, base_version), answer);
}

function wordsOfStale({ version }: Pick<Answer, "version">, base_version: number): string {
  return `its version is ${version}, not ${base_version}; load it, merge, and save again`;
}

/** An answer that nobody else changes until the transaction ends, and the form as it is by then. */
interface Held {
  form: FormRow;
  writer: Writer;
  ticket: Ticket;
  session: SessionRow;
  record: RecordRow | null;
}

/** Looks once more at everything that may have ended since the request came, in the database's turn, in which nobody changes it. */
async function takeAnswer(
  call: Saving,
  respondent: Respondent,
  { base_version, is_completing = false }: { base_version: number; is_completing?: boolean },
): Promise<Held> {
  const { sql, subject, now } = call;
  const { ticket, resume_sha256 } = respondent;
  const { workspace_id, document_id, database } = subject.form;
  const session = await takeSession(sql, { workspace_id, document_id, resume_sha256, now });
  // Moved with its owner or removed: what the page loads anew says so.
  if (!(await takeTurn(sql, database))) throw refuseTicket();
  const form = await findForm(sql, { document_id });
  if (!form || fingerprintOf(form) !== fingerprintOf(subject.form)) throw refuseTicket();
  if (!(await isLetIn(call, subject, ticket))) throw refuseTicket();
  const writer = await demandOpen(call, form, { going_on: session.response_id !== null });
  const record = await findAnswer(sql, form, session);
  if (record?.form_status === "complete") {
    if (is_completing) return { form, writer, ticket, session, record };
    throw refuseChanged("it is complete and takes no changes", answerOf(form, record));
  }
  await refuseSecond(call, form, ticket);
  const answer = answerOf(form, record);
  if (base_version !== answer.version) throw refuseChanged(wordsOfStale(answer, base_version), answer);
  await spend(sql, form, { session, respondent });
  return { form, writer, ticket, session, record };
}

/** With what the respondent would be told by loading it. */
function refuseChanged(why: string, answer: Answer): Error {
  return refuse.conflict(`this answer was not saved: ${why}`, { code: "version_conflict", ...answer });
}

async function findAnswer(
  sql: Saving["sql"],
  form: FormRow,
  { response_id, record_id }: SessionRow,
): Promise<RecordRow | null> {
  if (response_id === null || record_id === null) return null;
  const { workspace_id, table, database } = form;
  const place = { workspace_id, document_id: database.document_id, table_id: table.table_id };
  const record = await findRecord(sql, { ...place, record_id });
  if (!record) throw refuse.gone("this answer is not there any more; load the form again to begin another one");
  return record;
}

/** Makes the record of an answer, with what is said of it so far. */
async function begin(
  call: Saving,
  { form, writer, ticket, session }: Held,
  data: Readonly<Record<string, unknown>>,
): Promise<RecordRow> {
  const { sql, now } = call;
  const entry = createEntry(form.table, data, "draft");
  const record_id = await writeAnswer(call, { writer, op: { op: "create", entry } });
  const response_id = await insertDraft(sql, form, { record_id, user_id: ticket.user_id, now });
  await answerSession(sql, { session_id: session.session_id, response_id });
  const { table_id, schema_version } = form.table;
  const times = { created_at: now, updated_at: now };
  return { record_id, table_id, schema_version, version: 1, form_status: "draft", data: entry.data, ...times };
}

type Entry = ReturnType<typeof mergeEntry>;

async function update(
  call: Saving,
  { form, writer }: Held,
  { record, entry, action }: { record: RecordRow; entry: Entry; action: "form.draft_saved" | "form.submitted" },
): Promise<Answer> {
  const { record_id, version } = record;
  const op = { op: "update" as const, id: record_id, base: version, entry };
  await writeAnswer(call, { writer, op, before: record });
  noteAnswer(call, form, { action, record_id });
  return answerOf(form, { ...record, data: entry.data, version: version + 1, form_status: entry.status });
}

async function findResponse(sql: Saving["sql"], form: FormRow, { resume_sha256 }: Respondent): Promise<number> {
  const session = await findSession(sql, { ...form, resume_sha256 });
  if (session?.response_id == null) throw new Error("an answer that was begun has a number");
  return session.response_id;
}

/** The form's own fields of a record, in its order. */
function answerOf({ fields }: FormRow, record: RecordRow | null): Answer {
  if (record === null) return { data: {}, version: 0, status: "empty" };
  const data = Object.fromEntries(
    fields.flatMap((key): [string, JsonValue][] => {
      const value = Object.hasOwn(record.data, key) ? record.data[key] : undefined;
      return value === undefined ? [] : [[key, value]];
    }),
  );
  return { data, version: record.version, status: record.form_status === "complete" ? "complete" : "draft" };
}

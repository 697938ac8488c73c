// Takes a whole answer in:
// under the database's turn everything that it hangs on is looked at once more, and the record is written with its count.
import { Refusal, refuse, sha256Bytes, type WriteCall } from "../../../kernel/plugin.ts";
import {
  askAboutRecords,
  boundsFor,
  type LoadedTable,
  nameFiles,
  nameOf,
  type RecordOp,
  recordRefusal,
  takeTurn,
  writeRecords,
} from "../../databases/port.ts";
import { forRespondent } from "../respondent/values.ts";
import { targetOf } from "../showing.ts";
import { refuseSpent } from "../spam.ts";
import { closedBy, findWriter, type Writer } from "../standing.ts";
import { findForm } from "../store/forms.ts";
import { isSpent } from "../store/proofs.ts";
import { findCome, hasAnswered, insertResponse } from "../store/responses.ts";
import type { FormRow } from "../store/rows.ts";
import { readTicket, type Ticket } from "../tickets.ts";
import { type AnswerAction, byRespondent, SUBMITTED } from "./actions.ts";
import { completeAnswer, refuseClosed } from "./entries.ts";
import { type AddressedForm, demandTicket, refuseTicket } from "./gate.ts";
import type { SentAnswer } from "./request.ts";

type Taking = WriteCall<AddressedForm, true>;

/** What whoever answers is told: nothing that leads to the record. */
export interface Receipt {
  received: true;
  receipt_id: string;
  replayed: boolean;
}

/** Takes an answer in, or says that it is in already. Throws 403 for a ticket that does not hold, 410 for a form that takes none, 400 by field. */
export async function takeAnswer(call: Taking, sent: SentAnswer): Promise<Receipt> {
  const { sql, runtime, now, subject } = call;
  const ticket = await demandTicket(call, subject, { kind: "submit", text: sent.token });
  const receipt = { received: true as const, receipt_id: receiptOf(ticket) };
  // Moved with its owner or removed: what the page loads anew says so.
  if (!(await takeTurn(sql, subject.form.database))) throw refuseTicket();
  const sent_sha256 = hashOf(sent);
  const known = await findCome(sql, ticket.id);
  if (known?.sent_sha256 && !Buffer.from(known.sent_sha256).equals(sent_sha256)) throw refuseOther();
  if (known) return { ...receipt, replayed: true };
  const form = await findForm(sql, subject.form);
  // Whoever waited here for a change of the form holds a ticket of the form as it was.
  if (!form || !readTicket(runtime, form, { kind: "submit", text: sent.token, now })) throw refuseTicket();
  const writer = await demandOpen(call, form);
  // Its work has bought an answer that is being written.
  if (form.pow && (await isSpent(sql, ticket.id))) throw refuseSpent();
  await refuseSecond(call, form, ticket);
  const op = { op: "create" as const, entry: completeAnswer(form, sent.data) };
  const record_id = await forRespondent(form, () => writeAnswer(call, { writer, op }));
  await insertResponse(sql, form, { record_id, ticket_id: ticket.id, user_id: ticket.user_id, sent_sha256, now });
  noteAnswer(call, form, { action: SUBMITTED, record_id });
  return { ...receipt, replayed: false };
}

/** The same to look at as one that was taken in: what filled in a field that people do not see. */
export function pretendedReceipt(ticket: Pick<Ticket, "id">): Receipt {
  return { received: true, receipt_id: receiptOf(ticket), replayed: false };
}

/** Made of the ticket, so that a repeat is told the same. */
function receiptOf({ id }: Pick<Ticket, "id">): string {
  return Buffer.from(sha256Bytes(`receipt ${id}`))
    .toString("base64url")
    .slice(0, RECEIPT_CHARS);
}

const RECEIPT_CHARS = 22;

/** Of the values, in whatever order they were sent. */
function hashOf({ data }: Pick<SentAnswer, "data">): Buffer {
  return Buffer.from(
    sha256Bytes(JSON.stringify(Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1)))),
  );
}

/** What somebody wrote is not to be passed over as if it had come. */
function refuseOther(): Error {
  return refuse.conflict(
    "this page has sent its answer already, and it was another one; load it again to send one more",
  );
}

/** Who writes, as long as nothing stands against an answer. Throws 410. */
export async function demandOpen(
  call: Pick<Taking, "runtime" | "sql" | "now">,
  form: FormRow,
  options: { going_on?: boolean } = {},
): Promise<Writer> {
  const writer = closedBy(form, call.now, options) ? null : await findWriter(call, form);
  if (!writer) throw refuseClosed();
  return writer;
}

/** Throws 409 for a person's second answer to a form that takes one of each, and 410 for somebody whom it cannot tell from others. */
export async function refuseSecond(
  { sql }: Pick<Taking, "sql">,
  form: FormRow,
  { user_id }: Pick<Ticket, "user_id">,
): Promise<void> {
  if (!form.one_per_user) return;
  if (user_id === null) throw refuseClosed();
  if (await hasAnswered(sql, form, user_id)) {
    throw refuse.conflict("you have answered this form already, and it takes one answer of each person");
  }
}

/** Writes one record of an answer by the right of whoever made the form, in the database's turn; answers its number. */
export async function writeAnswer(
  call: Taking,
  { writer, op, before }: { writer: Writer; op: RecordOp; before?: Parameters<typeof nameFiles>[2]["before"] },
): Promise<number> {
  const acting = actingFor(call, writer);
  const { table } = writer.table;
  await askAboutRecords(acting, table, [{ op, before, name: nameOf(op) }]);
  await nameFiles(acting, table, { op, before });
  const write = { database: writer.table, table, ops: [op], is_atomic: true };
  const bounds = boundsFor(call.runtime, writer.actor.workspace.plan);
  const results = await writeRecords({ ...call, actor: null }, write, bounds).catch((error: unknown) => {
    const refusal = recordRefusal(acting, error);
    // A database that is full or gone is nothing to whoever answers but a closed form.
    throw refusal instanceof Refusal ? refuseClosed() : refusal;
  });
  // Null is another schema, for which the ticket would not have held.
  if (!results) throw refuseTicket();
  const [written] = results;
  if (!written) throw refuse.conflict("the answer was changed elsewhere; load it again", { code: "version_conflict" });
  return written.id;
}

/** The same call as whoever made the form would make it. What a rule has to say to writers is not for whoever answers. */
function actingFor(call: Taking, { actor, table }: Writer): WriteCall<LoadedTable> {
  const by = byRespondent(table);
  return {
    ...call,
    actor,
    subject: table,
    reply: { headers: new Headers(), warnings: [], status: null },
    noteLent: (action, note) => call.noteLent(action, { ...note, by }),
  };
}

/** Tells of an answer in the audit log: by nobody, of the form and the record. */
export function noteAnswer(
  call: Taking,
  form: FormRow,
  { action, record_id }: { action: AnswerAction; record_id: number },
): void {
  const { meta, ...target } = targetOf(form);
  call.note(action, { ...target, meta: { ...meta, record_id }, by: byRespondent(form) });
}

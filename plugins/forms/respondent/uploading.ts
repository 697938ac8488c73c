// Takes in a file that a respondent sends:
// by the right of whoever made the form, into the field's folder, for as long as no answer names it.
import { type Permit, type PermitCall, refuse, type WriteCall } from "../../../kernel/plugin.ts";
import {
  completeUpload,
  type Done,
  type Field,
  findUpload,
  loadFolder,
  refuseEnding,
  refuseOther,
  sentName,
  takeUpload,
  uploadOptions,
} from "../../databases/port.ts";
import { createDocument, type Target } from "../../documents/port/create.ts";
import { settleRetention } from "../../documents/port/write.ts";
import { capOf } from "../../operation.ts";
import { declaredLength, type Received, refuseUnstorable } from "../../uploads/port.ts";
import { byRespondent } from "../answers/actions.ts";
import { type AddressedForm, addressedForm, refuseTicket } from "../answers/gate.ts";
import { demandOpen } from "../answers/taking.ts";
import type { Writer } from "../standing.ts";
import { findForm } from "../store/forms.ts";
import { askedFields, type FormRow } from "../store/rows.ts";
import { countSent, findSession, keepSent, type SessionRow, takeSession } from "../store/sessions.ts";
import { fingerprintOf } from "../tickets.ts";
import { demandProof, hasBegun, spend } from "./beginning.ts";
import { demandRespondent, type Respondent } from "./proof.ts";
import { forRespondent } from "./values.ts";

/** A file that is let in. */
export interface Sending extends AddressedForm {
  respondent: Respondent;
  writer: Writer;
  field: Field;
  filename: string;
  upload_id: string;
  target: Target;
  /** What has come under the same id before. */
  done: Done | null;
  /** It begins an answer, of which nothing is kept yet. */
  is_beginning: boolean;
}

/** Lets in a file for a field that the form asks for, and nothing that what is known of it rules out before its bytes. */
export function sentFile(): Permit<Sending> {
  return {
    needs: "a ticket of the form's page",
    check: async (call, input) => {
      const addressed = await addressedForm().check(call, input);
      const { form } = addressed;
      const { headers } = call.request;
      const proof = {
        token: headers.get("x-service-form-token") ?? "",
        resume_token: headers.get("x-service-resume-token") ?? "",
      };
      const respondent = await demandRespondent({ ...call, subject: addressed }, proof);
      const session = await findSession(call.sql, { ...form, ...respondent });
      const writer = await demandOpen(call, form, { going_on: session?.response_id != null });
      const { upload_id, filename } = sentName(headers);
      const field = demandField(form, String(input.params["field"]));
      refuseEnding(field, filename);
      const declared = declaredLength(call, uploadOptions({ field, filename }));
      const as = { ...call, actor: writer.actor };
      const target = await forRespondent(form, () => loadFolder(as, writer.table, field));
      const named = session && namedOf({ form, writer, field, upload_id, session_id: session.session_id });
      const before = named && (await findUpload(call.sql, { ...named, now: call.now }));
      const done = before && refuseOther(before, { filename, size_bytes: declared });
      const coming = { form, session, respondent, token: proof.token, work: headers.get("x-service-form-work") ?? "" };
      // What has come already is not made again.
      const is_proving = !done && (await demandProof(call, coming));
      if (!done) {
        if (session) await demandRoom(call, session);
        await forRespondent(form, () => refuseUnstorable(as, { size: declared, for: "new" }));
      }
      const is_beginning = !done && !hasBegun(session);
      const by = { ...respondent, is_proving };
      return { ...addressed, respondent: by, writer, field, filename, upload_id, target, done, is_beginning };
    },
  };
}

function demandField(form: FormRow, key: string): Field {
  const field = askedFields(form).find((one) => one.key === key);
  if (field?.type === "attachment") return field;
  throw refuse.notFound(`"${key.slice(0, 80).toWellFormed()}" is no field of this form that takes files`);
}

/** Rows of several respondents are told apart by their sessions; all of them stand under the name of whoever made the form. */
function namedOf({
  form,
  writer,
  field,
  upload_id,
  session_id,
}: Pick<Sending, "form" | "writer" | "field" | "upload_id"> & { session_id: number }) {
  const { user_id } = writer.actor;
  return { user_id, table_id: form.table.table_id, field_key: field.key, upload_id: `form:${session_id}:${upload_id}` };
}

async function demandRoom(
  { sql, runtime, now }: Pick<PermitCall, "sql" | "runtime" | "now">,
  { session_id, completed_at }: SessionRow,
): Promise<void> {
  if (completed_at !== null) throw refuse.conflict("this answer is complete and takes no more files");
  const limit = capOf(runtime, "files_per_response");
  if ((await countSent(sql, { session_id, now })) < limit) return;
  throw refuse.conflict(`an answer takes at most ${limit} files; those that were sent before count too`, {
    code: "limit_reached",
    limit,
  });
}

/** Makes a document of what has come, which lasts a week unless an answer names it. */
export async function keepFile(
  call: WriteCall<Sending, true>,
  received: Received,
): Promise<{ doc_id: string; version: number; path: string }> {
  const { sql, subject, runtime, now } = call;
  const { field, filename, upload_id, target, respondent } = subject;
  if (!("content" in received)) throw new Error("an upload was not received as a document");
  const { document_id: form_id, workspace_id } = subject.form;
  const held = { document_id: form_id, workspace_id, resume_sha256: respondent.resume_sha256, now };
  const session = await takeSession(sql, held);
  const form = await findForm(sql, { document_id: form_id });
  if (!form || fingerprintOf(form) !== fingerprintOf(subject.form)) throw refuseTicket();
  const writer = await demandOpen(call, form, { going_on: session.response_id !== null });
  const { content, fingerprint: sha256 } = received;
  const file = content.files.find(({ path }) => path === content.source_path);
  const came = { filename, sha256, size_bytes: file?.stored.size_bytes ?? 0 };
  const named = namedOf({ form, writer, field, upload_id, session_id: session.session_id });
  if (!(await takeUpload(sql, { ...named, ...came, workspace_id, now }))) {
    const twin = refuseOther(await findUpload(sql, { ...named, now }), came);
    return { doc_id: twin.doc_id, version: 1, path: twin.path };
  }
  await demandRoom(call, session);
  await spend(sql, form, { session, respondent });
  const by = byRespondent({ workspace_id });
  const acting: WriteCall = {
    ...call,
    actor: writer.actor,
    subject: undefined,
    note: (action, note) => call.note(action, { ...note, by }),
    noteLent: (action, note) => call.noteLent(action, { ...note, by }),
  };
  const days = capOf(runtime, "pending_media_days");
  const retention_days = await settleRetention(acting, { workspace_id, retention_days: days });
  const made = await forRespondent(form, () => createDocument(acting, { content, target }, { retention_days }));
  const { document_id, doc_id, expires_at } = made;
  const path = content.source_path;
  await completeUpload(sql, named, { document_id, path, expires_at });
  await keepSent(sql, { session_id: session.session_id, document_id, field_key: field.key, path });
  return { doc_id, version: 1, path };
}

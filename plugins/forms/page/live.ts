// Serves a form's page to whoever its document's gate has let in:
// with a ticket of their own, and what their browser goes on with.
import { type Runtime, refuse } from "../../../kernel/plugin.ts";
import type { LivePage, LivePageAsked, Opened } from "../../content/port.ts";
import { FRAME_SCRIPT } from "../../rendering/port.ts";
import { INPUTS } from "../answers/request.ts";
import type { Config, FieldConfig } from "../browser/config.ts";
import { keepResume, newResume, readResume, resumeHash } from "../respondent/cookie.ts";
import { WORK_BITS } from "../spam.ts";
import { closedBy, findWriter } from "../standing.ts";
import { findForm } from "../store/forms.ts";
import { askedFields, type FormRow, isMade } from "../store/rows.ts";
import { findSession, type SessionRow } from "../store/sessions.ts";
import { issueTicket } from "../tickets.ts";
import { CLOSED_TITLE, closedMain } from "./ends.ts";
import { filledPage, madePolicy } from "./filled.ts";
import { FORM_STYLE_HASH, madePage } from "./made_page.ts";
import { formScript } from "./script.ts";
import { findStoredPage, type StoredPage } from "./stored.ts";

/** By which somebody who has answered begins another answer. */
export const AGAIN = "_again";

/**
 * Null for a document that is no form, and in a site for one that stands in a frame there: a ticket is for its frame alone. Throws the
 * neutral 404 for one that is not open to the reader any more.
 */
export async function serveForm(runtime: Runtime, asked: LivePageAsked): Promise<LivePage | null> {
  const { document, opened, is_in_site, now } = asked;
  if (document.doc_type !== "form") return null;
  const { sql } = runtime.database;
  const form = await findForm(sql, document);
  if (!form || form.workspace_id !== document.workspace_id) return null;
  // A site asks for no password: the frame does, and says what there is to say of the form behind it.
  if (is_in_site && opened.by === "person" && form.visibility === "password") return null;
  if (!isOpened(form, opened)) throw refuse.notFound("not found");
  const respondent = await findRespondent(runtime, asked, form);
  const closed = closedBy(form, now, { going_on: respondent.is_going_on });
  if (closed !== null || !(await findWriter({ runtime, sql, now }, form))) {
    return { kind: "page", status: 410, title: CLOSED_TITLE, main: closedMain(), etag: null };
  }
  if (is_in_site) return null;
  const stored = isMade(form) ? null : await findStoredPage(runtime, form);
  // Somebody's page that has lost its places is shown as it is.
  if (!isMade(form) && stored === null) return null;
  return sendPage(runtime, asked, { form, stored, resume: respondent.resume });
}

/** Whether the gate that let the reader in is still the one that the document has: a ticket is for the gate as it is. */
function isOpened({ visibility, password_hash }: FormRow, opened: Opened): boolean {
  if (opened.by === "link") return visibility === "unlisted";
  if (opened.by === "password") return visibility === "password" && password_hash === opened.password_hash;
  return visibility === "workspace" || visibility === "restricted";
}

interface Respondent {
  resume: string;
  /** An answer is begun and not complete. */
  is_going_on: boolean;
}

async function findRespondent(
  runtime: Runtime,
  { request, opened }: LivePageAsked,
  form: FormRow,
): Promise<Respondent> {
  const fresh = { resume: newResume(), is_going_on: false };
  const held = form.autosave ? readResume(request, form.slug) : null;
  if (held === null) return fresh;
  const session = await findSession(runtime.database.sql, { ...form, resume_sha256: resumeHash(held) });
  // An answer that was deleted is gone on with by nobody, and a browser may be several people's.
  if (session?.response_id != null && (!session.is_kept || isOthers(session, opened))) return fresh;
  const isComplete = session?.completed_at != null;
  // A link that begins another answer ends none that somebody is writing.
  if (isComplete && isRepeatable(form) && request.url.searchParams.has(AGAIN)) return fresh;
  return { resume: held, is_going_on: session?.response_id != null && !isComplete };
}

/** Whether somebody else is known to have written it. */
function isOthers({ user_id }: SessionRow, opened: Opened): boolean {
  return user_id !== null && opened.by === "person" && opened.reader.user_id !== user_id;
}

function isRepeatable({ one_per_user }: FormRow): boolean {
  return !one_per_user;
}

async function sendPage(
  runtime: Runtime,
  { request, opened, now }: LivePageAsked,
  { form, stored, resume }: { form: FormRow; stored: StoredPage | null; resume: string },
): Promise<LivePage> {
  const { slug, autosave } = form;
  const { origin } = request.content_host;
  const user_id = opened.by === "person" ? opened.reader.user_id : null;
  const submit = issueTicket(runtime, form, { kind: "submit", user_id, now });
  const token = autosave ? issueTicket(runtime, form, { kind: "draft", user_id, now }) : submit;
  const config = configOf(form, { origin, token, resume, is_made: stored === null });
  const script = await formScript();
  const source = stored ?? { key: madeKey(form), page: () => madePage(madeOf(form)) };
  // Without it a page of somebody's own would have to work out by itself what the form asks for.
  const with_script = stored === null || autosave || form.pow;
  const html = await filledPage(source, { config, token: submit, with_script });
  return {
    kind: "sent",
    html,
    policy:
      stored === null
        ? madePolicy(script, { style_hash: FORM_STYLE_HASH, origin, frame_script: FRAME_SCRIPT, slug })
        : null,
    has_parts: stored?.has_parts ?? false,
    cookies: autosave ? keepResume(request, slug, resume) : [],
  };
}

/** Everything that the made page is made of. */
function madeKey(form: FormRow): string {
  return `made ${form.document_id} ${JSON.stringify(madeOf(form))}`;
}

function madeOf(form: FormRow) {
  const { title, autosave, honeypot } = form;
  return { title, fields: askedFields(form), autosave, honeypot };
}

function configOf(
  form: FormRow,
  { origin, token, resume, is_made }: { origin: string; token: string; resume: string; is_made: boolean },
): Config {
  const href = `${origin}/d/${form.slug}/`;
  return {
    ...{ href, draft: `${href}_draft`, submit: `${href}_submit`, media: `${href}_media` },
    ...{ token, resume, autosave: form.autosave, made: is_made, honeypot: INPUTS.trap },
    fields: askedFields(form).map(fieldOf),
    repeatable: isRepeatable(form),
    work_bits: form.pow ? WORK_BITS : null,
  };
}

/** What a page needs to know of a field; the rest is the server's to hold answers to. */
function fieldOf({
  key,
  label,
  type,
  required,
  accept,
  max_files,
  max_file_bytes,
  attachment_field,
  sources,
}: FieldConfig): FieldConfig {
  return {
    ...{ key, label, type, required },
    ...(accept && { accept }),
    ...(max_files !== undefined && { max_files }),
    ...(max_file_bytes !== undefined && { max_file_bytes }),
    ...(attachment_field !== undefined && { attachment_field }),
    ...(sources && { sources }),
  };
}

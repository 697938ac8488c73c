// The mail that tells whoever made a form of new answers: gathered, without what they say, to who may still read them.
import { type Job, type JobDefinition, MINUTE_MS, plainWords, type Runtime, wantsMail } from "../../kernel/plugin.ts";
import { MAIL_TRIES, sendUnlessRefused } from "../../kernel/ports/mail.ts";
import { documentAddress, readingAddress } from "../documents/port/read.ts";
import { SUBMITTED } from "./answers/actions.ts";
import { findWriter } from "./standing.ts";
import { findForm } from "./store/forms.ts";
import { markMailed } from "./store/responses.ts";

export const MAIL_JOB = "forms.mail";
/** After a mail of a form, further answers are gathered for so long. */
export const MAIL_GAP_MS = 15 * MINUTE_MS;
const TITLE_CHARS_MAX = 150;

export function mailJobs(runtime: Runtime): JobDefinition[] {
  return [{ ...MAIL_TRIES, kind: MAIL_JOB, ahead_ms: MAIL_GAP_MS, run: (job) => mailMaker(runtime, job) }];
}

async function mailMaker(runtime: Runtime, { payload }: Job): Promise<void> {
  const { sql } = runtime.database;
  const now = runtime.clock.now();
  const form = await findForm(sql, { document_id: Number(payload["document_id"]) });
  if (!form?.email_notify) return;
  const writer = await findWriter({ runtime, sql, now }, form);
  const count = form.completed - form.mailed;
  if (!writer || count <= 0 || !(await wantsMail(runtime, { user_id: writer.actor.user_id, kind: SUBMITTED }))) return;
  const title = plainWords(form.title, TITLE_CHARS_MAX);
  const database = plainWords(form.database.title, TITLE_CHARS_MAX);
  const what = count === 1 ? "A new answer" : `${count} new answers`;
  const text = `${what} came to your form "${title}". Sign in to read ${count === 1 ? "it" : "them"} in "${database}":

${readingAddress({ ...writer.table, url: documentAddress(runtime, writer.table) })}

You get this because the form says that its maker is mailed; whoever may edit the database can change that.
`;
  const id = `form-${form.document_id}-${form.completed}`;
  await sendUnlessRefused(runtime, { to: writer.actor.email, subject: `${what} to "${title}"`, text }, id);
  await markMailed(sql, form, now);
}

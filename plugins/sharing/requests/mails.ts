// Mails about requests, by way of the job queue: to those who may decide, and to who asked once it is decided.
import {
  actorOf,
  dayOf,
  enqueue,
  findPerson,
  type Job,
  type JobDefinition,
  namesInMail,
  PRODUCT,
  plainWords,
  type Runtime,
  wantsMail,
} from "../../../kernel/plugin.ts";
import { MAIL_TRIES, sendUnlessRefused } from "../../../kernel/ports/mail.ts";
import { documentAddress, readingAddress, readLoaded } from "../../documents/port/read.ts";
import { reaches } from "../../places/port.ts";
import { findDecidable } from "./decide.ts";
import { ANNOUNCE_JOB, OUTCOME_MAIL_JOB, type RequestKey } from "./queue.ts";
import { findRequest, listDeciders } from "./store.ts";
import { reviewLink } from "./ticket.ts";

const REQUEST_MAIL_JOB = "sharing.request_mail";
/** A workspace may have many who manage it; so many of them are told. */
const DECIDERS_MAX = 50;
const TITLE_CHARS_MAX = 150;

export function requestJobs(runtime: Runtime): JobDefinition[] {
  return [
    { ...MAIL_TRIES, kind: ANNOUNCE_JOB, run: (job) => announce(runtime, job) },
    { ...MAIL_TRIES, kind: REQUEST_MAIL_JOB, run: (job) => mailDecider(runtime, job) },
    { ...MAIL_TRIES, kind: OUTCOME_MAIL_JOB, run: (job) => mailAsker(runtime, job) },
  ];
}

/** One job a mail, so that a mailbox which is full keeps none of the others waiting. */
async function announce(runtime: Runtime, job: Job): Promise<void> {
  const key = keyOf(job);
  await runtime.database.withTransaction(async (sql) => {
    const request = await findRequest(sql, key);
    if (request?.status !== "pending") return;
    const { workspace_id, seen_owner_id: owner_id, seen_root_id: root_id } = request;
    for (const user_id of await listDeciders(sql, { workspace_id, owner_id, root_id, limit: DECIDERS_MAX })) {
      await enqueue(sql, {
        kind: REQUEST_MAIL_JOB,
        payload: { ...key, user_id },
        due_at: runtime.clock.now(),
        workspace_id,
        dedupe_key: `${REQUEST_MAIL_JOB}:${request.request_id}:${user_id}`,
      });
    }
  });
  runtime.jobs.wake();
}

/** Looks again whether there is something to decide, and for this person. */
async function mailDecider(runtime: Runtime, job: Job): Promise<void> {
  const { sql } = runtime.database;
  const { request_id } = keyOf(job);
  const person = await findPerson(sql, Number(job.payload["user_id"]));
  if (!person || person.disabled) return;
  if (!(await wantsMail(runtime, { ...person, kind: "access.requested" }))) return;
  const found = await findDecidable(sql, { actor: actorOf(person, runtime), request_id, now: runtime.clock.now() });
  const asker = found?.state === "pending" ? await findPerson(sql, found.request.user_id) : null;
  if (!found || !asker || asker.disabled) return;
  const { message, expires_at } = found.request;
  const who = namesInMail(asker);
  const title = plainWords(found.document.title, TITLE_CHARS_MAX);
  const said = message === "" ? "" : `\nThey write:\n\n${quoted(message)}\n`;
  const text = `${who.text} asks to view "${title}" on ${PRODUCT.name}.
${said}
Look at it and decide here:

${reviewLink(runtime, { request_id, user_id: person.user_id }, expires_at)}

The link is for you alone and works until ${dayOf(expires_at)}.
If you do nothing, nothing is shared.
`;
  const subject = `${who.subject} asks to view "${title}"`;
  await sendUnlessRefused(
    runtime,
    { to: person.email, subject, text },
    `access-request-${request_id}-${person.user_id}`,
  );
}

/** Says no more than who asked may know: of a document that stays closed, nothing. */
async function mailAsker(runtime: Runtime, job: Job): Promise<void> {
  const { sql } = runtime.database;
  const request = await findRequest(sql, keyOf(job));
  const person = request && (await findPerson(sql, request.user_id));
  if (!request || !person || person.disabled || person.workspace.id !== request.workspace_id) return;
  const document = await readLoaded(sql, request.document_id, actorOf(person, runtime));
  if (!document) return;
  const address = readingAddress({ ...document, url: documentAddress(runtime, document) });
  const id = `access-outcome-${request.request_id}`;
  if (!(await wantsMail(runtime, { ...person, kind: "access.granted" }))) return;
  if (request.status === "approved" && reaches(document.level, "view")) {
    const text = `You may now view the document that you asked for:\n\n${address}\n`;
    await sendUnlessRefused(runtime, { to: person.email, subject: "Your request for access was approved", text }, id);
  } else if (request.status === "denied") {
    const text = `You asked for access to this document:\n\n${address}\n\nYour request was denied. You may ask again after a day.\n`;
    await sendUnlessRefused(runtime, { to: person.email, subject: "Your request for access was denied", text }, id);
  }
}

function keyOf({ payload }: Job): RequestKey {
  return { workspace_id: Number(payload["workspace_id"]), request_id: Number(payload["request_id"]) };
}

function quoted(message: string): string {
  return message
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}

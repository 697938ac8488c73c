// The warning before a document expires: found by a job, mailed by one job a person, and told as a notice.

import {
  type Actor,
  type AuditEvent,
  actorOf,
  dayOf,
  enqueueAll,
  findPerson,
  type Job,
  type JobDefinition,
  MINUTE_MS,
  momentOf,
  type Notice,
  type NoticeContext,
  type NoticeKind,
  plainWords,
  type Runtime,
  type Sql,
  wantsMail,
  writeAudit,
} from "../../kernel/plugin.ts";
import { MAIL_TRIES, sendUnlessRefused } from "../../kernel/ports/mail.ts";
import { documentAddress, holds, type LoadedDocument, readingAddress, readLoaded } from "../documents/port/read.ts";
import { claimExpiring } from "../documents/port/write.ts";
import { type KeepTicket, keepLink, lastChance } from "./ticket.ts";

/** The audit action and the kind of notice. */
export const EXPIRING = "doc.expiring";

export const EXPIRING_KIND: NoticeKind = {
  kind: EXPIRING,
  title: "Documents of yours that expire within three days",
  channels: { app: true, email: true, chat: true },
  has_own_mail: true,
};
const MAIL_JOB = "retention.mail";
const BATCH = 200;
const TITLE_CHARS_MAX = 150;

export function warningJobs(runtime: Runtime): JobDefinition[] {
  return [
    {
      kind: "retention.warn",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: 10 * MINUTE_MS,
      run: async (_job, { signal }) => {
        while (!signal.aborted && (await warnBatch(runtime)) === BATCH);
      },
    },
    { ...MAIL_TRIES, kind: MAIL_JOB, run: (job) => mailWarning(runtime, job) },
  ];
}

/** The mark, the audit row and the mails' jobs are one transaction, so that each expiry is warned of once. */
async function warnBatch(runtime: Runtime): Promise<number> {
  const now = runtime.clock.now();
  const count = await runtime.database.withTransaction(async (sql) => {
    const expiring = await claimExpiring(sql, { now, limit: BATCH });
    const notes = expiring.map(({ doc_id, workspace_id, title, expires_at, document_id, user_ids }) => ({
      action: EXPIRING,
      target_type: "doc",
      target_id: doc_id,
      meta: { title, expires_at, document_id, user_ids },
      by: { user_id: null, email: "system", workspace_id },
    }));
    await writeAudit(sql, notes, { actor: null, via: "system", request: null, now, isHeard: runtime.isHeard });
    await enqueueAll(
      sql,
      expiring.flatMap(({ document_id, workspace_id, expires_at, user_ids }) =>
        user_ids.map((user_id) => ({
          kind: MAIL_JOB,
          payload: { document_id, user_id, expires_at: expires_at.getTime() },
          due_at: now,
          workspace_id,
        })),
      ),
    );
    return expiring.length;
  });
  if (count > 0) runtime.jobs.wake();
  return count;
}

/** Looks again whether the document still expires then and is this person's to keep. */
async function mailWarning(runtime: Runtime, { payload }: Job): Promise<void> {
  const ticket = {
    document_id: Number(payload["document_id"]),
    user_id: Number(payload["user_id"]),
    expires_at: new Date(Number(payload["expires_at"])),
  };
  const found = await findWarned(runtime, { sql: runtime.database.sql, of: ticket });
  if (!found || !(await wantsMail(runtime, { ...ticket, kind: EXPIRING }))) return;
  const { actor, document } = found;
  const { root_name } = document;
  const title = plainWords(document.title, TITLE_CHARS_MAX);
  const where = root_name === null ? "" : ` in ${plainWords(root_name, TITLE_CHARS_MAX)}`;
  const text = `"${title}"${where} expires on ${momentOf(ticket.expires_at)}.
From then on its link leads nowhere:

${readingAddress({ ...document, url: documentAddress(runtime, document) })}

To keep it for ever, open this page and press the button:

${keepLink(runtime, ticket)}

The link needs no sign-in, so keep it to yourself. It works until ${dayOf(lastChance(ticket.expires_at))},
when the document is removed for good. If you do not need it any more, there is nothing to do.
`;
  const id = `expiring-${ticket.document_id}-${ticket.user_id}-${ticket.expires_at.getTime()}`;
  const subject = `"${title}" expires on ${dayOf(ticket.expires_at)}`;
  await sendUnlessRefused(runtime, { to: actor.email, subject, text }, id);
}

/** The notice of a warning, for those whom the mail goes to. */
export async function tellExpiring(event: AuditEvent, { sql, clock }: NoticeContext): Promise<Notice[]> {
  const document_id = Number(event.meta["document_id"]);
  const expires_at = new Date(String(event.meta["expires_at"]));
  const concerned = Array.isArray(event.meta["user_ids"]) ? event.meta["user_ids"].map(Number) : [];
  const found = await Promise.all(
    concerned.map((user_id) => findWarned({ clock }, { sql, of: { document_id, user_id, expires_at } })),
  );
  const user_ids = found.flatMap((one) => (one ? [one.actor.user_id] : []));
  if (user_ids.length === 0) return [];
  const notice: Notice = {
    workspace_id: event.workspace_id,
    user_ids,
    kind: EXPIRING,
    key: `${EXPIRING}:${event.target_id}:${expires_at.toISOString()}`,
    actor: event.actor,
    actor_user_id: null,
    title: `"{document}" expires on ${dayOf(expires_at)}`,
    body: null,
    target: { type: "doc", id: event.target_id },
    thread: null,
    doc_id: event.target_id,
    created_at: event.created_at,
  };
  return [notice];
}

/** The person and the document of a warning; null when it expires at another time now, or is not theirs to keep any more. */
async function findWarned(
  { clock }: Pick<Runtime, "clock">,
  { sql, of }: { sql: Sql; of: KeepTicket },
): Promise<{ actor: Actor; document: LoadedDocument } | null> {
  const person = await findPerson(sql, of.user_id);
  if (!person || person.disabled) return null;
  const actor = actorOf(person, { clock });
  const document = await readLoaded(sql, of.document_id, actor);
  if (!document || document.deleted_at || !holds(document, "settings")) return null;
  return document.expires_at?.getTime() === of.expires_at.getTime() ? { actor, document } : null;
}

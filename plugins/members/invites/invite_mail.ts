// Mails an invite's link from the job queue and writes on the invite how the mail fares.
import {
  constantTimeEqual,
  DAY_MS,
  dayOf,
  enqueueAll,
  type Job,
  type JobDefinition,
  later,
  namesInMail,
  PRODUCT,
  plainWords,
  type Runtime,
  type Sql,
} from "../../../kernel/plugin.ts";
import { isLastTry } from "../../../kernel/ports/jobs.ts";
import { isRefusedForGood, MAIL_TRIES, type MailMessage } from "../../../kernel/ports/mail.ts";
import { type DeliveryStatus, INVITE_DAYS, noteDelivery } from "../store/invites.ts";
import { linkOf } from "./invite_link.ts";

const INVITE_MAIL_JOB = "members.invite";
export const INVITE_REMINDER_JOB = "members.invite_reminder";
/** A reminder leaves three days to follow the link. */
export const REMINDED_AFTER_MS = (INVITE_DAYS - 3) * DAY_MS;
export const SECRET_CHANGED = "the server's SECRET was changed after the invite was made; send it again";
const ERROR_CHARS_MAX = 300;
const WORKSPACE_CHARS_MAX = 60;

export interface WaitingInvite {
  email: string;
  nonce: string;
  token_sha256: Uint8Array;
  round: number;
  expires_at: Date;
  workspace: string;
  inviter_email: string | null;
  inviter_name: string | null;
  /** They came into the workspace by another way. */
  is_member: boolean;
}

/** How the mail of a new link fares before anything is done: where none goes out, whoever invites passes the link on. */
export function firstStatus({ mail }: Pick<Runtime, "mail">): DeliveryStatus {
  return mail.kind === "smtp" ? "queued" : "not_configured";
}

/** Queues the mails of invites' present links, and reminders for before those end; they are sent when the transaction commits. */
export async function queueInviteMails(
  runtime: Pick<Runtime, "mail">,
  sql: Sql,
  options: { workspace_id: number; invites: readonly { invite_id: number; round: number }[]; now: Date },
): Promise<void> {
  const { workspace_id, invites, now } = options;
  // The link itself stays out of the queue, whose failed jobs lie about for weeks.
  const jobs = invites.flatMap((invite) => {
    const payload = { workspace_id, ...invite };
    const mail = { kind: INVITE_MAIL_JOB, payload, due_at: now, workspace_id };
    const reminder = { kind: INVITE_REMINDER_JOB, payload, due_at: later(now, REMINDED_AFTER_MS), workspace_id };
    return runtime.mail.kind === "smtp" ? [mail, reminder] : [mail];
  });
  await enqueueAll(sql, jobs);
}

export function inviteMailJob(runtime: Runtime): JobDefinition {
  return {
    kind: INVITE_MAIL_JOB,
    ...MAIL_TRIES,
    run: (job) => mailInvite(runtime, job),
  };
}

async function mailInvite(runtime: Runtime, job: Job): Promise<void> {
  const { payload } = job;
  const { sql } = runtime.database;
  const ids = { workspace_id: Number(payload["workspace_id"]), invite_id: Number(payload["invite_id"]) };
  const invite = await findWaiting(sql, { ...ids, is_sent: false, now: runtime.clock.now() });
  // A later link has a job of its own.
  if (!invite || invite.round !== Number(payload["round"] ?? invite.round)) return;
  const { round } = invite;
  const { url, token_sha256 } = linkOf(runtime, invite.nonce);
  if (!constantTimeEqual(token_sha256, invite.token_sha256)) {
    return noteDelivery(sql, { ...ids, round, status: "failed", error: SECRET_CHANGED });
  }
  try {
    await runtime.mail.send(inviteMail(invite, url), { id: `invite-${ids.invite_id}-${round}` });
  } catch (error) {
    const isOver = isRefusedForGood(error) || isLastTry(job, MAIL_TRIES);
    await noteDelivery(sql, { ...ids, round, status: isOver ? "failed" : "queued", error: wordsOfFault(error) });
    if (isRefusedForGood(error)) return;
    throw error;
  }
  const status = runtime.mail.kind === "smtp" ? "sent" : "not_configured";
  await noteDelivery(sql, { ...ids, round, status, error: null });
}

/** What a mail server or our way to it said, for the invite's `delivery_error`. */
export function wordsOfFault(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, ERROR_CHARS_MAX);
}

/** The invite while its link can be used, if its mail has gone out or has not, as `is_sent` says. */
export async function findWaiting(
  sql: Sql,
  by: { workspace_id: number; invite_id: number; is_sent: boolean; now: Date },
): Promise<WaitingInvite | null> {
  const [row] = await sql<WaitingInvite[]>`
    select i.email, i.nonce, i.token_sha256, i.round, i.expires_at, w.name as workspace,
      u.email as inviter_email, u.name as inviter_name,
      exists (select from users m where m.workspace_id = i.workspace_id and lower(m.email) = lower(i.email)) as is_member
    from invites i join workspaces w using (workspace_id) left join users u on u.user_id = i.invited_by
    where i.workspace_id = ${by.workspace_id} and i.invite_id = ${by.invite_id}
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${by.now}
      and (i.delivery_status = 'sent') = ${by.is_sent}`;
  return row ?? null;
}

/** The names that stand in an invite's mails, none of which can be taken for an address or a link. */
export function namesOf({ inviter_email, inviter_name, workspace, expires_at }: WaitingInvite) {
  return {
    inviter: namesInMail({ name: inviter_name, email: inviter_email }),
    workspace: plainWords(workspace, WORKSPACE_CHARS_MAX) || "a workspace",
    until: dayOf(expires_at),
  };
}

function inviteMail(invite: WaitingInvite, url: string): MailMessage {
  const { email } = invite;
  const { inviter, workspace, until } = namesOf(invite);
  const text = `${inviter.text} invites you to the workspace "${workspace}" on ${PRODUCT.name}.

Join it here:

${url}

The link is for ${email} alone and works until ${until}.
An account is in one workspace at a time: with it, your account and your own documents move to "${workspace}".
If you did not expect this, you can leave this mail alone.
`;
  return { to: email, subject: `${inviter.subject} invites you to ${workspace}`, text };
}

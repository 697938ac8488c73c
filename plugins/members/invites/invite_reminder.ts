// Reminds people once of an invite that is about to end, by the link that they were sent;
// who got no mail is not mailed now (rules: members/many_invites).
import {
  constantTimeEqual,
  type Job,
  type JobDefinition,
  mailboxOf,
  PRODUCT,
  Refusal,
  type Runtime,
} from "../../../kernel/plugin.ts";
import { isRefusedForGood, MAIL_TRIES, type MailMessage } from "../../../kernel/ports/mail.ts";
import { noteDelivery } from "../store/invites.ts";
import { linkOf } from "./invite_link.ts";
import {
  findWaiting,
  INVITE_REMINDER_JOB,
  namesOf,
  REMINDED_AFTER_MS,
  SECRET_CHANGED,
  type WaitingInvite,
  wordsOfFault,
} from "./invite_mail.ts";

export function inviteReminderJob(runtime: Runtime): JobDefinition {
  return {
    kind: INVITE_REMINDER_JOB,
    ahead_ms: REMINDED_AFTER_MS,
    ...MAIL_TRIES,
    run: (job) => remind(runtime, job),
  };
}

async function remind(runtime: Runtime, { payload, attempts }: Job): Promise<void> {
  const { sql } = runtime.database;
  const now = runtime.clock.now();
  const ids = { workspace_id: Number(payload["workspace_id"]), invite_id: Number(payload["invite_id"]) };
  const invite = await findWaiting(sql, { ...ids, is_sent: true, now });
  // A later link has a reminder of its own, and who is there already is not asked to come.
  if (!invite || invite.is_member || invite.round !== payload["round"]) return;
  const { round } = invite;
  const { url, token_sha256 } = linkOf(runtime, invite.nonce);
  if (!constantTimeEqual(token_sha256, invite.token_sha256)) {
    return noteDelivery(sql, { ...ids, round, status: "failed", error: SECRET_CHANGED });
  }
  if (attempts <= 1 && !(await isWithinMailbox(runtime, invite.email, now))) return;
  try {
    await runtime.mail.send(reminderMail(invite, url), { id: `invite-${ids.invite_id}-${round}-reminder` });
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    // The mailbox is not there any more: whoever invites learns that the link has to be passed on by hand.
    await noteDelivery(sql, { ...ids, round, status: "failed", error: wordsOfFault(error) });
  }
}

/** A mailbox that has had its invites of the day gets no reminder of one beside them. */
async function isWithinMailbox(runtime: Runtime, email: string, now: Date): Promise<boolean> {
  try {
    await runtime.quotas.take("invite_recipient", mailboxOf(email), now);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function reminderMail(invite: WaitingInvite, url: string): MailMessage {
  const { inviter, workspace, until } = namesOf(invite);
  const text = `${inviter.text} has invited you to the workspace "${workspace}" on ${PRODUCT.name}, and the invitation ends on ${until}.

Join it here:

${url}

The link is for ${invite.email} alone. This is the only reminder.
If you do not want to join, you can leave this mail alone: the invitation ends by itself.
`;
  return { to: invite.email, subject: `Your invitation to ${workspace} ends on ${until}`, text };
}

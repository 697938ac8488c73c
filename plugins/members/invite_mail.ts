// Mails an invite's link from the job queue and writes on the invite how the mail fares.
import {
  constantTimeEqual,
  dayOf,
  enqueue,
  type House,
  isRefusedForGood,
  type Job,
  type JobDefinition,
  MAIL_TRIES,
  type MailMessage,
  namesInMail,
  PRODUCT,
  plainWords,
  type Sql,
} from "../../kernel/mod.ts";
import { linkOf } from "./invite_link.ts";
import { type DeliveryStatus, noteDelivery } from "./store/invites.ts";

const INVITE_MAIL_JOB = "members.invite";
const ERROR_CHARS_MAX = 300;
const WORKSPACE_CHARS_MAX = 60;

interface WaitingInvite {
  email: string;
  nonce: string;
  token_sha256: Uint8Array;
  round: number;
  expires_at: Date;
  workspace: string;
  inviter_email: string | null;
  inviter_name: string | null;
}

/** How the mail of a new link fares before anything is done: where none goes out, whoever invites passes the link on. */
export function firstStatus({ mail }: Pick<House, "mail">): DeliveryStatus {
  return mail.kind === "smtp" ? "queued" : "not_configured";
}

/** Queues the mail of an invite's present link; it is sent when the transaction commits. */
export async function queueInviteMail(
  sql: Sql,
  options: { workspace_id: number; invite_id: number; round: number; now: Date },
): Promise<void> {
  const { workspace_id, invite_id, round, now } = options;
  // The link itself stays out of the queue, whose failed jobs lie about for weeks.
  await enqueue(sql, { kind: INVITE_MAIL_JOB, payload: { workspace_id, invite_id, round }, due_at: now, workspace_id });
}

export function inviteMailJob(house: House): JobDefinition {
  return {
    kind: INVITE_MAIL_JOB,
    ...MAIL_TRIES,
    run: (job) => mailInvite(house, job),
  };
}

async function mailInvite(house: House, { payload, attempts }: Job): Promise<void> {
  const { sql } = house.database;
  const ids = { workspace_id: Number(payload["workspace_id"]), invite_id: Number(payload["invite_id"]) };
  const invite = await findWaiting(sql, { ...ids, now: house.clock.now() });
  // A later link has a job of its own.
  if (!invite || invite.round !== Number(payload["round"] ?? invite.round)) return;
  const { round } = invite;
  const { url, token_sha256 } = linkOf(house, invite.nonce);
  if (!constantTimeEqual(token_sha256, invite.token_sha256)) {
    const error = "the server's SECRET was changed after the invite was made; send it again";
    return noteDelivery(sql, { ...ids, round, status: "failed", error });
  }
  try {
    await house.mail.send(inviteMail(invite, url), { id: `invite-${ids.invite_id}-${round}` });
  } catch (error) {
    const isOver = isRefusedForGood(error) || attempts >= MAIL_TRIES.attempts_max;
    const words = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_CHARS_MAX);
    await noteDelivery(sql, { ...ids, round, status: isOver ? "failed" : "queued", error: words });
    if (isRefusedForGood(error)) return;
    throw error;
  }
  const status = house.mail.kind === "smtp" ? "sent" : "not_configured";
  await noteDelivery(sql, { ...ids, round, status, error: null });
}

/** The invite while its link can be used and its mail has not gone out. */
async function findWaiting(
  sql: Sql,
  by: { workspace_id: number; invite_id: number; now: Date },
): Promise<WaitingInvite | null> {
  const [row] = await sql<WaitingInvite[]>`
    select i.email, i.nonce, i.token_sha256, i.round, i.expires_at, w.name as workspace,
      u.email as inviter_email, u.name as inviter_name
    from invites i join workspaces w using (workspace_id) left join users u on u.user_id = i.invited_by
    where i.workspace_id = ${by.workspace_id} and i.invite_id = ${by.invite_id}
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${by.now} and i.delivery_status <> 'sent'`;
  return row ?? null;
}

function inviteMail(invite: WaitingInvite, url: string): MailMessage {
  const { email, inviter_email, inviter_name, expires_at } = invite;
  const inviter = namesInMail({ name: inviter_name, email: inviter_email });
  const workspace = plainWords(invite.workspace, WORKSPACE_CHARS_MAX) || "a workspace";
  const until = dayOf(expires_at);
  const text = `${inviter.text} invites you to the workspace "${workspace}" on ${PRODUCT.name}.

Join it here:

${url}

The link is for ${email} alone and works until ${until}.
An account is in one workspace at a time: with it, your account and your own documents move to "${workspace}".
If you did not expect this, you can leave this mail alone.
`;
  return { to: email, subject: `${inviter.subject} invites you to ${workspace}`, text };
}

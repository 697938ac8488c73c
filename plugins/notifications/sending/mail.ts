// Sends a person's digest: what they may still see of what waits, in one mail.
import { type House, type Job, type JobDefinition, MAIL_TRIES, sendUnlessRefused } from "../../../kernel/plugin.ts";
import { SETTINGS_PATH } from "../settings_path.ts";
import { SEND_JOBS, settle } from "../store/channels.ts";
import { unsubscribeLink } from "../unsubscribing.ts";
import { digestMail } from "./digest.ts";
import { readWaiting } from "./waiting.ts";

const ITEMS_MAX = 50;

export function mailJob(house: House): JobDefinition {
  return { ...MAIL_TRIES, kind: SEND_JOBS.email, run: (job) => sendDigest(house, job) };
}

/**
 * What was sent is marked after it was: a server that dies in between sends the mail once more, under the same Message-ID, and none
 * is ever lost.
 */
async function sendDigest(house: House, job: Job): Promise<void> {
  const waiting = await readWaiting(house, job, { channel: "email", limit: ITEMS_MAX });
  if (!waiting) return;
  const { actor, notices, upto } = waiting;
  const { user_id } = actor;
  const sent = notices.length > 0;
  if (sent) {
    const settings = `${house.config.base_url}${SETTINGS_PATH}`;
    const message = digestMail(waiting, { settings, unsubscribe: unsubscribeLink(house, user_id) });
    await sendUnlessRefused(house, message, `digest-${user_id}-${upto}`);
  }
  await house.database.withTransaction((sql) =>
    settle(sql, { user_id, channel: "email", upto, now: house.clock.now(), sent }),
  );
}

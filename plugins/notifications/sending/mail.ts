// Sends a person's digest: what they may still see of what waits, in one mail.
import type { Job, JobDefinition, Runtime } from "../../../kernel/plugin.ts";
import { MAIL_TRIES, sendUnlessRefused } from "../../../kernel/ports/mail.ts";
import { SETTINGS_PATH } from "../settings_path.ts";
import { SEND_JOBS, settle } from "../store/channels.ts";
import { unsubscribeLink } from "../unsubscribing.ts";
import { digestMail } from "./digest.ts";
import { readWaiting } from "./waiting.ts";

const ITEMS_MAX = 50;

export function mailJob(runtime: Runtime): JobDefinition {
  return { ...MAIL_TRIES, kind: SEND_JOBS.email, run: (job) => sendDigest(runtime, job) };
}

/**
 * What was sent is marked after it was: a server that dies in between sends the mail once more, under the same Message-ID, and none
 * is ever lost.
 */
async function sendDigest(runtime: Runtime, job: Job): Promise<void> {
  const waiting = await readWaiting(runtime, job, { channel: "email", limit: ITEMS_MAX });
  if (!waiting) return;
  const { actor, notices, upto } = waiting;
  const { user_id } = actor;
  const sent = notices.length > 0;
  if (sent) {
    const settings = `${runtime.config.base_url}${SETTINGS_PATH}`;
    const message = digestMail(waiting, { settings, unsubscribe: unsubscribeLink(runtime, user_id) });
    await sendUnlessRefused(runtime, message, `digest-${user_id}-${upto}`);
  }
  await runtime.database.withTransaction((sql) =>
    settle(sql, { user_id, channel: "email", upto, now: runtime.clock.now(), sent }),
  );
}

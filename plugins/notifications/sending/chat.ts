// Sends what waits to a person's chat;
// one that keeps failing is asked less and less often, and then given up on (rules: notifications/chats).
import {
  HOUR_MS,
  type Job,
  type JobDefinition,
  later,
  MINUTE_MS,
  noticeHook,
  type Runtime,
  type Sql,
} from "../../../kernel/plugin.ts";
import { readingAddress } from "../../documents/port/read.ts";
import type { ChatMessage } from "../chat/formats.ts";
import { isOrphaned, TOKEN_ENDED } from "../chat/orphaned.ts";
import { type Posted, postChat } from "../chat/post.ts";
import { CHAT_STOPPED } from "../kinds.ts";
import { SETTINGS_PATH } from "../settings_path.ts";
import { SEND_JOBS, settle } from "../store/channels.ts";
import { type ChatRow, findChat, noteFailure } from "../store/chats.ts";
import { readWaiting, type Waiting } from "./waiting.ts";

const LINES_MAX = 10;
/** After each failed attempt; after one more it is over. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS];
export const LONGEST_WAIT_MS = Math.max(...WAITS_MS);

export function chatJob(runtime: Runtime): JobDefinition {
  return {
    kind: SEND_JOBS.chat,
    attempts_max: 5,
    backoff_ms: () => MINUTE_MS,
    run: (job) => sendToChat(runtime, job),
  };
}

/** Marked after it was sent, as a mail is: a server that dies in between sends it once more. */
async function sendToChat(runtime: Runtime, job: Job): Promise<void> {
  const { database, clock } = runtime;
  const waiting = await readWaiting(runtime, job, { channel: "chat", limit: LINES_MAX });
  const chat = waiting && (await findChat(database.sql, waiting.actor.user_id));
  if (!waiting || !chat) return;
  const { user_id } = waiting.actor;
  const sent = waiting.notices.length > 0;
  const posted = (await isOrphaned(database.sql, { ...chat, user_id, now: clock.now() }))
    ? { delivered: false, status_code: null, error: TOKEN_ENDED, gone: true }
    : sent
      ? await postChat(runtime, chat, messageOf(runtime, waiting))
      : null;
  await database.withTransaction(async (sql) => {
    const now = clock.now();
    if (posted === null || posted.delivered) {
      await settle(sql, { user_id, channel: "chat", upto: waiting.upto, now, sent });
    } else {
      await fail(runtime, sql, { waiting, chat, posted, now });
    }
  });
}

async function fail(
  runtime: Runtime,
  sql: Sql,
  { waiting, chat, posted, now }: { waiting: Waiting; chat: ChatRow; posted: Posted; now: Date },
): Promise<void> {
  const { user_id, workspace } = waiting.actor;
  const wait = posted.gone ? undefined : WAITS_MS[chat.failures];
  const due = wait === undefined ? null : later(now, wait);
  await noteFailure(sql, { user_id, error: posted.error ?? "", due });
  if (due !== null) return;
  runtime.log.info({ user_id, status: posted.status_code }, "a chat is given up on");
  await runtime.callHook(noticeHook, {
    ...{ sql, now, workspace_id: workspace.id, user_ids: [user_id] },
    kind: CHAT_STOPPED,
    key: `chat:${now.toISOString()}`,
    actor: "system",
    actor_user_id: null,
    title:
      posted.error === TOKEN_ENDED
        ? "Nothing is sent to your chat any more: the token by which it was given has ended"
        : "Your chat takes no messages, so nothing is sent there any more",
    body: `${posted.error}. Give its address again, or send a test once it works.`,
    target: { type: "user", id: String(user_id) },
    thread: null,
    doc_id: null,
    created_at: now,
  });
}

function messageOf(runtime: Runtime, { notices, more }: Waiting): ChatMessage {
  const lines = notices.map(({ title, target: { url }, visibility }) => ({
    text: title,
    url: url === null ? null : readingAddress({ url, visibility: visibility ?? "" }),
  }));
  const footer = { text: `And ${more} more`, url: `${runtime.config.base_url}${SETTINGS_PATH}` };
  return { lines, footer: more > 0 ? footer : null };
}

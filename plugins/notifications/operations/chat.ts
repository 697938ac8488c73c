// The operations on a person's chat: given, removed, tried (rules: notifications/chats).

import { lastingCaller, refuse, type Static, signedIn, t, type WriteCall } from "../../../kernel/plugin.ts";
import { chosenOutside, demandReachable, readChosenAddress } from "../../../kernel/ports/outbound.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { hintOf, sealAddress } from "../chat/address.ts";
import { CHAT_FORMATS, type ChatFormat, detectFormat } from "../chat/formats.ts";
import { isOrphaned, TOKEN_ENDED } from "../chat/orphaned.ts";
import { type Posted, postChat } from "../chat/post.ts";
import { showChat } from "../chat/showing.ts";
import { ChatShape } from "../schemas.ts";
import { SETTINGS_PATH } from "../settings_path.ts";
import { deleteChat, findChat, noteTest, putChat } from "../store/chats.ts";

const URL_CHARS_MAX = manifest.caps.webhook_url_chars;
export const CHAT_WHAT = "chat url";

const chatMembers = {
  url: t.String({
    minLength: 1,
    maxLength: URL_CHARS_MAX,
    description: "The address of an incoming webhook, as your chat gives it.",
    examples: ["https://hooks.slack.com/services/T000/B000/XXXX"],
  }),
  format: t.Optional(
    t.OneOf(CHAT_FORMATS, { description: "How messages are written; without it the address decides." }),
  ),
};

const Tried = t.Object(
  {
    delivered: t.Boolean(),
    status_code: t.Nullable(t.Integer({ description: "What the chat answered; null when it could not be reached." })),
    error: t.Nullable(t.String({ description: "Why it did not arrive." })),
    chat: ChatShape,
  },
  { $id: "NotificationChatTest" },
);

export const setChat = operation({
  id: "notification.chat",
  route: "PUT /api/notifications/chat",
  summary: "Have notifications sent to a chat of yours",
  description:
    "Takes what Slack, Mattermost, Microsoft Teams and Discord call an incoming webhook. It gets titles and links; who follows one signs in as everywhere. Given by a token, it ends with that token.",
  body: t.Object(chatMembers),
  output: ChatShape,
  permit: lastingCaller("have what you are told sent to an address, which would outlive it"),
  // Titles go where we cannot tell who reads them.
  opens: () => "public",
  audit: "notification.chat",
  rules: ({ body }) => void readChat(body),
  prepare: async ({ runtime }, { body }) => {
    const read = readChat(body);
    await demandReachable(read.url, chosenOutside(runtime.config), CHAT_WHAT);
    return read;
  },
  run: (call, _input, read) => keepChat(call, read),
});

export const removeChat = operation({
  id: "notification.chat.delete",
  route: "DELETE /api/notifications/chat",
  summary: "Send nothing to your chat any more, and forget its address",
  output: t.Object({ deleted: t.Boolean({ description: "Whether there was one." }) }),
  permit: signedIn(),
  opens: null,
  audit: "notification.chat",
  run: async (call) => ({ deleted: await dropChat(call) }),
});

export const testChat = operation({
  id: "notification.chat.test",
  route: "POST /api/notifications/chat/test",
  summary: "Send a test message to your chat",
  description: "One that arrives takes up a chat again that had been given up on.",
  output: Tried,
  permit: signedIn(),
  opens: null,
  quota: "chat_test",
  audit: "notification.chat.test",
  refuses: [409],
  prepare: (call) => tryChat(call),
  run: async (call, _input, posted) => {
    await noteTried(call, posted);
    const chat = await findChat(call.sql, call.actor.user_id);
    if (!chat) throw refuseNone();
    const { delivered, status_code, error } = posted;
    return { delivered, status_code, error, chat: showChat(chat) };
  },
});

export interface ReadChat {
  url: URL;
  format: ChatFormat;
}

/** Throws 400 for what is no address, and for one whose format neither it nor the caller tells. */
export function readChat({ url: text, format }: { url: string; format?: ChatFormat | undefined }): ReadChat {
  const url = readChosenAddress(text, CHAT_WHAT);
  const written = format ?? detectFormat(url);
  if (written) return { url, format: written };
  throw refuse.invalid(
    `${CHAT_WHAT}: ${url.host} does not tell what it takes; send a format, one of ${CHAT_FORMATS.join(", ")}`,
  );
}

/** Keeps the address, sealed. */
export async function keepChat(
  { sql, actor, runtime, note }: WriteCall<unknown>,
  { url, format }: ReadChat,
): Promise<Static<typeof ChatShape>> {
  const { user_id, workspace } = actor;
  const address_sealed = sealAddress(runtime.encrypter, url);
  const given = { format, address_sealed, address_hint: hintOf(url), token_id: actor.token?.id ?? null };
  await putChat(sql, { workspace_id: workspace.id, user_id, ...given });
  note("notification.chat", { target_type: "user", target_id: user_id, meta: { format, host: url.host } });
  const chat = await findChat(sql, user_id);
  if (!chat) throw new Error("a chat that was kept is gone");
  return showChat(chat);
}

/** Forgets it; false when there was none. */
export async function dropChat({ sql, actor, note }: WriteCall<unknown>): Promise<boolean> {
  const deleted = await deleteChat(sql, actor.user_id);
  if (deleted) note("notification.chat", { target_type: "user", target_id: actor.user_id, meta: { format: null } });
  return deleted;
}

/** Sends the test. Throws 409 for who has no chat, and for one whose token has ended, which a test does not bring back. */
export async function tryChat(call: Pick<WriteCall<unknown>, "sql" | "actor" | "runtime" | "now">): Promise<Posted> {
  const { sql, actor, runtime, now } = call;
  const chat = await findChat(sql, actor.user_id);
  if (!chat) throw refuseNone();
  if (await isOrphaned(sql, { ...chat, user_id: actor.user_id, now }))
    throw refuse.conflict(`${TOKEN_ENDED}; give its address again`);
  const url = `${runtime.config.base_url}${SETTINGS_PATH}`;
  const line = { text: `A test: notifications of ${actor.workspace.name} come here`, url };
  return await postChat(runtime, chat, { lines: [line], footer: null });
}

/** Writes down how the test went. */
export async function noteTried({ sql, actor, now, note }: WriteCall<unknown>, posted: Posted): Promise<void> {
  const { delivered, status_code, error } = posted;
  await noteTest(sql, { user_id: actor.user_id, error: delivered ? null : (error ?? ""), now });
  const meta = { delivered, status_code };
  note("notification.chat.test", { target_type: "user", target_id: actor.user_id, meta });
}

function refuseNone(): Error {
  return refuse.conflict("you have given no chat; send its address to PUT /api/notifications/chat first");
}

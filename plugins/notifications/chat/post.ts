// One message to a chat: one request to its address, and what the answer means.

import type { Runtime } from "../../../kernel/plugin.ts";
import { chosenOutside, fetchOutside } from "../../../kernel/ports/outbound.ts";
import type { ChatRow } from "../store/chats.ts";
import { openAddress } from "./address.ts";
import { type ChatMessage, composeChat } from "./formats.ts";

const ATTEMPT_MS = 10_000;
const ANSWER_BYTES_MAX = 4096;
const WORDS_MAX = 200;

/** How it went. `gone`: the chat says that there is nothing at the address any more. */
export interface Posted {
  delivered: boolean;
  status_code: number | null;
  error: string | null;
  gone: boolean;
}

/** Sends it once. Never throws: whatever goes wrong is how the attempt ended, in words that hold nothing of the address. */
export async function postChat(
  runtime: Pick<Runtime, "encrypter" | "config">,
  chat: Pick<ChatRow, "format" | "address_sealed">,
  message: ChatMessage,
): Promise<Posted> {
  const failed = { delivered: false, status_code: null, gone: false };
  try {
    const url = openAddress(runtime.encrypter, chat.address_sealed);
    const asking = {
      method: "POST" as const,
      headers: { "content-type": "application/json", "user-agent": "Service-Notifications/1" },
      body: composeChat(chat.format, message),
      bytes_max: ANSWER_BYTES_MAX,
      excess: "cut" as const,
    };
    const { status, bytes } = await fetchOutside(url, asking, {
      time_ms_max: ATTEMPT_MS,
      ...chosenOutside(runtime.config),
    });
    if (status >= 200 && status <= 299) return { ...failed, delivered: true, status_code: status, error: null };
    const gone = status === 404 || status === 410;
    return { ...failed, status_code: status, gone, error: wordsOf(status, bytes, url) };
  } catch (error) {
    return { ...failed, error: error instanceof Error ? error.message : String(error) };
  }
}

/** What the chat answered, unless it repeats the address. */
function wordsOf(status: number, bytes: Uint8Array, url: URL): string {
  const text = new TextDecoder()
    .decode(bytes)
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  const isTelling =
    text !== "" && !/^</.test(text) && !text.includes(url.pathname) && !text.includes(url.href.slice(-8));
  return `the chat answered ${status}${isTelling ? `: ${[...text].slice(0, WORDS_MAX).join("")}` : ""}`;
}

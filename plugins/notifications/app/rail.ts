// The inbox in the rail, with what is unread.
import { type Asking, ask } from "../../app/port/ask.ts";
import type { RailPart } from "../../app/port/slots.ts";
import { readUnread } from "../operations/unread.ts";
import { INBOX_PATH } from "./paths.ts";
import { inboxWords } from "./words.ts";

/** Pages that are about it are counted for; on the others the script does that, so that none of them waits for it. */
const COUNTED: readonly string[] = ["/app", INBOX_PATH];

export async function railOfInbox(call: Asking): Promise<RailPart[]> {
  const isCounted = COUNTED.includes(call.request.url.pathname);
  const { unread } = isCounted ? await ask(call, readUnread, {}) : { unread: 0 };
  const place = { href: INBOX_PATH, icon: "inbox", label: inboxWords(call).inbox, count: unread, in_bar: true };
  return [{ at: "top", order: 10, places: [place] }];
}

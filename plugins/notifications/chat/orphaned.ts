// Whether a chat's address has outlived the token by which it was given:
// what sends on ends with what had it sent (rules: notifications/chats_of_tokens).

import type { Sql } from "../../../kernel/plugin.ts";
import { findLiveToken } from "../../../kernel/ports/auth.ts";
import type { ChatRow } from "../store/chats.ts";

export const TOKEN_ENDED = "the token by which your chat was given has ended";

/** Whether the token that gave it holds no more. */
export async function isOrphaned(
  sql: Sql,
  { token_id, user_id, now }: Pick<ChatRow, "token_id"> & { user_id: number; now: Date },
): Promise<boolean> {
  return token_id !== null && (await findLiveToken(sql, { token_id, user_id, now })) === null;
}

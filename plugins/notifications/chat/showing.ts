// A person's chat as they see it.
import type { Static } from "../../../kernel/plugin.ts";
import type { ChatShape } from "../schemas.ts";
import type { ChatRow } from "../store/chats.ts";

export function showChat({ format, address_hint, is_on, failures, error, sent_at }: ChatRow): Static<typeof ChatShape> {
  return {
    ...{ format, address: address_hint, active: is_on, failures, error },
    sent_at: sent_at?.toISOString() ?? null,
  };
}

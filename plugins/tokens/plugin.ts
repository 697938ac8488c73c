// Who am I, and static bearer tokens for scripts.
import { belongingsHook, handle, type Plugin, removalHook } from "../../kernel/plugin.ts";
import { countLiveTokens } from "../../kernel/ports/auth.ts";
import { settingsHook } from "../app/port/slots.ts";
import { showTokens, tokenSettings } from "./app/tokens_page.ts";
import { changeMe, createToken, readMe, readTokens, revoke } from "./operations.ts";

export const tokens: Plugin = {
  name: "tokens",
  operations: [readMe, changeMe, readTokens, createToken, revoke, showTokens],
  // Whoever revokes the tokens of others notes it as their owners do.
  lends: ["token.revoke"],
  handles: () => [
    handle(settingsHook, tokenSettings),
    handle(belongingsHook, async ({ sql, now, user_id }) => {
      const count = await countLiveTokens(sql, { user_id, now });
      return [{ count, one: "token, which then acts there", many: "tokens, which then act there", goes: true }];
    }),
    handle(removalHook, async (leaver) => ({ tokens: await countLiveTokens(leaver.sql, leaver) })),
  ],
};

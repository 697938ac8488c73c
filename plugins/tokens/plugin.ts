// Who am I, and static bearer tokens for scripts.
import { belongingsSlot, countLiveTokens, fill, type Plugin, removalSlot } from "../../kernel/plugin.ts";
import { changeMe, createToken, readMe, readTokens, revoke } from "./operations.ts";

export const tokens: Plugin = {
  name: "tokens",
  operations: [readMe, changeMe, readTokens, createToken, revoke],
  // Whoever revokes the tokens of others notes it as their owners do.
  lends: ["token.revoke"],
  fills: () => [
    fill(belongingsSlot, async ({ sql, now, user_id }) => {
      const count = await countLiveTokens(sql, { user_id, now });
      return [{ count, one: "token, which then acts there", many: "tokens, which then act there", goes: true }];
    }),
    fill(removalSlot, async (leaver) => ({ tokens: await countLiveTokens(leaver.sql, leaver) })),
  ],
};

// Who am I, and static bearer tokens for scripts.
import { listTokens, type Plugin, provide } from "../../kernel/mod.ts";
import { createToken, readMe, readTokens, revoke } from "./operations.ts";
import { tokensPort } from "./port.ts";

export const tokens: Plugin = {
  name: "tokens",
  operations: [readMe, readTokens, createToken, revoke],
  provides: () => [provide(tokensPort, { listOwn: listTokens })],
};

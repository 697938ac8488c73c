// What others are asked about tokens, and how they are shown.
import { hook, type Sql } from "../../kernel/plugin.ts";

export { TokenRow } from "./schemas.ts";

/** A token that its person revokes. */
export interface TokenEnd {
  sql: Sql;
  token_id: number;
  now: Date;
}

/**
 * Asked inside the transaction that revokes a token: whoever gave it out ends what could bring another, and answers whether there
 * was such. Asked too where the token has ended before: its program may have fetched the next one a moment ago.
 */
export const tokenEndHook = hook<TokenEnd, boolean>("token.end");

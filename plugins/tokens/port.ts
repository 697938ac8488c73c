// What others are asked about tokens, and how they are shown.
import { type Sql, slot } from "../../kernel/mod.ts";

export { TokenRow } from "./schemas.ts";

/** A token that its person revokes. */
export interface TokenEnd {
  sql: Sql;
  token_id: number;
  now: Date;
}

/** Asked inside the transaction that revokes a token: whoever gave it out ends what could bring another. */
export const tokenEndSlot = slot<TokenEnd>("token.end");

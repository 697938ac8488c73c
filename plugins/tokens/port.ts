// What others may read of tokens: a person's list, for the page they land on.
import { port, type Sql, slot, type TokenRow } from "../../kernel/mod.ts";

export interface Tokens {
  /** A person's tokens, newest first, revoked ones included. */
  listOwn(sql: Sql, userId: number): Promise<TokenRow[]>;
}

export const tokensPort = port<Tokens>("tokens");

/** A token that its person revokes. */
export interface TokenEnd {
  sql: Sql;
  token_id: number;
  now: Date;
}

/** Asked inside the transaction that revokes a token: whoever gave it out ends what could bring another. */
export const tokenEndSlot = slot<TokenEnd>("token.end");

// What others may read of tokens: a person's list, for the page they land on.
import { port, type Sql, type TokenRow } from "../../kernel/mod.ts";

export interface Tokens {
  /** A person's tokens, newest first, revoked ones included. */
  listOwn(sql: Sql, userId: number): Promise<TokenRow[]>;
}

export const tokensPort = port<Tokens>("tokens");

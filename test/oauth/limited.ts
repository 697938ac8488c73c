// People by tokens that may do less than they: as a connection's are, without the way through consent.

import type { TokenLimits } from "../../kernel/plugin.ts";
import { mintToken } from "../../kernel/ports/auth.ts";
import type { Harness, Person } from "../harness/harness.ts";

/** The person by a token of theirs with these limits; what is left out is not limited. */
export async function limited(h: Harness, person: Person, limits: Partial<TokenLimits>): Promise<Person> {
  const whole: TokenLimits = { read_only: false, toolsets: null, max_visibility: null, roots: null, ...limits };
  const { user_id, workspace_id } = person;
  const token = await h.runtime.database.withTransaction(async (sql) => {
    const minted = await mintToken(sql, { user_id, workspace_id, name: "limited", ttl_days: 0, now: h.clock.now() });
    await sql`update tokens set limits = ${sql.json({ ...whole })} where token_id = ${minted.id}`;
    return minted.token;
  });
  return { ...person, token };
}

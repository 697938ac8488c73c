// The account: taking everything along, and leaving.
import {
  erasePerson,
  fill,
  findPerson,
  HOUR_MS,
  type House,
  MINUTE_MS,
  type Plugin,
  personEndSlot,
  personKeptSlot,
  writeAudit,
} from "../../kernel/plugin.ts";
import { returningSlot } from "../signin/port.ts";
import { deleteAccount, exportAccount } from "./operations/account.ts";
import { returnToAccount, showReturn } from "./operations/return.ts";
import { claimDue } from "./store.ts";
import { wayBack } from "./way_back.ts";

export const account: Plugin = {
  name: "account",
  operations: [exportAccount, deleteAccount, showReturn, returnToAccount],
  fills: (house) => [fill(returningSlot, (returning) => wayBack(house, returning))],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (house) => [
    {
      kind: "account.purge",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: HOUR_MS,
      run: async (_job, { signal }) => {
        while (!signal.aborted && (await purgeOne(house)));
      },
    },
  ],
};

/** Removes one person and what names them. */
function purgeOne(house: House): Promise<boolean> {
  const now = house.clock.now();
  return house.database.withTransaction(async (sql) => {
    const user_id = await claimDue(sql, now, async (user_ids) =>
      (await house.ask(personKeptSlot, { sql, now, user_ids })).flat(),
    );
    if (user_id === null) return false;
    const person = await findPerson(sql, user_id);
    if (!person?.disabled) return true;
    const { email, workspace } = person;
    await house.ask(personEndSlot, { sql, now, user_id, email, workspace_id: workspace.id });
    await erasePerson(sql, { user_id, workspace_id: workspace.id });
    const by = { user_id: null, email: "system", workspace_id: workspace.id };
    const note = { action: "account.purge", target_type: "user", target_id: user_id, by };
    await writeAudit(sql, [note], { actor: null, via: "system", request: null, now, isHeard: house.isHeard });
    return true;
  });
}

// The account: taking everything along, and leaving.
import {
  erasePerson,
  HOUR_MS,
  type House,
  MINUTE_MS,
  type Plugin,
  personEndSlot,
  writeAudit,
} from "../../kernel/mod.ts";
import { deleteAccount, exportAccount } from "./operations/account.ts";
import { claimDue } from "./store.ts";

export const account: Plugin = {
  name: "account",
  operations: [exportAccount, deleteAccount],
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

/** Removes what names one person; their documents are in the trash and go with its own purge at the same time. */
function purgeOne(house: House): Promise<boolean> {
  const now = house.clock.now();
  return house.database.withTransaction(async (sql) => {
    const due = await claimDue(sql, now);
    if (!due) return false;
    await house.ask(personEndSlot, { sql, ...due });
    await erasePerson(sql, { ...due, now });
    const by = { user_id: null, email: "system", workspace_id: due.workspace_id };
    const note = { action: "account.purge", target_type: "user", target_id: due.user_id, by };
    await writeAudit(sql, [note], { actor: null, via: "system", request: null, now, isHeard: house.isHeard });
    return true;
  });
}

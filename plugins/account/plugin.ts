// The account: taking everything along, and leaving.

import {
  findPerson,
  HOUR_MS,
  handle,
  MINUTE_MS,
  type Plugin,
  personEndHook,
  personKeptHook,
  type Runtime,
  writeAudit,
} from "../../kernel/plugin.ts";
import { erasePerson } from "../../kernel/ports/auth.ts";
import { settingsHook } from "../app/port/slots.ts";
import { returningHook } from "../signin/port.ts";
import { accountSettings, showProfile } from "./app/profile_page.ts";
import { deleteAccount, exportAccount } from "./operations/account.ts";
import { returnToAccount, showReturn } from "./operations/return.ts";
import { claimDue } from "./store.ts";
import { wayBack } from "./way_back.ts";

export const account: Plugin = {
  name: "account",
  operations: [exportAccount, deleteAccount, showReturn, returnToAccount, showProfile],
  handles: (runtime) => [
    handle(settingsHook, accountSettings),
    handle(returningHook, (returning) => wayBack(runtime, returning)),
  ],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [
    {
      kind: "account.purge",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: HOUR_MS,
      run: async (_job, { signal }) => {
        while (!signal.aborted && (await purgeOne(runtime)));
      },
    },
  ],
};

/** Removes one person and what names them. */
function purgeOne(runtime: Runtime): Promise<boolean> {
  const now = runtime.clock.now();
  return runtime.database.withTransaction(async (sql) => {
    const user_id = await claimDue(sql, now, async (user_ids) =>
      (await runtime.callHook(personKeptHook, { sql, now, user_ids })).flat(),
    );
    if (user_id === null) return false;
    const person = await findPerson(sql, user_id);
    if (!person?.disabled) return true;
    const { email, workspace } = person;
    await runtime.callHook(personEndHook, { sql, now, user_id, email, workspace_id: workspace.id });
    await erasePerson(sql, { user_id, workspace_id: workspace.id });
    const by = { user_id: null, email: "system", workspace_id: workspace.id };
    const note = { action: "account.purge", target_type: "user", target_id: user_id, by };
    await writeAudit(sql, [note], { actor: null, via: "system", request: null, now, isHeard: runtime.isHeard });
    return true;
  });
}

// The audit log as people read it:
// lists, the registry of actions, exports, and the chain that shows what was changed (rules: audit/checking, audit/readers).

import { handle, MINUTE_MS, type Plugin, provide, SECOND_MS } from "../../kernel/plugin.ts";
import { LOOK_BACK_MS, sealAudit } from "../../kernel/ports/events.ts";
import { settingsHook } from "../app/port/slots.ts";
import { actionsOf, actionsPort } from "./actions.ts";
import { auditSettings, formerLog, showLog } from "./app/log_page.ts";
import { readActions } from "./operations/actions.ts";
import { exportEvents } from "./operations/export.ts";
import { readEvents } from "./operations/list.ts";
import { verifyLog } from "./operations/verify.ts";

const SEALING = { attempts_max: 3, backoff_ms: () => 10 * SECOND_MS };

export const audit: Plugin = {
  name: "audit",
  operations: [readEvents, readActions, exportEvents, verifyLog, showLog, formerLog],
  handles: () => [handle(settingsHook, auditSettings)],
  provides: (_runtime, { catalogue }) => [provide(actionsPort, actionsOf(catalogue))],
  jobs: ({ database, clock }) => [
    {
      ...SEALING,
      kind: "audit.seal",
      every_ms: 5 * SECOND_MS,
      run: async () => void (await sealAudit(database, { now: clock.now(), look_back_ms: LOOK_BACK_MS.often })),
    },
    {
      ...SEALING,
      kind: "audit.seal_late",
      every_ms: 5 * MINUTE_MS,
      run: async () => void (await sealAudit(database, { now: clock.now(), look_back_ms: LOOK_BACK_MS.seldom })),
    },
  ],
  migrations: new URL("./migrations/", import.meta.url),
};

// Provisioning: an identity provider keeps the people and groups of a workspace by SCIM 2.0 (RFC 7643, RFC 7644).
import {
  DAY_MS,
  HOUR_MS,
  handle,
  type JobDefinition,
  later,
  MINUTE_MS,
  type Plugin,
  personEndHook,
  personMoveHook,
  provide,
  type Runtime,
} from "../../kernel/plugin.ts";
import { groupKeeperHook } from "../groups/port.ts";
import { memberMarksHook } from "../members/port.ts";
import { capOf } from "../operation.ts";
import { readConfig, readResourceType, readResourceTypes, readSchema, readSchemas } from "./operations/discovery.ts";
import { createScimGroup, endGroup, patchGroup, readGroup, readGroups, replaceGroup } from "./operations/groups.ts";
import { createToken, endToken, readLog, readTokens } from "./operations/tokens.ts";
import { createUser, endUser, patchUser, readUser, readUsers, replaceUser } from "./operations/users.ts";
import { createRequestLog, requestLogPort } from "./request_log.ts";
import { SOURCE } from "./store/groups.ts";
import { dropOldRequests, forgetRequestsOn } from "./store/requests.ts";
import { forgetMaker, hasLiveToken } from "./store/tokens.ts";
import { forgetMover, forgetUser, keptBy } from "./store/users.ts";

const LOG_DAYS = 30;
const BATCH = 5000;

export const scim: Plugin = {
  name: "scim",
  operations: [
    readTokens,
    createToken,
    endToken,
    readLog,
    readConfig,
    readResourceTypes,
    readResourceType,
    readSchemas,
    readSchema,
    readUsers,
    readUser,
    createUser,
    replaceUser,
    patchUser,
    endUser,
    readGroups,
    readGroup,
    createScimGroup,
    replaceGroup,
    patchGroup,
    endGroup,
  ],
  provides: (runtime) => [provide(requestLogPort, createRequestLog(runtime))],
  handles: () => [
    handle(memberMarksHook, ({ sql, workspace_id }) => ({
      mark: "scim" as const,
      user_ids: keptBy(sql, workspace_id),
    })),
    // Without a token no provider makes it again.
    handle(groupKeeperHook, async ({ sql, workspace_id, source }) =>
      source === SOURCE && (await hasLiveToken(sql, workspace_id))
        ? "delete it at the provider, or revoke the workspace's SCIM tokens first"
        : null,
    ),
    handle(personMoveHook, (move) => forgetMover(move.sql, move)),
    handle(personEndHook, async (end) => {
      await forgetUser(end.sql, end.user_id);
      await forgetMaker(end);
      await forgetRequestsOn(end);
    }),
  ],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [sweepJob(runtime)],
};

/** Forgets requests after 30 days, and of a busy workspace the oldest before. */
function sweepJob(runtime: Runtime): JobDefinition {
  const { database, clock } = runtime;
  const rows_max = capOf(runtime, "scim_log_rows");
  return {
    kind: "scim.sweep",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: HOUR_MS,
    run: async (_job, { signal }) => {
      const before = later(clock.now(), -LOG_DAYS * DAY_MS);
      while (!signal.aborted && (await dropOldRequests(database.sql, { before, rows_max, limit: BATCH })) === BATCH);
    },
  };
}

// How people connect agents: OAuth 2.1, consent, and the list of what is connected.
import {
  belongingsHook,
  DAY_MS,
  HOUR_MS,
  handle,
  later,
  MINUTE_MS,
  type Plugin,
  personEndHook,
  personLeaveHook,
  personMoveHook,
  type Runtime,
  removalHook,
} from "../../kernel/plugin.ts";
import { credentialsEndHook } from "../../kernel/ports/access.ts";
import { movedPage } from "../app/port/moved.ts";
import { settingsPath } from "../app/port/paths.ts";
import { settingsHook } from "../app/port/slots.ts";
import { tokenEndHook } from "../tokens/port.ts";
import { connectionSettings, showConnections } from "./app/connections_page.ts";
import { FRESH_MS } from "./client_document.ts";
import { decideAuthorize, showAuthorize } from "./operations/authorize.ts";
import { changeConnection, endConnection, readConnections } from "./operations/connections.ts";
import { metadata } from "./operations/metadata.ts";
import { readPolicy, writePolicy } from "./operations/policy.ts";
import { register } from "./operations/register.ts";
import { revokeToken } from "./operations/revoke.ts";
import { readStyle } from "./operations/style.ts";
import { giveToken } from "./operations/token.ts";
import { registrationSettings } from "./settings.ts";
import { dropUnusedClients } from "./store/clients.ts";
import { dropOldCodes } from "./store/codes.ts";
import {
  dropGrants,
  dropOldGrants,
  endGrant,
  endGrantsOf,
  findGrantOfToken,
  listGrants,
  moveGrants,
  shortenGrants,
} from "./store/grants.ts";
import { findPolicy } from "./store/policies.ts";
import { dropOldRequests } from "./store/requests.ts";

const UNUSED_DAYS = 30;
/** Ended connections stay as long as their audit rows are asked about, and a replayed token of theirs can still be told. */
const ENDED_DAYS = 90;

export const oauth: Plugin = {
  name: "oauth",
  settings: registrationSettings,
  operations: [
    ...metadata,
    register,
    showAuthorize,
    decideAuthorize,
    giveToken,
    revokeToken,
    readConnections,
    changeConnection,
    endConnection,
    showConnections,
    movedPage({ id: "connection.page.former", route: "GET /auth/connections", to: settingsPath("me/connections") }),
    readStyle,
    readPolicy,
    writePolicy,
  ],
  // Whoever ends the connections of others notes it as their owners do.
  lends: ["connection.end"],
  handles: () => [
    handle(settingsHook, connectionSettings),
    handle(personMoveHook, async ({ sql, user_id, to_workspace_id }) => {
      await moveGrants(sql, { user_id, to_workspace_id });
      const { max_days } = await findPolicy(sql, to_workspace_id);
      await shortenGrants(sql, { workspace_id: to_workspace_id, user_id, max_days });
    }),
    handle(personEndHook, ({ sql, user_id }) => dropGrants(sql, user_id)),
    handle(personLeaveHook, (leave) => endGrantsOf(leave.sql, leave)),
    handle(credentialsEndHook, (end) => endGrantsOf(end.sql, end)),
    handle(belongingsHook, async (leaver) => {
      const count = (await listGrants(leaver.sql, leaver)).length;
      const [one, many] = ["connected program, which then acts there", "connected programs, which then act there"];
      return [{ count, one, many, goes: true }];
    }),
    handle(removalHook, async (leaver) => ({ connections: (await listGrants(leaver.sql, leaver)).length })),
    // A program whose token was taken away must not fetch itself another (rules: oauth/revoking).
    handle(tokenEndHook, async ({ sql, token_id, now }) => {
      const grant = await findGrantOfToken(sql, token_id);
      return grant !== null && (await endGrant(sql, { ...grant, now }));
    }),
  ],
  times: [{ table: "oauth_clients", column: "fresh_until", ahead_ms: FRESH_MS }],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [
    {
      kind: "oauth.sweep",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: HOUR_MS,
      run: () => sweep(runtime),
    },
  ],
};

async function sweep({ database: { sql }, clock }: Runtime): Promise<void> {
  const now = clock.now();
  await dropOldRequests(sql, now);
  await dropOldCodes(sql, now);
  await dropOldGrants(sql, later(now, -ENDED_DAYS * DAY_MS));
  await dropUnusedClients(sql, { before: later(now, -UNUSED_DAYS * DAY_MS), now });
}

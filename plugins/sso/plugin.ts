// Single sign-on: a workspace's own provider signs in the people of the domains that it has proven.
import { handle, listen, type Plugin, personEndHook, personMoveHook, provide } from "../../kernel/plugin.ts";
import { confirmableHook } from "../confirmations/port.ts";
import { domainUsesHook } from "../email_domains/port.ts";
import { memberMarksHook } from "../members/port.ts";
import { ownWayHook, signInRouteHook } from "../signin/port.ts";
import { createDoor, endSessionsIn, ssoPort } from "./enforcing.ts";
import { changeSso, readSso, removeSso, testSso, unlinkMember } from "./operations/config.ts";
import { finishSso, joinBySso, lookUpSso, showSsoLink, startSso } from "./operations/flow.ts";
import { createProviders, providersPort } from "./providers.ts";
import { entryPath, routeOf } from "./routing.ts";
import { linksConfirmable, ssoConfirmable } from "./setting.ts";
import { ssoSettings } from "./settings.ts";
import { findConfig } from "./store/configs.ts";
import { dropLinks, leaveProvider, linkedIn } from "./store/identities.ts";

export const sso: Plugin = {
  name: "sso",
  settings: ssoSettings,
  operations: [
    readSso,
    changeSso,
    removeSso,
    testSso,
    unlinkMember,
    lookUpSso,
    startSso,
    finishSso,
    joinBySso,
    showSsoLink,
  ],
  // Whoever confirms what waits notes it as setting it does.
  lends: ["sso.update", "sso.enforce", "sso.unenforce"],
  provides: (runtime) => [provide(ssoPort, createDoor(runtime)), provide(providersPort, createProviders(runtime))],
  on: [
    // A domain that is proven after its sign-on was enforced closes its other ways only now.
    listen("email_domain.prove", "close_ways", async ({ workspace_id, meta }, { database }) => {
      const domain = String(meta["domain"]);
      const config = await findConfig(database.sql, workspace_id);
      if (!config?.enforced || !config.domains.includes(domain)) return;
      await database.withTransaction((sql) => endSessionsIn(sql, { workspace_id, domains: [domain] }));
    }),
  ],
  handles: (runtime) => [
    handle(signInRouteHook, async (asked) => {
      const config = await routeOf(runtime, asked);
      return (
        config && { method: "sso", path: entryPath(config), enforced: config.enforced, workspace: config.workspace }
      );
    }),
    handle(ownWayHook, async ({ sql, workspace_id, user_id }) => {
      const rows = await sql`select from (${linkedIn(sql, workspace_id)}) l where l.user_id = ${user_id} limit 1`;
      return rows.length > 0;
    }),
    handle(confirmableHook, ssoConfirmable),
    handle(confirmableHook, linksConfirmable),
    handle(memberMarksHook, ({ sql, workspace_id }) => ({
      mark: "sso" as const,
      user_ids: linkedIn(sql, workspace_id),
    })),
    handle(domainUsesHook, async ({ sql, workspace_id, domain }) =>
      (await findConfig(sql, workspace_id))?.domains.includes(domain) ? "single sign-on" : null,
    ),
    handle(personMoveHook, leaveProvider),
    handle(personEndHook, dropLinks),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};

// Webhooks: events of a workspace sent to the servers of those who ask for them.

import {
  DAY_MS,
  handle,
  type JobDefinition,
  later,
  MINUTE_MS,
  noticeKindsHook,
  PLANS,
  type Plugin,
  personEndHook,
  provide,
  type Runtime,
} from "../../kernel/plugin.ts";
import { chosenOutside } from "../../kernel/ports/outbound.ts";
import { settingsHook } from "../app/port/slots.ts";
import { actionsPort } from "./actions.ts";
import { formerWebhook, formerWebhooks, showWebhookPage } from "./app/webhook_page.ts";
import { showWebhooks, webhookSettingsLines } from "./app/webhooks_page.ts";
import { createDispatcher, dispatcherPort, LEASE_MS } from "./dispatcher.ts";
import { createFeedRoom, feedRoomPort } from "./feed.ts";
import { offerEvents, plansPort } from "./offering.ts";
import { recover, redeliver } from "./operations/again.ts";
import { readDeliveries, readDelivery, testWebhook } from "./operations/deliveries.ts";
import { readEvents } from "./operations/feed.ts";
import { rotate } from "./operations/secret.ts";
import { createWebhook, readWebhook, readWebhooks, removeWebhook, updateWebhook } from "./operations/webhooks.ts";
import { ORPHANED_KIND, orphanRuntimePort, tellOfOrphans } from "./orphans.ts";
import { PAUSE_ACTION, PAUSED_KIND, tellManagers } from "./pausing.ts";
import { LONGEST_WAIT_MS } from "./schedule.ts";
import { webhookSettings } from "./settings.ts";
import { dropOldDeliveries } from "./store/deliveries.ts";

/** As long as deliveries can be recovered, and a day more. */
const KEPT_DAYS = 31;
const BATCH = 1000;

export const webhooks: Plugin = {
  name: "webhooks",
  settings: webhookSettings,
  operations: [
    readWebhooks,
    createWebhook,
    readWebhook,
    updateWebhook,
    removeWebhook,
    testWebhook,
    rotate,
    recover,
    readDeliveries,
    readDelivery,
    redeliver,
    readEvents,
    showWebhooks,
    showWebhookPage,
    formerWebhooks,
    formerWebhook,
  ],
  lends: [PAUSE_ACTION],
  provides: (runtime, { catalogue }) => [
    provide(actionsPort, catalogue.actions),
    provide(
      plansPort,
      PLANS.filter((plan) => runtime.plans.carries("webhooks", plan)),
    ),
    provide(orphanRuntimePort, runtime),
    provide(feedRoomPort, createFeedRoom(runtime)),
    provide(dispatcherPort, createDispatcher(runtime, chosenOutside(runtime.config))),
  ],
  on: [offerEvents, tellManagers, ...tellOfOrphans],
  handles: () => [
    handle(settingsHook, webhookSettingsLines),
    handle(noticeKindsHook, () => [PAUSED_KIND, ORPHANED_KIND]),
    handle(personEndHook, async ({ sql, user_id }) => {
      await sql`update webhooks set owner_id = null where owner_id = ${user_id}`;
    }),
  ],
  dispatchers: (runtime) => [runtime.use(dispatcherPort)],
  jobs: (runtime) => [sweepJob(runtime)],
  times: [
    { table: "webhook_deliveries", column: "next_attempt_at", ahead_ms: LONGEST_WAIT_MS },
    { table: "webhook_deliveries", column: "lease_until", ahead_ms: LEASE_MS },
    { table: "webhooks", column: "active_since", ahead_ms: 0 },
    { table: "webhooks", column: "well_since", ahead_ms: 0 },
  ],
  migrations: new URL("./migrations/", import.meta.url),
};

/** Forgets deliveries that have ended, and the attempts at them, after 31 days. */
function sweepJob({ database, clock }: Runtime): JobDefinition {
  return {
    kind: "webhooks.sweep",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: DAY_MS,
    run: async (_job, { signal }) => {
      const before = later(clock.now(), -KEPT_DAYS * DAY_MS);
      while (!signal.aborted && (await dropOldDeliveries(database.sql, { before, limit: BATCH })) === BATCH);
    },
  };
}

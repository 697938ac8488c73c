// Webhooks: events of a workspace sent to the servers of those who ask for them.
import { PLANS, type Plugin, provide } from "../../kernel/mod.ts";
import { actionsPort } from "./actions.ts";
import { outsideOf } from "./address.ts";
import { createDispatcher, dispatcherPort } from "./dispatcher.ts";
import { offerEvents, plansPort } from "./offering.ts";
import { readDeliveries, testWebhook } from "./operations/deliveries.ts";
import { createWebhook, readWebhooks, removeWebhook, updateWebhook } from "./operations/webhooks.ts";
import { webhookSettings } from "./settings.ts";

export const webhooks: Plugin = {
  name: "webhooks",
  settings: webhookSettings,
  operations: [readWebhooks, createWebhook, updateWebhook, removeWebhook, testWebhook, readDeliveries],
  provides: (house, { catalogue }) => [
    provide(actionsPort, catalogue.actions),
    provide(
      plansPort,
      PLANS.filter((plan) => house.plans.carries("webhooks", plan)),
    ),
    provide(dispatcherPort, createDispatcher(house, outsideOf(house))),
  ],
  on: [offerEvents],
  dispatchers: (house) => [house.use(dispatcherPort)],
  migrations: new URL("./migrations/", import.meta.url),
};

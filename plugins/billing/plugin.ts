// Billing: plans and storage sold through a payment processor, and the domains whose people may read along.
import { handle, type Plugin, provide, type Runtime } from "../../kernel/plugin.ts";
import { settingsHook } from "../app/port/slots.ts";
import { billingSettingsLines, formerBilling, showBillingPage } from "./app/billing_page.ts";
import { refuseUnended, tellOfSubscription } from "./leaving.ts";
import { billingJobs } from "./metering.ts";
import { openPortal, startCheckout } from "./operations/checkout.ts";
import { readBillingStyle, sendCheckout, sendPortal, showPricing } from "./operations/pages.ts";
import { hearProcessor } from "./operations/webhook.ts";
import { changeBilling, readBilling } from "./operations/workspace.ts";
import { type Processor, processorPort } from "./processor.ts";
import { billingSettings, processorSettings, usageSettings } from "./settings.ts";
import { openStripe } from "./stripe.ts";
import { letViewersRead } from "./viewers.ts";

export const billing: Plugin = {
  name: "billing",
  settings: [billingSettings, usageSettings, processorSettings],
  operations: [
    readBilling,
    changeBilling,
    startCheckout,
    openPortal,
    hearProcessor,
    showPricing,
    showBillingPage,
    formerBilling,
    sendCheckout,
    sendPortal,
    readBillingStyle,
  ],
  provides: (runtime) => [provide(processorPort, processorOf(runtime))],
  handles: () => [handle(settingsHook, billingSettingsLines), letViewersRead, tellOfSubscription, refuseUnended],
  jobs: billingJobs,
  migrations: new URL("./migrations/", import.meta.url),
};

function processorOf(runtime: Runtime): Processor | null {
  const set = runtime.settings(billingSettings);
  if (!set) return null;
  const { BILLING_API_URL: api_url } = runtime.settings(processorSettings);
  return openStripe({ set, usage: runtime.settings(usageSettings), api_url, log: runtime.log });
}

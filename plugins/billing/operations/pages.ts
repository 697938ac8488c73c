// The pages on which plans are compared and bought; what their forms do leads to the payment processor.
import { answerPage, anyone, seeOther, sessionOnly, t } from "../../../kernel/plugin.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { pageForm, servePageFile, signedInPage } from "../../pages.ts";
import { billingStyle } from "../pages/assets.ts";
import { billingPage } from "../pages/billing_page.ts";
import { pricingPage } from "../pages/pricing_page.ts";
import { PRICES } from "../prices.ts";
import { showBilling } from "../showing.ts";
import { beginCheckout, beginPortal, noteCheckout } from "./checkout.ts";

export const showPricing = operation({
  id: "billing.pricing",
  route: "GET /pricing",
  summary: "The plans compared, as a page",
  raw: "page",
  anonymous: true,
  permit: anyone(),
  run: ({ runtime }) => answerPage(pricingPage(runtime.plans), { holds_no_secret: true }),
});

const manager = workspaceManager();

export const showBillingPage = operation({
  id: "billing.page",
  route: "GET /auth/billing",
  summary: "The workspace's plan and storage, as a page",
  query: t.Object({ from: t.Optional(t.String({ maxLength: 20, description: "`checkout` after one." })) }),
  ...signedInPage,
  permit: manager,
  async run({ subject: actor, sql, runtime, now }, { query }) {
    const billing = await showBilling(sql, { runtime, workspace_id: actor.workspace.id, now });
    const page = billingPage({ actor, billing, returns: query.from === "checkout" });
    // The processor's pages may stand at a name of the operator's own, which only its answer tells.
    return answerPage(page, { holds_no_secret: true, form_targets: ["https:"] });
  },
});

export const sendCheckout = operation({
  id: "billing.page.checkout",
  route: "POST /auth/billing/checkout",
  summary: "Begin to buy from the page",
  form: t.Object({ price: t.OneOf(PRICES, { description: "What is bought." }) }),
  ...pageForm,
  permit: () => [manager, sessionOnly("buy here")],
  quota: "billing_session",
  opens: null,
  audit: "billing.checkout",
  refuses: [409, 503],
  prepare: (call, { form }) => beginCheckout(call, form.price),
  run: async (call, { form }, url) => {
    noteCheckout(call, form.price);
    return seeOther(url);
  },
});

export const sendPortal = operation({
  id: "billing.page.portal",
  route: "POST /auth/billing/portal",
  summary: "Change what was bought from the page",
  ...pageForm,
  permit: () => [manager, sessionOnly("change what was bought here")],
  quota: "billing_session",
  opens: null,
  audit: "billing.portal",
  refuses: [404, 503],
  prepare: beginPortal,
  run: async ({ actor, note }, _input, url) => {
    note("billing.portal", { target_type: "workspace", target_id: actor.workspace.id });
    return seeOther(url);
  },
});

export const readBillingStyle = servePageFile({
  id: "billing.style",
  route: "GET /auth/pages/billing.css",
  summary: "The stylesheet of the pages on which plans are sold",
  file: billingStyle,
});

// The page on which plans are compared, and the forms that lead to the payment processor.
import { answerPage, anyone, seeOther, sessionOnly, t } from "../../../kernel/plugin.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { pageForm, servePageFile } from "../../pages.ts";
import { billingStyle } from "../pages/assets.ts";
import { pricingPage } from "../pages/pricing_page.ts";
import { CHECKOUT_PATH, PORTAL_PATH, PRICING_PATH } from "../paths.ts";
import { PRICES } from "../prices.ts";
import { beginCheckout, beginPortal, noteCheckout } from "./checkout.ts";

export const showPricing = operation({
  id: "billing.pricing",
  route: `GET ${PRICING_PATH}`,
  summary: "The plans compared, as a page",
  raw: "page",
  anonymous: true,
  permit: anyone(),
  run: ({ runtime }) => answerPage(pricingPage(runtime.plans), { holds_no_secret: true }),
});

const manager = workspaceManager();

export const sendCheckout = operation({
  id: "billing.page.checkout",
  route: `POST ${CHECKOUT_PATH}`,
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
  route: `POST ${PORTAL_PATH}`,
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

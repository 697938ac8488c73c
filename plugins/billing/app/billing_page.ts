// The page of a workspace's plan and storage: what it holds and uses, and the ways to buy where something is sold.
import { type Html, html, isManager, PLANS, t } from "../../../kernel/plugin.ts";
import { planName } from "../../../kernel/ports/limits.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import { movedPage } from "../../app/port/moved.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { when } from "../../app/port/when.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { readBilling } from "../operations/workspace.ts";
import { CHECKOUT_PATH, PORTAL_PATH } from "../paths.ts";
import { PLAN_OF, PRICE_LABELS, PRICES } from "../prices.ts";
import { processorPort } from "../processor.ts";
import { isWaiting } from "../subscription.ts";
import { billingWords } from "./words.ts";

const PATH = settingsPath("company/billing");
const GIB = 1024 ** 3;

export const showBillingPage = operation({
  id: "billing.page",
  route: `GET ${PATH}`,
  summary: "The workspace's storage, and its plan where plans are sold, as a page",
  query: t.Object({ from: t.Optional(t.String({ maxLength: 20, description: "`checkout` after one." })) }),
  ...screen,
  permit: workspaceManager(),
  run: async (call, { query }) => {
    const words = billingWords(call);
    const billing = await ask(call, readBilling, {});
    const isSold = billing.billing_enabled;
    const body = html`<div class="stack loose">${query.from === "checkout" && isSold && html`<p class="note good" role="status">${icon("check")}<span>${words.paid}</span></p>`}
${isSold && billing.notices.map((notice): Html => html`<p class="note warn">${icon("warn")}<span>${notice}</span></p>`)}
${isSold && planPart(call, billing)}${storagePart(call, billing)}${isSold && waysToBuy(call, billing)}</div>`;
    const title = isSold ? words.plan_and_storage : words.storage;
    // The processor's pages may stand at a name of the operator's own, which only its answer tells.
    return settingsScreen(call, { title, body }, { form_targets: ["https:"] });
  },
});

export const formerBilling = movedPage({ id: "billing.page.former", route: "GET /auth/billing", to: PATH });

export function billingSettingsLines(call: Asking): SettingsLine[] {
  if (!isManager(call.actor)) return [];
  const words = billingWords(call);
  const isSold = call.use(processorPort) !== null;
  const label = isSold ? words.plan_and_storage : words.storage;
  return [{ group: "company", order: 80, href: PATH, icon: "building", label }];
}

type Billing = AnswerOf<typeof readBilling>;

function planPart(call: Asking, { workspace, subscription, pricing_url }: Billing): Html {
  const words = billingWords(call);
  const { status, period_end, ends_at } = subscription ?? {};
  return html`<section class="stack tight" aria-labelledby="plan"><h2 id="plan">${planName(workspace.plan)}</h2>
<p>${words.members(workspace.members)}${ends_at ? html` ${words.ends} ${when(call, ends_at)}.` : period_end && status === "active" && html` ${words.renewed} ${when(call, period_end)}.`}</p>${pricing_url !== null && html`<p class="line"><a class="btn" href="${new URL(pricing_url).pathname}">${words.compare}</a></p>`}</section>`;
}

function storagePart(call: Asking, { storage: { used, cap }, usage }: Billing): Html {
  const words = billingWords(call);
  const said = cap === null ? words.used(gib(call, used)) : words.used_of(gib(call, used), gib(call, cap));
  return html`<section class="stack tight" aria-labelledby="storage"><h2 id="storage">${words.storage}</h2><p>${said}</p>
${cap !== null && html`<meter min="0" max="${cap}" high="${cap * 0.9}" value="${Math.min(used, cap)}" aria-label="${words.storage_used}">${said}</meter>`}
${usage.enabled && html`<p>${words.by_the_hour(usage.capacity_limit_gib ?? 0, money(usage.spending_limit_cents ?? 0), money(usage.cost_cents))}</p>`}</section>`;
}

/** These forms lead out of the app, to the payment processor. */
function waysToBuy(call: Asking, { workspace, subscription }: Billing): Html {
  const words = billingWords(call);
  const isOpen = workspace.plan === "free" && !isWaiting(subscription?.status ?? null);
  const offered = PRICES.filter((name) => {
    const plan = PLAN_OF[name];
    return plan === null || (isOpen && PLANS.indexOf(plan) > 0);
  });
  return html`<section class="stack tight" aria-labelledby="buy"><h2 id="buy">${words.buy}</h2><div class="line">${offered.map(
    (name): Html =>
      html`<form method="post" action="${CHECKOUT_PATH}" class="one-button"><input type="hidden" name="price" value="${name}"><button class="btn">${PRICE_LABELS[name]}</button></form>`,
  )}</div>${workspace.has_billing_account && html`<form method="post" action="${PORTAL_PATH}" class="one-button"><button class="btn primary">${words.change}</button></form>`}</section>`;
}

function gib(call: Asking, bytes: number): string {
  return billingWords(call).number(Math.round((bytes / GIB) * 10) / 10);
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

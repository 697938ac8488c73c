// The page of a workspace's plan: what it holds and uses, what stands in its way, and the ways to buy.
import { type Actor, dayOf, type Html, html, type Page, PLANS } from "../../../kernel/plugin.ts";
import { planName } from "../../../kernel/ports/limits.ts";
import { pageFor } from "../../pages.ts";
import { PLAN_OF, PRICE_LABELS, PRICES } from "../prices.ts";
import type { Billing } from "../showing.ts";
import { isWaiting } from "../subscription.ts";
import { PAGE_PATH, PRICING_PATH, STYLE_PATH } from "./assets.ts";

const GIB = 1024 ** 3;

export function billingPage(shown: { actor: Actor; billing: Billing; returns: boolean }): Page {
  const { actor, billing, returns } = shown;
  const { workspace, notices, subscription } = billing;
  return {
    title: "Plan and storage",
    ...pageFor(actor, STYLE_PATH),
    body: html`
    <h1>Plan and storage</h1>
    <p class="soft"><bdi>${workspace.name}</bdi></p>
    ${
      returns &&
      html`<p class="card" role="status">Thank you. The plan changes as soon as the payment is confirmed, mostly within a minute: load this page again.</p>`
    }
    ${notices.length > 0 && html`<ul class="card notices">${notices.map((one): Html => html`<li>${one}</li>`)}</ul>`}
    <section class="card"><h2>${planName(workspace.plan)}</h2>
      <p>${seats(workspace.members)}. ${subscription && stateOf(subscription)}</p>
      <p class="fine"><a href="${PRICING_PATH}">Compare the plans</a></p></section>
    ${storageOf(billing)}
    ${billing.billing_enabled ? waysToBuy(billing) : html`<p class="soft">Nothing is sold on this server; whoever runs it changes plans.</p>`}
    <p class="fine"><a href="/app">To your documents</a></p>`,
  };
}

function seats(members: number): string {
  return members === 1 ? "1 member" : `${members} members`;
}

function stateOf({ status, period_end, ends_at }: NonNullable<Billing["subscription"]>): string {
  if (ends_at) return `Cancelled: it ends on ${dayOf(new Date(ends_at))}.`;
  return period_end && status === "active" ? `Renewed on ${dayOf(new Date(period_end))}.` : "";
}

function storageOf({ storage: { used, cap }, usage }: Billing): Html {
  const taken = `${gib(used)} GiB`;
  return html`<section class="card"><h2>Storage</h2>
      <p>${cap === null ? `${taken} used` : `${taken} of ${gib(cap)} GiB used`}</p>
      ${cap !== null && html`<meter min="0" max="${cap}" high="${cap * 0.9}" value="${Math.min(used, cap)}" aria-label="Storage used">${taken}</meter>`}
      ${
        usage.enabled &&
        html`<p>By the hour: at most ${usage.capacity_limit_gib ?? 0} GiB above the plan and ${money(usage.spending_limit_cents ?? 0)} a month; ${money(usage.cost_cents)} so far.</p>`
      }</section>`;
}

function waysToBuy({ workspace, subscription }: Billing): Html {
  const isOpen = workspace.plan === "free" && !isWaiting(subscription?.status ?? null);
  const offered = PRICES.filter((name) => {
    const plan = PLAN_OF[name];
    return plan === null || (isOpen && PLANS.indexOf(plan) > 0);
  });
  return html`<section class="card"><h2>Buy</h2>
      <div class="buy">${offered.map(
        (name): Html => html`
        <form method="post" action="${PAGE_PATH}/checkout"><input type="hidden" name="price" value="${name}"><button class="plain">${PRICE_LABELS[name]}</button></form>`,
      )}</div>
      ${workspace.has_billing_account && html`<form method="post" action="${PAGE_PATH}/portal"><p class="actions"><button>Change or end what was bought</button></p></form>`}
    </section>`;
}

function gib(bytes: number): string {
  return (Math.round((bytes / GIB) * 10) / 10).toLocaleString("en");
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

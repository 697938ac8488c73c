// The page on which plans are compared: for everybody, with the way to buy for who is signed in.
import { type Html, html, type Page, PLANS, PRODUCT, type Runtime } from "../../../kernel/plugin.ts";
import { planName } from "../../../kernel/ports/limits.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { STYLE_PATH } from "./assets.ts";
import { planRows } from "./plan_table.ts";

export function pricingPage(plans: Runtime["plans"]): Page {
  return {
    title: "Plans",
    styles: [STYLE_PATH],
    wide: true,
    body: html`
    <h1>Plans</h1>
    <p class="soft">What a workspace on ${PRODUCT.name} holds. Reading, publishing and sharing with people are in every plan.</p>
    <div class="table" tabindex="0" role="region" aria-label="Plans compared">
    <table class="plans">
      <thead><tr><th scope="col"><span class="hidden">Feature</span></th>${PLANS.map((plan): Html => html`<th scope="col">${planName(plan)}</th>`)}</tr></thead>
      <tbody>${planRows(plans).map(
        ({ what, cells }): Html =>
          html`<tr><th scope="row">${what}</th>${cells.map((cell): Html => html`<td>${cell}</td>`)}</tr>`,
      )}</tbody>
    </table></div>
    <p class="actions"><a class="button" href="${settingsPath("company/billing")}">Change this workspace's plan</a></p>`,
  };
}

// The page of webhooks: which servers events are sent to, how each stands, and making one.
import { type Html, html, isManager } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { settingsPath, webhookPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { createWebhook, readWebhooks } from "../operations/webhooks.ts";
import { eventFields, eventsText } from "./event_fields.ts";
import { webhookWords } from "./words.ts";

const LISTED_MAX = 200;
const PATH = settingsPath("company/webhooks");

export const showWebhooks = operation({
  id: "webhook.page.list",
  route: `GET ${PATH}`,
  summary: "The workspace's webhooks, as a page",
  ...screen,
  permit: workspaceManager(),
  refuses: [402],
  run: async (call) => {
    const words = webhookWords(call);
    const { webhooks } = await ask(call, readWebhooks, { query: { limit: LISTED_MAX } });
    const isCarried = call.runtime.plans.carries("webhooks", call.actor.workspace.plan);
    const body = html`<div class="stack loose">${!isCarried && restingNote(call)}
${webhooks.length > 0 ? html`<ul class="rows roomy">${webhooks.map((one) => row(call, one))}</ul>` : html`<div class="empty"><h2>${words.none}</h2><p>${words.none_told}</p></div>`}
${isCarried && makePart(call, webhooks.length === 0)}</div>`;
    return settingsScreen(call, { title: words.webhooks, told: words.told, body });
  },
});

/** Owners and admins, on a plan that has webhooks. */
export function webhookSettingsLines(call: Asking): SettingsLine[] {
  const { actor, runtime } = call;
  if (!isManager(actor) || !runtime.plans.carries("webhooks", actor.workspace.plan)) return [];
  return [{ group: "company", order: 50, href: PATH, icon: "webhook", label: webhookWords(call).webhooks }];
}

/** What was made on a better plan is there to be seen and removed. */
export function restingNote(call: Asking): Html {
  return html`<p class="note warn">${icon("warn")}<span>${webhookWords(call).resting}</span></p>`;
}

export type Listed = AnswerOf<typeof readWebhooks>["webhooks"][number];

function row(call: Asking, webhook: Listed): Html {
  const { id, url, events } = webhook;
  const { host, pathname } = new URL(url);
  const words = webhookWords(call);
  return html`<li>${icon("webhook")}<div class="main"><a class="name" href="${webhookPath(id)}"><bdi>${host}${pathname === "/" ? "" : pathname}</bdi></a><span class="what">${eventsText(words, events)}</span>${pausedWords(words, webhook) && html`<span class="what bad-ink">${pausedWords(words, webhook)}</span>`}</div><div class="acts">${stateChip(call, webhook)}</div></li>`;
}

export function stateChip(call: Asking, { active }: Pick<Listed, "active">): Html {
  const words = webhookWords(call);
  return html`<span class="${active ? "chip good" : "chip bad"}">${active ? words.active : words.paused}</span>`;
}

/** Why the service has paused it, and that nobody looks after it; null where there is nothing to say. */
export function pausedWords(
  words: ReturnType<typeof webhookWords>,
  { active, paused_reason, is_owner_managing }: Listed,
): string | null {
  if (!active && paused_reason === "failing") return words.paused_failing;
  if (!active && paused_reason === "owner") return words.paused_owner;
  return is_owner_managing ? null : words.orphaned;
}

function makePart(call: Asking, isFirst: boolean): Html {
  const words = webhookWords(call);
  const form = formFor(
    call,
    createWebhook,
    { then: `${PATH}/{id}`, label: words.make },
    (
      fields,
    ) => html`${fields.text("url", { label: words.url, hint: words.url_hint, type: "url", required: true, autocomplete: "off", placeholder: "https://" })}
${eventFields(words, fields, [])}
<p class="line"><button class="btn primary">${words.make}</button></p>`,
  );
  return html`<details class="fold boxed"${isFirst && html` open`}><summary>${icon("right", "turn")}${words.make}</summary>${form}</details>`;
}

// The pages of webhooks: the list of them,
// and what was sent to one with every attempt and a button that sends it again.
import { type Actor, type Html, html, momentOf, type Page } from "../../../kernel/plugin.ts";
import { pageFor } from "../../pages.ts";
import { readResponse } from "../showing.ts";
import type { AttemptRow, DeliveryRow } from "../store/deliveries.ts";
import type { WebhookRow } from "../store/webhooks.ts";
import { PAGE_PATH, STYLE_PATH } from "./assets.ts";
import { controlsOf, removalOf } from "./controls.ts";

export function webhooksPage({
  actor,
  webhooks,
  is_carried,
}: {
  actor: Actor;
  webhooks: readonly WebhookRow[];
  is_carried: boolean;
}): Page {
  return {
    ...pageFor(actor, STYLE_PATH),
    title: "Webhooks",
    body: html`
    <h1>Webhooks</h1>
    <p class="soft">Servers that events of ${actor.workspace.name} are sent to.</p>
    ${!is_carried && RESTING}
    ${
      webhooks.length === 0
        ? html`<div class="empty"><h2>No webhooks yet</h2>
    <p>Make one with the API, and what is sent to it shows here:</p><p><code>POST /api/webhooks</code></p></div>`
        : html`<ul class="hooks">${webhooks.map(
            (one) => html`
      <li class="card"><a href="${PAGE_PATH}/${one.webhook_id}"><bdi>${one.url}</bdi></a>${marksOf(one)}</li>`,
          )}</ul>`
    }
    <p class="fine"><a href="/app">To your documents</a></p>`,
  };
}

export interface ShownDelivery {
  delivery: DeliveryRow;
  attempts: readonly AttemptRow[];
}

export function webhookPage(shown: {
  actor: Actor;
  webhook: WebhookRow;
  deliveries: readonly ShownDelivery[];
  next_cursor: string | undefined;
  status: string | undefined;
  /** How many events were sent again just now; undefined when nothing was. */
  recovered: number | undefined;
  now: Date;
  /** The plan has webhooks. */
  is_carried: boolean;
}): Page {
  const { actor, webhook, deliveries, next_cursor, status, recovered, now, is_carried } = shown;
  const at = `${PAGE_PATH}/${webhook.webhook_id}`;
  const more = new URLSearchParams({ ...(status ? { status } : {}), ...(next_cursor ? { older: next_cursor } : {}) });
  return {
    ...pageFor(actor, STYLE_PATH),
    title: "What was sent to a webhook",
    body: html`
    <p class="fine"><a href="${PAGE_PATH}">All webhooks</a></p>
    <h1 class="address"><bdi>${webhook.url}</bdi></h1>
    ${marksOf(webhook)}
    ${recovered !== undefined && html`<p class="notice" role="status">${recoveredWords(recovered)}</p>`}
    ${is_carried ? controlsOf(webhook, { at, now }) : RESTING}
    ${removalOf(at)}
    <nav class="filter" aria-label="Which deliveries">
      ${filterLink(at, { status, to: undefined, words: "All" })}
      ${filterLink(at, { status, to: "pending", words: "Waiting" })}
      ${filterLink(at, { status, to: "ok", words: "Delivered" })}
      ${filterLink(at, { status, to: "failed", words: "Given up" })}
    </nav>
    ${
      deliveries.length === 0
        ? html`<div class="empty"><h2>Nothing here</h2><p>What is sent is kept for 31 days.</p></div>`
        : html`<ul class="deliveries">${deliveries.map((one) => deliveryItem(one, { at, is_carried }))}</ul>`
    }
    ${next_cursor && html`<p class="actions"><a class="button plain" href="${at}?${more.toString()}">Older ones</a></p>`}`,
  };
}

const RESTING = html`<p class="notice">The workspace's plan has no webhooks: no new event is sent until it has one again.</p>`;

function recoveredWords(count: number): string {
  if (count === 0) return "There was nothing of that kind to send again.";
  return count === 1 ? "1 event is sent again." : `${count} events are sent again.`;
}

const PAUSED_WORDS: Readonly<Record<string, string>> = {
  failing: "its server kept failing",
  owner: "who made it manages the workspace no more",
};

function marksOf({ active, paused_reason, events }: WebhookRow): Html {
  const state = active
    ? "Active"
    : paused_reason === null
      ? "Paused"
      : `Paused: ${PAUSED_WORDS[paused_reason] ?? paused_reason}`;
  return html`<ul class="marks"><li class="${active ? "good" : "bad"}">${state}</li>${events.map((event) => html`<li>${event}</li>`)}</ul>`;
}

function filterLink(
  at: string,
  { status, to, words }: { status?: string | undefined; to?: string | undefined; words: string },
): Html {
  const href = to === undefined ? at : `${at}?status=${to}`;
  return status === to
    ? html`<a href="${href}" aria-current="page">${words}</a>`
    : html`<a href="${href}">${words}</a>`;
}

const WORDS = { pending: "Waiting", ok: "Delivered", failed: "Given up" };
const LOOKS = { pending: "", ok: "good", failed: "bad" };

function deliveryItem(
  { delivery, attempts }: ShownDelivery,
  { at, is_carried }: { at: string; is_carried: boolean },
): Html {
  const { delivery_id: id, action, event_id, kind, status, next_attempt_at } = delivery;
  const next = next_attempt_at && status === "pending" ? ` · next attempt ${momentOf(next_attempt_at)}` : "";
  return html`
    <li><article class="card" aria-labelledby="delivery-${id}">
      <h2 id="delivery-${id}">${action} <span class="mark ${LOOKS[status]}">${WORDS[status]}</span></h2>
      <p class="soft">Event ${event_id} · ${momentOf(delivery.created_at)}${kind === "event" ? "" : ` · ${kind}`}${next}</p>
      ${
        attempts.length > 0 &&
        html`<details>
        <summary>${attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`}<span class="hidden"> at ${action}, event ${event_id}</span></summary>
        <ol class="attempts">${attempts.map(attemptItem)}</ol>
      </details>`
      }
      ${
        is_carried &&
        html`<form method="post" action="${at}/deliveries/${id}">
        <button class="plain">Send again<span class="hidden"> ${action}, event ${event_id}</span></button>
      </form>`
      }
    </article></li>`;
}

function attemptItem({ attempted_at, status_code, error, duration_ms, response }: AttemptRow): Html {
  const text = readResponse(response);
  return html`
          <li><p><b>${status_code === null ? "No answer" : `Answered ${status_code}`}</b> after ${duration_ms} ms, ${momentOf(attempted_at)}</p>
          ${error !== null && html`<p>${error}</p>`}
          ${text !== "" && html`<pre tabindex="0">${text}</pre>`}</li>`;
}

// What was sent to a webhook: a line each, the attempts of the one that is unfolded, and sending one again.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { AnswerOf, Asking } from "../../app/port/ask.ts";
import { buttonFor } from "../../app/port/form.ts";
import { webhookPath } from "../../app/port/paths.ts";
import { when, whenExactly } from "../../app/port/when.ts";
import { redeliver } from "../operations/again.ts";
import type { readDeliveries, readDelivery } from "../operations/deliveries.ts";
import { webhookWords } from "./words.ts";

export type Chosen = AnswerOf<typeof readDelivery>;
type Status = "pending" | "ok" | "failed";

interface Deliveries {
  webhook_id: number;
  status: Status | undefined;
  older: string | undefined;
  sent: AnswerOf<typeof readDeliveries>;
  /** The delivery whose attempts are shown. */
  chosen: Chosen | null;
}

export function deliveriesPart(call: Asking, shown: Deliveries): Html {
  const words = webhookWords(call);
  const { webhook_id, status, sent } = shown;
  const tab = (to: Status | undefined, label: string) =>
    html`<a href="${addressOf(webhook_id, { status: to })}"${to === status && html` aria-current="page"`}>${label}</a>`;
  const { deliveries, next_cursor } = sent;
  return html`<section class="stack" aria-labelledby="sent"><h2 id="sent">${words.sent}</h2>
<nav class="tabs" aria-label="${words.which}">${tab(undefined, words.all)}${tab("pending", words.pending)}${tab("ok", words.ok)}${tab("failed", words.failed)}</nav>
${deliveries.length > 0 ? html`<table class="data fold-down"><thead><tr><th scope="col">${words.when}</th><th scope="col">${words.what}</th><th scope="col">${words.answer}</th><th scope="col"><span class="only">${words.send_again}</span></th></tr></thead><tbody>${deliveries.map((one) => row(call, one, shown))}</tbody></table>` : html`<p class="soft">${words.nothing_sent}</p>`}
${next_cursor && html`<p class="line"><a class="btn small" rel="next" href="${addressOf(webhook_id, { status, older: next_cursor })}">${words.older}</a></p>`}</section>`;
}

const LOOKS = { pending: "chip", ok: "chip good", failed: "chip bad" } as const;

function row(call: Asking, delivery: Deliveries["sent"]["deliveries"][number], shown: Deliveries): Html {
  const words = webhookWords(call);
  const { id, action, event_id, kind, status, attempts, last_status_code, last_error, next_attempt_at, created_at } =
    delivery;
  const { webhook_id, chosen } = shown;
  const isChosen = chosen?.id === id;
  const told = attempts === 0 ? null : words.attempts(attempts);
  const to = addressOf(webhook_id, {
    status: shown.status,
    older: shown.older,
    delivery: isChosen ? undefined : String(id),
  });
  return html`<tr id="delivery-${id}"><td class="soft">${when(call, created_at)}</td><td><code>${action}</code><span class="what">${words.event(event_id)}${kind !== "event" && html` · ${words[`kind_${kind}`]}`}</span></td>
<td data-label="${words.answer}"><span class="${LOOKS[status]}">${words[status]}</span> ${last_status_code !== null && html`<span class="soft">${last_status_code}</span>`}<span class="what">${last_error !== null && html`<bdi>${last_error}</bdi> `}${status === "pending" && next_attempt_at && html`${words.next_attempt} ${when(call, next_attempt_at)} `}${told && html`<a href="${to}#delivery-${id}"${isChosen && html` aria-expanded="true"`}>${told}</a>`}</span>${isChosen && chosen && attemptList(call, chosen)}</td>
<td>${buttonFor(call, redeliver, { fixed: { id: webhook_id, delivery_id: id }, button: words.send_again, name: words.send_again_of(action, event_id), done: words.sent_again })}</td></tr>`;
}

function attemptList(call: Asking, { attempt_log }: Chosen): Html {
  const words = webhookWords(call);
  return html`<ol class="stack tight">${attempt_log.map(
    ({ attempted_at, status_code, error, duration_ms, response }) =>
      html`<li><p><strong>${status_code === null ? words.no_answer : words.answered(status_code)}</strong> ${words.after(duration_ms)}, ${whenExactly(call, attempted_at)}</p>${error !== null && html`<p dir="auto">${error}</p>`}${response !== "" && html`<pre tabindex="0" dir="auto">${response}</pre>`}</li>`,
  )}</ol>`;
}

function addressOf(webhookId: number, query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return search.size === 0 ? webhookPath(webhookId) : `${webhookPath(webhookId)}?${search}`;
}

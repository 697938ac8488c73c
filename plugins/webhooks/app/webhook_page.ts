// The page of one webhook: how it stands, what was sent with every answer, and what is done with it.
import { type Html, html, KERNEL_BOUNDS, refuse, t } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask, askIfOpen } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import { movedPage } from "../../app/port/moved.ts";
import { documentPath, settingsPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { readDeliveries, readDelivery } from "../operations/deliveries.ts";
import { readWebhook, readWebhooks } from "../operations/webhooks.ts";
import { keptWebhook } from "../permits.ts";
import { controls, removal, secretNote } from "./controls.ts";
import { type Chosen, deliveriesPart } from "./deliveries_part.ts";
import { eventsText } from "./event_fields.ts";
import { type Listed, pausedWords, restingNote, stateChip } from "./webhooks_page.ts";
import { webhookWords } from "./words.ts";

const PAGE = 50;
const LISTED_MAX = 200;
const LIST_PATH = settingsPath("company/webhooks");

export const showWebhookPage = operation({
  id: "webhook.page",
  route: `GET ${LIST_PATH}/{id}`,
  summary: "What was sent to a webhook, as a page",
  params: t.Object({ id: t.Id({ description: "The webhook." }) }),
  query: t.Object({
    status: t.Optional(t.OneOf(["pending", "ok", "failed"], { description: "Only those that stand so." })),
    older: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
    delivery: t.Optional(t.Id({ description: "The delivery whose attempts are unfolded." })),
  }),
  ...screen,
  permit: keptWebhook(),
  refuses: [402],
  run: async (call, { params, query }) => {
    const words = webhookWords(call);
    const isCarried = call.runtime.plans.carries("webhooks", call.actor.workspace.plan);
    const { status, older } = query;
    const asked: Promise<Listed | Detail> = isCarried
      ? ask(call, readWebhook, { params })
      : findListed(call, params.id);
    const [listed, sent] = await Promise.all([
      asked,
      isCarried
        ? ask(call, readDeliveries, { params, query: { limit: PAGE, cursor: older, ...(status && { status }) } })
        : null,
    ]);
    const chosen =
      sent && query.delivery !== undefined ? await findChosen(call, { ...params, delivery_id: query.delivery }) : null;
    const host = new URL(listed.url).host;
    const at = { webhook_id: listed.id, status, older };
    const body = html`<div class="stack loose">${secretNote(call)}${!isCarried && restingNote(call)}${pausedWords(words, listed) && html`<p class="note warn">${icon("warn")}<span>${pausedWords(words, listed)}</span></p>`}
${facts(call, listed)}${"stats" in listed && controls(call, listed)}${removal(call, listed)}${sent && deliveriesPart(call, { ...at, sent, chosen })}</div>`;
    const crumbs = [{ href: LIST_PATH, label: words.webhooks }];
    const title = words.webhook_to(host, listed.id);
    // What a receiver answered stands in it, beside which nothing may be guessed by its length.
    const answer = { holds_no_secret: false };
    return settingsScreen(
      call,
      { title, here: host, beside: stateChip(call, listed), crumbs, line: LIST_PATH, body },
      answer,
    );
  },
});

export const formerWebhooks = movedPage({
  id: "webhook.page.list.former",
  route: "GET /auth/webhooks",
  to: LIST_PATH,
});

export const formerWebhook = movedPage({
  id: "webhook.page.former",
  route: "GET /auth/webhooks/{id}",
  to: `${LIST_PATH}/{id}`,
});

type Detail = AnswerOf<typeof readWebhook>;

/** On a plan without webhooks the list alone still answers. */
async function findListed(call: Asking, id: number): Promise<Listed> {
  const { webhooks } = await ask(call, readWebhooks, { query: { limit: LISTED_MAX } });
  const found = webhooks.find((one) => one.id === id);
  if (!found) throw refuse.notFound("webhook not found");
  return found;
}

/** One that is gone by now, or of another webhook, is unfolded nowhere. */
async function findChosen(call: Asking, params: { id: number; delivery_id: number }): Promise<Chosen | null> {
  return askIfOpen(call, readDelivery, { params });
}

function facts(call: Asking, webhook: Listed | Detail): Html {
  const words = webhookWords(call);
  const { url, events, owner_email, created_at, database_id, unknown_events } = webhook;
  return html`<dl class="facts card"><dt>${words.url}</dt><dd dir="ltr"><code>${url}</code></dd>
<dt>${words.events}</dt><dd>${eventsText(words, events)}${unknown_events.length > 0 && html`<br><span class="bad-ink">${words.unknown} ${unknown_events.map((one, index) => html`${index > 0 && ", "}<code>${one}</code>`)}</span>`}</dd>
${database_id !== null && html`<dt>${words.of_database}</dt><dd><a href="${documentPath(database_id)}">${words.the_database}</a></dd>`}
<dt>${words.made_by}</dt><dd><bdi>${owner_email ?? words.gone}</bdi>, ${when(call, created_at)}</dd>
${"stats" in webhook && statsFacts(call, webhook)}</dl>`;
}

function statsFacts(call: Asking, { stats }: Detail): Html {
  const words = webhookWords(call);
  const { ok_24h, failed_24h, pending, oldest_pending } = stats;
  return html`<dt>${words.last_day}</dt><dd>${words.counts(ok_24h, failed_24h)}</dd>${pending > 0 && html`<dt>${words.pending}</dt><dd>${words.waiting(pending)}${oldest_pending && html`, ${words.since} ${when(call, oldest_pending)}`}</dd>`}`;
}

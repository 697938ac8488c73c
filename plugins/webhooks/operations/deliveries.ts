// What was sent to a webhook, and what somebody asks to be sent (rules: webhooks/attempts).
import { nextCursor, pagesOf, paging, t, type WriteCall } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { dispatcherPort } from "../dispatcher.ts";
import { managedDelivery, managedWebhook } from "../permits.ts";
import { ATTEMPTS_MAX } from "../schedule.ts";
import { Delivery, DeliveryDetail } from "../schemas.ts";
import { showDelivery, showDeliveryDetail } from "../showing.ts";
import { insertDelivery, listAttempts, listDeliveries } from "../store/deliveries.ts";
import type { WebhookRow } from "../store/webhooks.ts";

const DELIVERIES = pagesOf("webhook_deliveries", (at) => ({ delivery_id: at.id("delivery_id") }));
const pathId = t.Object({ id: t.Id({ description: "The webhook." }) });

export const testWebhook = operation({
  id: "webhook.test",
  route: "POST /api/webhooks/{id}/test",
  tool: { name: "test_webhook", wording: "Send a webhook.test event to a webhook, whatever it asks for." },
  summary: "Sends a test event to a webhook, whatever it asks for",
  params: pathId,
  output: t.Object({
    queued: t.Literal(true),
    delivery_id: t.Integer(),
    event_id: t.Integer(),
  }),
  permit: managedWebhook(),
  gate: "webhooks",
  quota: "webhook_test",
  opens: null,
  audit: "webhook.test",
  run: sendTest,
});

/** Writes a test event down and has it sent, whatever the webhook asks for. */
async function sendTest({ subject: webhook, sql, now, noteNow, use, afterCommit }: WriteCall<WebhookRow>) {
  const { webhook_id, url } = webhook;
  const event_id = await noteNow("webhook.test", {
    target_type: "webhook",
    target_id: webhook_id,
    meta: { url, test: true },
  });
  const event = { event_id, action: "webhook.test" };
  const wanted = { webhook, event, kind: "test" as const, attempts_max: ATTEMPTS_MAX, now };
  const delivery_id = await insertDelivery(sql, wanted);
  afterCommit(() => use(dispatcherPort).wake([webhook_id]));
  return { queued: true as const, delivery_id, event_id };
}

export const readDeliveries = operation({
  id: "webhook.deliveries",
  route: "GET /api/webhooks/{id}/deliveries",
  tool: { name: "webhook_deliveries", wording: "List what was sent to a webhook and how its server answered." },
  summary: "Lists what was sent to a webhook, newest first",
  params: pathId,
  query: t.Object({
    status: t.Optional(t.OneOf(["pending", "ok", "failed"], { description: "Only those that stand so." })),
    ...paging({ maximum: 200, default: 50 }),
  }),
  output: t.Object({ deliveries: t.Array(Delivery), ...nextCursor }),
  permit: managedWebhook(),
  gate: "webhooks",
  async run({ subject, sql }, { query }) {
    const { webhook_id } = subject;
    const found = await listDeliveries(sql, { webhook_id, status: query.status ?? null, ...DELIVERIES.options(query) });
    const { rows, next } = DELIVERIES.page(found, query);
    return { deliveries: rows.map(showDelivery), ...next };
  },
});

export const readDelivery = operation({
  id: "webhook.delivery",
  route: "GET /api/webhooks/{id}/deliveries/{delivery_id}",
  summary: "Show a delivery with every attempt at it",
  params: t.Object({
    id: t.Id({ description: "The webhook." }),
    delivery_id: t.Id({ description: "The delivery." }),
  }),
  output: DeliveryDetail,
  permit: managedDelivery(),
  gate: "webhooks",
  async run({ subject: { delivery }, sql }) {
    return showDeliveryDetail(delivery, await listAttempts(sql, [delivery.delivery_id]));
  },
});

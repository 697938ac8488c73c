// Sending again: one delivery, or what a receiver has missed of a time span (rules: webhooks/redelivery).
import { DAY_MS, later, readInstant, refuse, t, type WriteCall } from "../../../kernel/plugin.ts";
import { capOf, operation } from "../../operation.ts";
import { dispatcherPort } from "../dispatcher.ts";
import { managedDelivery, managedWebhook } from "../permits.ts";
import { ATTEMPTS_MAX } from "../schedule.ts";
import {
  type DeliveryRow,
  insertDelivery,
  type Recovered,
  recoverFailed,
  recoverMissing,
} from "../store/deliveries.ts";
import type { WebhookRow } from "../store/webhooks.ts";

const instant = { maxLength: 40, examples: ["2026-11-20T08:00:00Z"] };

export const redeliver = operation({
  id: "webhook.redeliver",
  route: "POST /api/webhooks/{id}/deliveries/{delivery_id}/redeliver",
  summary: "Sends an event again, as a delivery of its own",
  description:
    "The event keeps its id, by which receivers tell repeats, and is signed with the present secret. It is tried once, also on a paused webhook.",
  params: t.Object({
    id: t.Id({ description: "The webhook." }),
    delivery_id: t.Id({ description: "The delivery whose event is sent." }),
  }),
  body: t.Object({
    retry: t.Optional(t.Boolean({ default: false, description: "true tries it up to six times, as at first." })),
  }),
  output: t.Object({ delivery_id: t.Integer({ description: "The new delivery." }) }),
  status: 202,
  permit: managedDelivery(),
  gate: "webhooks",
  quota: "webhook_redeliver",
  // Events go where we cannot tell who reads them.
  opens: () => "public",
  audit: "webhook.redeliver",
  run: async (call, { body }) => ({
    delivery_id: await sendAgain(call, { attempts_max: body.retry ? ATTEMPTS_MAX : 1 }),
  }),
});

/** Sends a delivery's event again, as a new delivery whose number is answered. */
async function sendAgain(
  { subject, sql, now, note, use, afterCommit }: WriteCall<{ webhook: WebhookRow; delivery: DeliveryRow }>,
  { attempts_max }: { attempts_max: number },
): Promise<number> {
  const { webhook, delivery } = subject;
  const delivery_id = await insertDelivery(sql, { webhook, event: delivery, kind: "redelivery", attempts_max, now });
  const meta = { delivery_id, event_id: delivery.event_id };
  note("webhook.redeliver", { target_type: "webhook", target_id: webhook.webhook_id, meta });
  afterCommit(() => use(dispatcherPort).wake([webhook.webhook_id]));
  return delivery_id;
}

export const recover = operation({
  id: "webhook.recover",
  route: "POST /api/webhooks/{id}/recover",
  summary: "Sends again what a receiver has missed",
  description:
    "Of a time span of at most 30 days: what was given up, or what was never to be sent, such as while the webhook was paused. Where there is more than one call takes, call again.",
  params: t.Object({ id: t.Id({ description: "The webhook." }) }),
  body: t.Object({
    since: t.String({ ...instant, description: "The beginning: a time or a day, in UTC." }),
    until: t.Optional(t.String({ ...instant, description: "The end, a day meant whole; now without it." })),
    only: t.Optional(
      t.OneOf(["failed", "missing"], { default: "failed", description: "What was given up, or what was never sent." }),
    ),
  }),
  output: t.Object({
    queued: t.Integer({ description: "Events that are sent." }),
    has_more: t.Boolean({ description: "There is more than one call takes." }),
  }),
  status: 202,
  permit: managedWebhook(),
  gate: "webhooks",
  quota: "webhook_recover",
  // Events go where we cannot tell who reads them.
  opens: () => "public",
  audit: "webhook.recover",
  rules: ({ body }) => void readSpan(body),
  run: (call, { body }) => {
    const { since, until = call.now } = readSpan(body);
    const days = capOf(call.runtime, "recovery_days");
    const earliest = later(call.now, -days * DAY_MS);
    if (since < earliest) {
      throw refuse.invalid(
        `since is ${body.since}: at most ${days} days can be recovered, so send ${earliest.toISOString()} or later`,
      );
    }
    if (since > until) throw refuse.invalid(`since "${body.since}" has not come yet; send a time that has passed`);
    return sendMissed(call, { since, until, only: body.only ?? "failed" });
  },
});

/** Sends what a webhook has missed of a time span. */
async function sendMissed(
  { subject: webhook, sql, runtime, now, note, use, afterCommit }: WriteCall<WebhookRow>,
  { since, until, only }: { since: Date; until: Date; only: "failed" | "missing" },
): Promise<Recovered> {
  const limit = capOf(runtime, "events_per_recovery");
  const recovery = { webhook, since, until, attempts_max: ATTEMPTS_MAX, limit, now };
  const recovered = await (only === "failed" ? recoverFailed : recoverMissing)(sql, recovery);
  const meta = { only, since: since.toISOString(), until: until.toISOString(), queued: recovered.queued };
  note("webhook.recover", { target_type: "webhook", target_id: webhook.webhook_id, meta });
  afterCommit(() => use(dispatcherPort).wake([webhook.webhook_id]));
  return recovered;
}

/** Throws 400 for a time that is none, and for an end before its beginning. */
function readSpan(body: { since: string; until?: string }): { since: Date; until?: Date } {
  const since = readInstant(body.since, { name: "since" });
  if (body.until === undefined) return { since };
  const until = readInstant(body.until, { name: "until", end: true });
  if (since > until) throw refuse.invalid(`since "${body.since}" is after until "${body.until}"; swap them`);
  return { since, until };
}

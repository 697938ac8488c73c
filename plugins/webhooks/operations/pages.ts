// The pages of webhooks, as people read them.

import { answerPage, KERNEL_BOUNDS, t } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { servePageFile, signedInPage } from "../../pages.ts";
import { webhooksStyle } from "../pages/assets.ts";
import { webhookPage, webhooksPage } from "../pages/webhooks_page.ts";
import { keptWebhook } from "../permits.ts";
import { listAttempts, listDeliveries } from "../store/deliveries.ts";
import { listWebhooks } from "../store/webhooks.ts";
import { DELIVERIES } from "./deliveries.ts";

const PAGE = 50;
const WEBHOOKS_MAX = 200;
const CURSOR_CHARS_MAX = KERNEL_BOUNDS.cursor_chars;

export const showWebhooks = operation({
  id: "webhook.page.list",
  route: "GET /auth/webhooks",
  summary: "The workspace's webhooks, as a page",
  ...signedInPage,
  permit: workspaceManager(),
  refuses: [402],
  async run({ subject: actor, sql, runtime }) {
    const by = { workspace_id: actor.workspace.id, after: null, limit: WEBHOOKS_MAX };
    const webhooks = await listWebhooks(sql, by);
    if (webhooks.length === 0) runtime.plans.demand("webhooks", actor);
    const page = webhooksPage({ actor, webhooks, is_carried: runtime.plans.carries("webhooks", actor.workspace.plan) });
    return answerPage(page, { holds_no_secret: true });
  },
});

export const showWebhookPage = operation({
  id: "webhook.page",
  route: "GET /auth/webhooks/{id}",
  summary: "What was sent to a webhook, as a page",
  params: t.Object({ id: t.Id({ description: "The webhook." }) }),
  query: t.Object({
    status: t.Optional(t.OneOf(["pending", "ok", "failed"], { description: "Only those that stand so." })),
    older: t.Optional(t.String({ maxLength: CURSOR_CHARS_MAX, description: "Where the page before ended." })),
    recovered: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: manifest.caps.events_per_recovery,
        description: "How many events a form of the page has sent again.",
      }),
    ),
  }),
  ...signedInPage,
  permit: keptWebhook(),
  refuses: [402],
  async run({ actor, subject: webhook, sql, now, runtime }, { query }) {
    const asked = { limit: PAGE, ...(query.older === undefined ? {} : { cursor: query.older }) };
    const by = {
      webhook_id: webhook.webhook_id,
      status: query.status ?? null,
      ...DELIVERIES.options(asked),
    };
    const { rows, next } = DELIVERIES.page(await listDeliveries(sql, by), asked);
    const attempts = Map.groupBy(
      await listAttempts(
        sql,
        rows.map((row) => row.delivery_id),
      ),
      (one) => one.delivery_id,
    );
    const deliveries = rows.map((delivery) => ({ delivery, attempts: attempts.get(delivery.delivery_id) ?? [] }));
    const { status, recovered } = query;
    const is_carried = runtime.plans.carries("webhooks", actor.workspace.plan);
    const shown = { actor, webhook, deliveries, next_cursor: next.next_cursor, status, recovered, now, is_carried };
    const page = webhookPage(shown);
    // What a receiver answered stands in it, beside which nothing may be guessed by its length.
    return answerPage(page);
  },
});

export const readPageStyle = servePageFile({
  id: "webhook.style",
  route: "GET /auth/pages/webhooks.css",
  summary: "The stylesheet of the pages of webhooks",
  file: webhooksStyle,
});

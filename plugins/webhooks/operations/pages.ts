// The pages of webhooks and what their forms do; under /auth, where a form from another origin is refused.

import { answerPage, KERNEL_BOUNDS, seeOther, sessionOnly, t } from "../../../kernel/mod.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { pageForm, servePageFile, signedInPage } from "../../pages.ts";
import { webhooksStyle } from "../pages/assets.ts";
import { PAGE_PATH, webhookPage, webhooksPage } from "../pages/webhooks_page.ts";
import { managedDelivery, managedWebhook } from "../permits.ts";
import { listAttempts, listDeliveries } from "../store/deliveries.ts";
import { listWebhooks } from "../store/webhooks.ts";
import { sendAgain } from "./again.ts";
import { DELIVERIES } from "./deliveries.ts";

const PAGE = 50;
const WEBHOOKS_MAX = 200;
const CURSOR_CHARS_MAX = KERNEL_BOUNDS.cursor_chars;

export const showWebhooks = operation({
  id: "webhook.page.list",
  route: "GET /auth/webhooks",
  summary: "The workspace's webhooks, as a page",
  ...signedInPage,
  gate: "webhooks",
  permit: workspaceManager(),
  async run({ subject: actor, sql }) {
    const by = { workspace_id: actor.workspace.id, after: null, limit: WEBHOOKS_MAX };
    const page = webhooksPage({ actor, webhooks: await listWebhooks(sql, by) });
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
  }),
  ...signedInPage,
  gate: "webhooks",
  permit: managedWebhook(),
  async run({ actor, subject: webhook, sql }, { query }) {
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
    const page = webhookPage({ actor, webhook, deliveries, next_cursor: next.next_cursor, status: query.status });
    // What a receiver answered stands in it, beside which nothing may be guessed by its length.
    return answerPage(page);
  },
});

export const sendDeliveryAgain = operation({
  id: "webhook.page.redeliver",
  route: "POST /auth/webhooks/{id}/deliveries/{delivery_id}",
  summary: "Sends an event again from the page",
  params: t.Object({
    id: t.Id({ description: "The webhook." }),
    delivery_id: t.Id({ description: "The delivery whose event is sent." }),
  }),
  ...pageForm,
  permit: () => [managedDelivery(), sessionOnly("send an event again here")],
  gate: "webhooks",
  quota: "webhook_redeliver",
  audit: "webhook.redeliver",
  async run(call) {
    await sendAgain(call, { attempts_max: 1 });
    return seeOther(`${PAGE_PATH}/${call.subject.webhook.webhook_id}`);
  },
});

export const readPageStyle = servePageFile({
  id: "webhook.style",
  route: "GET /auth/pages/webhooks.css",
  summary: "The stylesheet of the pages of webhooks",
  file: webhooksStyle,
});

// What the forms on the pages of webhooks do; under /auth, where a form from another origin is refused.
import { answerPage, DAY_MS, later, seeOther, sessionOnly, t } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { pageForm } from "../../pages.ts";
import { PAGE_PATH } from "../pages/assets.ts";
import { secretPage } from "../pages/secret_page.ts";
import { keptWebhook, managedDelivery, managedWebhook } from "../permits.ts";
import { sendAgain, sendMissed } from "./again.ts";
import { sendTest } from "./deliveries.ts";
import { OVERLAP_SECONDS_MAX, renewSecret } from "./secret.ts";
import { change, remove, takeOver } from "./webhooks.ts";

const pathId = t.Object({ id: t.Id({ description: "The webhook." }) });
const pageOf = (webhook: { webhook_id: number }) => `${PAGE_PATH}/${webhook.webhook_id}`;

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
  // Events go where we cannot tell who reads them.
  opens: () => "public",
  audit: "webhook.redeliver",
  async run(call) {
    await sendAgain(call, { attempts_max: 1 });
    return seeOther(pageOf(call.subject.webhook));
  },
});

export const sendWebhook = operation({
  id: "webhook.page.send",
  route: "POST /auth/webhooks/{id}",
  summary: "Pauses a webhook, takes it up again or tests it from its page",
  params: pathId,
  form: t.Object({ action: t.OneOf(["pause", "resume", "test", "take_over"], { description: "What becomes of it." }) }),
  ...pageForm,
  permit: () => [managedWebhook(), sessionOnly("change a webhook here")],
  gate: "webhooks",
  opens: ({ form }) => (form.action === "resume" || form.action === "take_over" ? "public" : null),
  quota: { name: "webhook_test", when: ({ form }) => form.action === "test" },
  audit: ["webhook.update", "webhook.test"],
  async run(call, { form }) {
    if (form.action === "test") await sendTest(call);
    else if (form.action === "take_over") await takeOver(call);
    else await change(call, { active: form.action === "resume" });
    return seeOther(pageOf(call.subject));
  },
});

export const removeFromPage = operation({
  id: "webhook.page.remove",
  route: "POST /auth/webhooks/{id}/remove",
  summary: "Removes a webhook from its page",
  params: pathId,
  ...pageForm,
  permit: () => [keptWebhook(), sessionOnly("remove a webhook here")],
  opens: null,
  audit: "webhook.delete",
  refuses: [402],
  async run(call) {
    await remove(call);
    return seeOther(PAGE_PATH);
  },
});

export const recoverFromPage = operation({
  id: "webhook.page.recover",
  route: "POST /auth/webhooks/{id}/recover",
  summary: "Sends what a receiver has missed from the webhook's page",
  params: pathId,
  form: t.Object({
    days: t.Integer({ minimum: 1, maximum: manifest.caps.recovery_days, description: "Of so many days." }),
    only: t.OneOf(["failed", "missing"], { description: "What was given up, or what was never sent." }),
  }),
  ...pageForm,
  permit: () => [managedWebhook(), sessionOnly("send events again here")],
  gate: "webhooks",
  quota: "webhook_recover",
  // Events go where we cannot tell who reads them.
  opens: () => "public",
  audit: "webhook.recover",
  async run(call, { form }) {
    const since = later(call.now, -form.days * DAY_MS);
    const { queued } = await sendMissed(call, { since, until: call.now, only: form.only });
    return seeOther(`${pageOf(call.subject)}?recovered=${queued}`);
  },
});

export const renewSecretFromPage = operation({
  id: "webhook.page.secret",
  route: "POST /auth/webhooks/{id}/secret",
  summary: "Gives a webhook a new signing secret and shows it, from its page",
  description: "The page that is answered shows the secret, and nothing does later.",
  params: pathId,
  form: t.Object({
    overlap_seconds: t.Integer({
      minimum: 0,
      maximum: OVERLAP_SECONDS_MAX,
      description: "How long the present secret signs too.",
    }),
    force: t.Optional(
      t.OneOf(["true"], { description: "Also ends a secret that still signs beside the present one." }),
    ),
  }),
  ...pageForm,
  status: 200,
  permit: () => [managedWebhook(), sessionOnly("make a signing secret here")],
  gate: "webhooks",
  opens: null,
  audit: "webhook.rotate_secret",
  refuses: [409],
  async run(call, { form }) {
    const { actor, subject: webhook } = call;
    const wanted = { overlap_seconds: form.overlap_seconds, force: form.force !== undefined };
    return answerPage(secretPage({ actor, webhook, now: call.now, ...(await renewSecret(call, wanted)) }));
  },
});

// The page that shows a new signing secret, this once.
import { type Actor, html, momentOf, type Page } from "../../../kernel/plugin.ts";
import { pageFor } from "../../pages.ts";
import type { WebhookRow } from "../store/webhooks.ts";
import { PAGE_PATH, STYLE_PATH } from "./assets.ts";

export function secretPage(shown: {
  actor: Actor;
  webhook: WebhookRow;
  secret: string;
  former_until: Date;
  now: Date;
}): Page {
  const { actor, webhook, secret, former_until, now } = shown;
  return {
    ...pageFor(actor, STYLE_PATH),
    title: "New signing secret",
    body: html`
    <h1>New signing secret</h1>
    <p class="soft"><bdi>${webhook.url}</bdi></p>
    <div class="notice good">
      <p><strong>Copy it now.</strong> It is shown this once.</p>
      <pre class="secret" tabindex="0"><code>${secret}</code></pre>
    </div>
    <p>${former_until > now ? html`Requests carry a signature of the former secret too until ${momentOf(former_until)}; receivers take any of the two.` : "The former secret signs no more."}</p>
    <p class="actions"><a class="button plain" href="${PAGE_PATH}/${webhook.webhook_id}">To the webhook</a></p>`,
  };
}

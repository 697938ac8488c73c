// Inputs of the permission matrix for webhooks.
import { type Input, type Inputs, plain } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

// An address of its own, so that no name has to be looked up.
const URL = "https://93.184.215.14/hook";

/** An operation on a webhook of the stage's workspace, whoever calls. */
function onWebhook(rest: { json?: unknown; with_cookie?: boolean } = {}): Input {
  return { make: async (stage) => ({ ...rest, params: { id: await webhookOf(stage) } }) };
}

/** An operation on a delivery of it. */
function onDelivery(rest: { json?: unknown; with_cookie?: boolean } = {}): Input {
  return {
    make: async (stage) => {
      const id = await webhookOf(stage);
      const asked = stage.h.call(`POST /api/webhooks/${id}/test`, { as: stage.people["workspace owner"] });
      const { delivery_id } = await made(asked);
      return { ...rest, params: { id, delivery_id } };
    },
  };
}

async function webhookOf({ h, people }: Stage): Promise<number> {
  const as = people["workspace owner"];
  const { webhooks } = await made(h.call("GET /api/webhooks", { as }));
  // One that was made as a connection stays as it is.
  const found = webhooks.find(({ database_id }: { database_id: string | null }) => database_id === null);
  return (found ?? (await made(h.call("POST /api/webhooks", { as, json: { url: URL } })))).id;
}

export const INPUTS: Inputs = {
  "webhook.list": plain(),
  "webhook.create": {
    document: { route: "POST /api/databases", json: { title: "Orders" } },
    make: ({ doc }) => ({ json: { url: URL, events: ["form.submitted"], database_id: doc.doc_id } }),
  },
  "webhook.update": onWebhook({ json: { active: false } }),
  "webhook.delete": onWebhook(),
  "webhook.test": onWebhook(),
  "webhook.get": onWebhook(),
  "webhook.deliveries": onWebhook(),
  "webhook.delivery": onDelivery(),
  "webhook.redeliver": onDelivery({ json: {} }),
  "webhook.recover": onWebhook({ json: { since: "2026-02-28T00:00:00Z" } }),
  "event.list": plain(),
  "webhook.page.list": plain({ with_cookie: true }),
  "webhook.page": onWebhook({ with_cookie: true }),
  "webhook.page.list.former": plain(),
  "webhook.page.former": plain({ params: { id: 1 } }),
  "webhook.rotate_secret": onWebhook({ json: { force: true } }),
};

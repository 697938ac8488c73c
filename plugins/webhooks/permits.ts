// Whose webhooks one may work on: owners and admins, those of their workspace.
import { type Permit, refuse } from "../../kernel/plugin.ts";
import { managedRow, workspaceManager } from "../members/port.ts";
import { type DeliveryRow, findDelivery } from "./store/deliveries.ts";
import { findWebhook, type WebhookRow } from "./store/webhooks.ts";

/** The webhook of the path. Throws 403 for who is no owner or admin, and 404 for one that is not theirs. */
export function managedWebhook(): Permit<WebhookRow> {
  return managedRow("webhook not found", (sql, { workspace_id, params }) =>
    findWebhook(sql, { workspace_id, webhook_id: Number(params["id"]) }),
  );
}

/**
 * The same on every plan: what was made on a better one is there to be seen and removed. Throws 402 for one that is not there where the
 * plan has no webhooks.
 */
export function keptWebhook(): Permit<WebhookRow> {
  const manager = workspaceManager();
  return {
    needs: manager.needs,
    check: async (call, input) => {
      const actor = await manager.check(call, input);
      const by = { workspace_id: actor.workspace.id, webhook_id: Number(input.params["id"]) };
      const row = await findWebhook(call.sql, by);
      if (row) return row;
      call.runtime.plans.demand("webhooks", actor);
      throw refuse.notFound("webhook not found");
    },
  };
}

/** The delivery of the path with its webhook. Throws as `managedWebhook` does, and 404 for one that is not of that webhook. */
export function managedDelivery(): Permit<{ webhook: WebhookRow; delivery: DeliveryRow }> {
  const managed = managedWebhook();
  return {
    needs: managed.needs,
    check: async (call, input) => {
      const webhook = await managed.check(call, input);
      const by = { webhook_id: webhook.webhook_id, delivery_id: Number(input.params["delivery_id"]) };
      const delivery = await findDelivery(call.sql, by);
      if (!delivery) throw refuse.notFound("delivery not found");
      return { webhook, delivery };
    },
  };
}

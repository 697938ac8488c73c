// Whose webhooks one may work on: owners and admins, those of their workspace.
import { type Permit, refuse } from "../../kernel/mod.ts";
import { workspaceManager } from "../members/port.ts";
import { findWebhook, type WebhookRow } from "./store/webhooks.ts";

/** The webhook of the path. Throws 403 for who is no owner or admin, and 404 for one that is not theirs. */
export function managedWebhook(): Permit<WebhookRow> {
  const manager = workspaceManager();
  return {
    needs: manager.needs,
    check: async (call, input) => {
      const { workspace } = await manager.check(call, input);
      const { id } = input.params;
      const by = { workspace_id: workspace.id, webhook_id: Number(id) };
      const webhook = await findWebhook(call.sql, by);
      if (!webhook) throw refuse.notFound("webhook not found");
      return webhook;
    },
  };
}

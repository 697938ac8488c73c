// What the payment processor tells: whatever it says, the present subscriptions are read and decide (rules: billing 3).
import { anyone, lockWorkspaces, readBytes, refuse, setPlan, t, type WriteCall } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import { applyStorage } from "../applying.ts";
import { processorPort } from "../processor.ts";
import { beginReading, hearEvent, keepBought, lockAccount } from "../store/accounts.ts";
import { type Bought, boughtBy, planAfter } from "../subscription.ts";

const EVENT_BYTES_MAX = 1024 * 1024;

export const hearProcessor = operation({
  id: "billing.webhook",
  route: "POST /api/billing/webhook",
  summary: "Take an event of the payment processor",
  description: "Called by the payment processor alone, which signs the bytes of the body in `Stripe-Signature`.",
  output: t.Object({ received: t.Boolean(), type: t.String() }, { $id: "BillingEventReceived" }),
  raw: "upload",
  anonymous: true,
  permit: anyone(),
  audit: "billing.plan",
  refuses: [400, 503],
  prepare: async ({ house, request, sql, now }) => {
    const processor = house.use(processorPort);
    if (!processor) throw refuse.unavailable("billing is not configured");
    const { headers, body: stream } = request;
    const bytes = await readBytes({ headers, stream, size_max: EVENT_BYTES_MAX });
    const event = await processor.readEvent(bytes, headers.get("stripe-signature"), now);
    const reading = event.customer_id === null ? null : await beginReading(sql, event.customer_id);
    if (!reading || event.customer_id === null) return { event, reading: null };
    const subscriptions = await processor.readSubscriptions(event.customer_id);
    // A customer who has never bought anything, such as after a checkout that was given up.
    if (subscriptions.length === 0) return { event, reading: null };
    return { event, reading: { ...reading, bought: boughtBy(subscriptions) } };
  },
  run: async (call, _input, { event, reading }) => {
    if (reading) {
      const { workspace_id } = reading;
      const heard = { event_id: event.id, workspace_id, type: event.type, now: call.now };
      if (await hearEvent(call.sql, heard)) await applyReading(call, reading);
    }
    return { received: true, type: event.type };
  },
});

/** Drops a reading that was asked for before the one that stands. */
async function applyReading(
  { sql, house, now, note }: WriteCall<unknown, true>,
  { workspace_id, asked, bought }: { workspace_id: number; asked: number; bought: Bought },
): Promise<void> {
  const [workspace] = await lockWorkspaces(sql, [workspace_id]);
  const account = await lockAccount(sql, workspace_id);
  if (!workspace || account.applied >= asked) return;
  await keepBought(sql, { workspace_id, asked, bought, now });
  const plan = planAfter(workspace.plan, { bought, had: account.price });
  const { status, price, addon_units } = bought;
  if (plan !== workspace.plan) await setPlan(sql, workspace_id, plan);
  if (plan !== workspace.plan || status !== account.status || addon_units !== account.addon_units) {
    note("billing.plan", {
      target_type: "workspace",
      target_id: workspace_id,
      meta: { plan, was: workspace.plan, status, price, addon_units },
      by: { user_id: null, email: "system", workspace_id },
    });
  }
  await applyStorage(sql, { house, account: { ...account, addon_units }, plan, now });
}

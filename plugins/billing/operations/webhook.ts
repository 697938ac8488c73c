// What the payment processor tells:
// whatever it says, the present subscriptions are read and decide (rules: billing/prices).
import { anyone, refuse, t } from "../../../kernel/plugin.ts";
import { readBytes } from "../../../kernel/ports/input.ts";
import { operation } from "../../operation.ts";
import { processorPort } from "../processor.ts";
import { applyReading, enqueueSettling, isUnsettled, readBought } from "../reading.ts";
import { beginReading, forgetCustomer, hearEvent } from "../store/accounts.ts";
import { ENDED } from "../subscription.ts";

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
  opens: null,
  audit: ["billing.plan", "billing.end_second"],
  refuses: [400, 503],
  prepare: async ({ runtime, request, sql, now }) => {
    const processor = runtime.use(processorPort);
    if (!processor) throw refuse.unavailable("billing is not configured");
    const { headers, body: stream } = request;
    const bytes = await readBytes({ headers, stream, size_max: EVENT_BYTES_MAX });
    const event = await processor.readEvent(bytes, headers.get("stripe-signature"), now);
    if (event.customer_id === null) return { event, reading: null };
    if (!event.ends_customer) return { event, reading: await readBought(sql, processor, event.customer_id) };
    const begun = await beginReading(sql, event.customer_id);
    return { event, reading: begun && { ...begun, bought: ENDED } };
  },
  run: async (call, _input, { event, reading }) => {
    const { sql, runtime, now } = call;
    if (reading) {
      const { workspace_id, bought } = reading;
      const heard = { event_id: event.id, workspace_id, type: event.type, now };
      if (await hearEvent(sql, heard)) {
        await applyReading(call, reading);
        if (event.ends_customer) await forgetCustomer(sql, workspace_id);
        if (isUnsettled(runtime, bought)) {
          await enqueueSettling(sql, { workspace_id, now });
          call.afterCommit(() => runtime.jobs.wake());
        }
      }
    }
    return { received: true, type: event.type };
  },
});

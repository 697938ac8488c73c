// Buying a plan or more storage, and changing what was bought:
// both at addresses of the payment processor (rules: billing/buying).
import {
  type Plan,
  type PrepareCall,
  type Runtime,
  readWorkspace,
  refuse,
  t,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { planName } from "../../../kernel/ports/limits.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { openCheckout } from "../checkouts.ts";
import { isPrice, PLAN_OF, PRICES } from "../prices.ts";
import { type Processor, processorPort } from "../processor.ts";
import { enqueueSettling } from "../reading.ts";
import { type AccountRow, findAccount, keepCustomer } from "../store/accounts.ts";
import { type Bought, isWaiting } from "../subscription.ts";

const Address = t.Object(
  { url: t.String({ description: "Where to go on, at the payment processor." }) },
  { $id: "BillingAddress" },
);

export const startCheckout = operation({
  id: "billing.checkout",
  route: "POST /api/billing/checkout",
  summary: "Begin to buy a plan or more storage",
  body: t.Object({ price: t.String({ maxLength: 100, description: `One of ${PRICES.join(", ")}.` }) }),
  output: Address,
  permit: workspaceManager(),
  quota: "billing_session",
  opens: null,
  audit: "billing.checkout",
  refuses: [404, 409, 503],
  rules: ({ body: { price } }) => {
    if (!isPrice(price)) throw refuseUnknown(price);
  },
  prepare: (call, { body: { price } }) => beginCheckout(call, price),
  run: async (call, { body: { price } }, url) => {
    noteCheckout(call, price);
    return { url };
  },
});

export const openPortal = operation({
  id: "billing.portal",
  route: "POST /api/billing/portal",
  summary: "Change or end what was bought",
  output: Address,
  permit: workspaceManager(),
  quota: "billing_session",
  opens: null,
  audit: "billing.portal",
  refuses: [404, 503],
  prepare: beginPortal,
  run: async ({ actor, note }, _input, url) => {
    note("billing.portal", { target_type: "workspace", target_id: actor.workspace.id });
    return { url };
  },
});

/** Makes the customer, where there is none, and the address at which it pays. Throws 503, and 409 for a plan that is held already. */
export async function beginCheckout({ sql, actor, runtime, now }: PrepareCall, price: string): Promise<string> {
  const processor = processorOf(runtime.use(processorPort));
  if (!isPrice(price)) throw refuseUnknown(price);
  const workspace = await readWorkspace(sql, actor.workspace.id);
  const account = await findAccount(sql, workspace.id);
  if (PLAN_OF[price] !== null) refuseHeld(workspace.plan, account);
  const customer_id = account?.customer_id ?? (await openAccount(processor, { sql, workspace, email: actor.email }));
  const return_url = runtime.config.base_url + settingsPath("company/billing");
  const asked = { customer_id, price, return_url, now };
  return openCheckout(processor, asked, (bought) => refuseSecond(runtime, { bought, workspace_id: workspace.id, now }));
}

function refuseHeld(plan: Plan, account: AccountRow | null): void {
  if (plan === "free") return;
  const held = `this workspace is on the ${planName(plan)} plan already`;
  throw refuse.conflict(
    account?.price != null
      ? `${held}; change or end it with POST /api/billing/portal`
      : `${held}, which whoever runs this server gave it; ask them to change it`,
  );
}

/**
 * There is one subscription to a plan. Throws 409 where the processor has one that goes on, paid or not, whether an event has told of it
 * or not, and has it read anew.
 */
async function refuseSecond(
  runtime: Runtime,
  { bought: { kept }, workspace_id, now }: { bought: Bought; workspace_id: number; now: Date },
): Promise<void> {
  if (!kept) return;
  await runtime.database.withTransaction((sql) => enqueueSettling(sql, { workspace_id, now }));
  runtime.jobs.wake();
  const named = `the ${planName(PLAN_OF[kept.price] ?? "free")} plan`;
  throw refuse.conflict(
    isWaiting(kept.status)
      ? `the subscription to ${named} is ${kept.status}; pay or end it with POST /api/billing/portal before you buy another`
      : `${named} is bought already and holds within a minute; change or end it with POST /api/billing/portal`,
  );
}

/** Kept before anybody pays: of two who begin at once, and of whoever pays later, all pay as the one customer that events are told of. */
async function openAccount(
  processor: Processor,
  { sql, workspace, email }: Pick<PrepareCall, "sql"> & { workspace: { id: number; name: string }; email: string },
): Promise<string> {
  const { id: workspace_id, name } = workspace;
  const customer_id = await processor.createCustomer({ workspace_id, name, email });
  return keepCustomer(sql, { workspace_id, customer_id });
}

export function noteCheckout({ actor, note }: WriteCall, price: string): void {
  note("billing.checkout", { target_type: "workspace", target_id: actor.workspace.id, meta: { price } });
}

/** The address at which what was bought is changed. Throws 503, and 404 before the first plan. */
export async function beginPortal({ sql, actor, runtime }: PrepareCall): Promise<string> {
  const processor = processorOf(runtime.use(processorPort));
  const workspace = await readWorkspace(sql, actor.workspace.id);
  const account = await findAccount(sql, workspace.id);
  const customer_id = account?.customer_id;
  // What was paid for is there before the event that tells of it.
  const hasBought = customer_id && (account.started_at !== null || (await processor.readSubscriptions(customer_id))[0]);
  if (!customer_id || !hasBought) {
    const given = `: the ${planName(workspace.plan)} plan was given by whoever runs this server, who changes it`;
    throw refuse.notFound(`no billing account yet${workspace.plan === "free" ? "" : given}`);
  }
  return processor.createPortal({ customer_id, return_url: runtime.config.base_url + settingsPath("company/billing") });
}

function refuseUnknown(price: string): Error {
  return refuse.notFound(`unknown price "${price}"; use one of ${PRICES.join(", ")}`);
}

function processorOf(processor: Processor | null): Processor {
  if (!processor) throw refuse.unavailable("billing is not configured");
  return processor;
}

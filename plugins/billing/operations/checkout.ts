// Buying a plan or more storage, and changing what was bought: both at addresses of the payment processor (rules: billing 2).
import { type PrepareCall, planName, readWorkspace, refuse, t, type WriteCall } from "../../../kernel/mod.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { PAGE_PATH } from "../pages/assets.ts";
import { isPrice, PLAN_OF, PRICES } from "../prices.ts";
import { type Processor, processorPort } from "../processor.ts";
import { findAccount, keepCustomer } from "../store/accounts.ts";

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
  audit: "billing.portal",
  refuses: [404, 503],
  prepare: beginPortal,
  run: async ({ actor, note }, _input, url) => {
    note("billing.portal", { target_type: "workspace", target_id: actor.workspace.id });
    return { url };
  },
});

/** Makes the customer, where there is none, and the address at which it pays. Throws 503, and 409 for a plan that is held already. */
export async function beginCheckout({ sql, actor, house }: PrepareCall, price: string): Promise<string> {
  const processor = processorOf(house.use(processorPort));
  if (!isPrice(price)) throw refuseUnknown(price);
  const workspace = await readWorkspace(sql, actor.workspace.id);
  const plan = PLAN_OF[price];
  if (plan !== null && workspace.plan !== "free") {
    throw refuse.conflict(
      `this workspace is on the ${planName(workspace.plan)} plan already; change or end it with POST /api/billing/portal`,
    );
  }
  const account = await findAccount(sql, workspace.id);
  const customer_id = account?.customer_id ?? (await openAccount(processor, { sql, workspace, email: actor.email }));
  return processor.createCheckout({ customer_id, price, return_url: house.config.base_url + PAGE_PATH });
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
export async function beginPortal({ sql, actor, house }: PrepareCall): Promise<string> {
  const processor = processorOf(house.use(processorPort));
  const account = await findAccount(sql, actor.workspace.id);
  if (!account?.customer_id || account.started_at === null) throw refuse.notFound("no billing account yet");
  const { customer_id } = account;
  return processor.createPortal({ customer_id, return_url: house.config.base_url + PAGE_PATH });
}

function refuseUnknown(price: string): Error {
  return refuse.notFound(`unknown price "${price}"; use one of ${PRICES.join(", ")}`);
}

function processorOf(processor: Processor | null): Processor {
  if (!processor) throw refuse.unavailable("billing is not configured");
  return processor;
}

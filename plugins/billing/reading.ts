// What the processor has of a customer, read and applied to their workspace:
// plan, storage, and a second plan that has to end (rules: billing/prices, billing/one_subscription).
import {
  enqueue,
  findPerson,
  lockWorkspaces,
  type Note,
  type Runtime,
  type Sql,
  setPlan,
} from "../../kernel/plugin.ts";
import { planName } from "../../kernel/ports/limits.ts";
import { queueMail } from "../../kernel/ports/mail.ts";
import { settingsPath } from "../app/port/paths.ts";
import { listManagers } from "../members/port.ts";
import { applyStorage } from "./applying.ts";
import { PLAN_OF, PRICE_LABELS, type PriceName } from "./prices.ts";
import type { Processor } from "./processor.ts";
import { usageSettings } from "./settings.ts";
import { beginReading, keepBought, lockAccount } from "./store/accounts.ts";
import { type Bought, boughtBy, planAfter } from "./subscription.ts";

export const SETTLE_JOB = "billing.settle";

/** One reading of a customer's subscriptions; of two the one with the higher number holds. */
export interface Reading {
  workspace_id: number;
  asked: number;
  bought: Bought;
}

/** Null for a customer who is not ours, and for one who has never bought anything, such as after a checkout that was given up. */
export async function readBought(sql: Sql, processor: Processor, customerId: string): Promise<Reading | null> {
  const begun = await beginReading(sql, customerId);
  if (!begun) return null;
  const subscriptions = await processor.readSubscriptions(customerId);
  return subscriptions.length === 0 ? null : { ...begun, bought: boughtBy(subscriptions) };
}

interface Applying {
  sql: Sql;
  runtime: Runtime;
  now: Date;
  note(action: string, note: Note): void;
}

/** Sets plan and storage by a reading, with audit rows and mails; drops one that was asked for before the one that stands. */
export async function applyReading(
  { sql, runtime, now, note }: Applying,
  { workspace_id, asked, bought }: Reading,
): Promise<void> {
  const [workspace] = await lockWorkspaces(sql, [workspace_id]);
  const account = await lockAccount(sql, workspace_id);
  if (!workspace || account.applied >= asked) return;
  await keepBought(sql, { workspace_id, asked, bought, now });
  const plan = planAfter(workspace.plan, { bought, had: account.price });
  const { status, price, addon_units } = bought;
  const target = {
    target_type: "workspace",
    target_id: workspace_id,
    by: { user_id: null, email: "system", workspace_id },
  };
  if (plan !== workspace.plan) await setPlan(sql, workspace_id, plan);
  if (plan !== workspace.plan || status !== account.status || addon_units !== account.addon_units) {
    note("billing.plan", { ...target, meta: { plan, was: workspace.plan, status, price, addon_units } });
  }
  for (const second of bought.seconds.filter(({ id }) => !account.seconds.includes(id))) {
    const kept = bought.kept?.price ?? null;
    note("billing.end_second", { ...target, meta: { ended: second.price, kept } });
    await mailOwners(sql, { runtime, workspace, ended: second.price, kept, now });
  }
  await applyStorage(sql, { runtime, account: { ...account, addon_units }, plan, now });
}

/** Whether the processor has to be told something: to end a second plan, or to bill what is metered with the one that stays. */
export function isUnsettled(runtime: Runtime, { kept, seconds }: Bought): boolean {
  return seconds.length > 0 || lacksMeter(runtime, kept);
}

/** Whether a subscription that carries its plan goes without the price of what is metered. */
export function lacksMeter(runtime: Runtime, kept: Bought["kept"]): boolean {
  return runtime.settings(usageSettings) !== null && kept !== null && kept.status !== "unpaid" && !kept.is_metered;
}

/** Has the processor told soon. In the caller's transaction; wake the jobs after it. */
export function enqueueSettling(sql: Sql, { workspace_id, now }: { workspace_id: number; now: Date }): Promise<void> {
  return enqueue(sql, {
    kind: SETTLE_JOB,
    payload: { workspace_id },
    due_at: now,
    workspace_id,
    dedupe_key: `${SETTLE_JOB}:${workspace_id}`,
  });
}

async function mailOwners(
  sql: Sql,
  of: {
    runtime: Runtime;
    workspace: { id: number; name: string };
    ended: PriceName;
    kept: PriceName | null;
    now: Date;
  },
): Promise<void> {
  const { runtime, workspace, ended, kept, now } = of;
  const subject = `A second subscription of ${workspace.name} is ended`;
  const text = `${workspace.name} has paid for two plans at once: ${PRICE_LABELS[ended]}, and ${kept ? PRICE_LABELS[kept] : "another"}.

The ${planName((kept && PLAN_OF[kept]) ?? "free")} plan stays. The other subscription is ended now, and what was paid ahead for it is credited to your next invoices.
Plans are changed at ${runtime.config.base_url}${settingsPath("company/billing")}
`;
  for (const userId of await listManagers(sql, workspace.id)) {
    const person = await findPerson(sql, userId);
    if (person?.role === "owner") await queueMail(sql, { to: person.email, subject, text }, now);
  }
}

// Brings a workspace's storage to what it has bought, in the transaction that knows it.
import type { Plan, Runtime, Sql } from "../../kernel/plugin.ts";
import { setStorageBeyondPlan } from "../documents/port/write.ts";
import { usageSettings } from "./settings.ts";
import { type AccountRow, usageLimitsOf } from "./store/accounts.ts";
import { storageBeyond } from "./subscription.ts";

/** Sets what may be stored beside the plan. Last in its transaction: every writer of the workspace waits for the row. */
export async function applyStorage(
  sql: Sql,
  of: { runtime: Runtime; account: AccountRow; plan: Plan; now: Date },
): Promise<void> {
  const { runtime, account, plan, now } = of;
  const { workspace_id, addon_units } = account;
  const beyond = storageBeyond({
    plan,
    plan_bytes: runtime.plans.allowance("storage_bytes", plan),
    addon_units,
    usage: usageLimitsOf(account),
    cents_per_gib_month: runtime.settings(usageSettings)?.BILLING_USAGE_CENTS ?? null,
  });
  await setStorageBeyondPlan(sql, { workspace_id, now, ...beyond });
}

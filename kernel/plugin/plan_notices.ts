// What there is more of than a workspace's plan carries: each plugin says it of its own.

import type { Plan } from "../base/plan.ts";
import type { Sql } from "../db/sql.ts";
import { type Hook, hook } from "../hooks/hooks.ts";

/** A workspace whose plan is shown. */
export interface PlanShown {
  sql: Sql;
  workspace_id: number;
  plan: Plan;
}

/** Asked wherever a workspace's plan is shown: sentences that say what does not grow any more, and that nothing is taken away. */
export const planNoticesHook: Hook<PlanShown, readonly string[]> = hook("plan.notices");

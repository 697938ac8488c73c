// The kernel's door for plugins to the tables of limits, for those that show or count them themselves.

export { listCaps } from "../limits/caps.ts";
export { ASK_OPERATOR, planName, refuseFull, withoutPlans } from "../limits/plans.ts";
export type { QuotaGrant } from "../limits/quota_taking.ts";
export type { QuotaStanding } from "../limits/quotas.ts";

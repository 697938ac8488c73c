// The plans that a workspace may be on, from the smallest to the largest.
export const PLANS = ["free", "team", "business", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

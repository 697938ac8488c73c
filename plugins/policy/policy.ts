// A workspace's policy, and what of it holds on which plan.
import type { Plan, Runtime } from "../../kernel/plugin.ts";
import type { Publishing } from "../documents/port/hooks.ts";
import type { PublishingPolicy } from "../folders/port.ts";

export type Visibility = Publishing["visibility"];

export const SECRET_SCANS = ["off", "warn", "block"] as const;
export type SecretScan = (typeof SECRET_SCANS)[number];

export const HAND_OVERS = ["never", "owners"] as const;
export type HandOver = (typeof HAND_OVERS)[number];

/** What owners and admins have set. Null is no rule. */
export interface Policy {
  allowed_visibilities: Visibility[] | null;
  min_retention_days: number | null;
  max_retention_days: number | null;
  secret_scan: SecretScan;
  publishing: PublishingPolicy;
  /** Whether owners may hand over to a colleague what belongs to whom they remove. */
  hand_over: HandOver;
  /** Ranges of addresses, each as `base/bits`. */
  ip_allowlist: string[] | null;
}

/** The policy of a workspace that has set nothing, and of one whose plan carries none. */
export const NO_POLICY: Policy = {
  allowed_visibilities: null,
  min_retention_days: null,
  max_retention_days: null,
  secret_scan: "off",
  publishing: "public",
  hand_over: "never",
  ip_allowlist: null,
};

/** What of a policy holds on the workspace's plan: what was set on a higher one rests until that comes back. */
export function enforced(
  policy: Policy,
  { plans, plan }: { plans: Pick<Runtime["plans"], "carries">; plan: Plan },
): Policy {
  if (!plans.carries("workspace_policy", plan)) return NO_POLICY;
  return plans.carries("ip_allowlist", plan) ? policy : { ...policy, ip_allowlist: null };
}

// Shows what is left of every bucket; the buckets themselves are the manifest's.

import type { Static } from "../../kernel/plugin.ts";
import type { QuotaStanding } from "../../kernel/ports/limits.ts";
import type { Contract } from "./contract.ts";
import type { Limits } from "./schemas.ts";

type Shown = Static<typeof Limits>;

/** Every bucket as it stands: those of the account are quotas, all others throttles. */
export function showQuotas(
  standing: Readonly<Record<string, QuotaStanding>>,
  { quota_operations }: Pick<Contract, "quota_operations">,
): Pick<Shown, "quotas" | "throttles"> {
  const shown: Pick<Shown, "quotas" | "throttles"> = { quotas: {}, throttles: {} };
  for (const [name, { entry, used, left, resets_at }] of Object.entries(standing)) {
    const { limit, window_seconds, per, counted_by } = entry;
    shown[per === "account" ? "quotas" : "throttles"][name] = {
      limit,
      window_seconds,
      per,
      ...(counted_by === undefined ? {} : { counted_by }),
      used,
      left,
      resets_at: resets_at?.toISOString() ?? null,
      operations: [...(quota_operations[name] ?? [])],
    };
  }
  return shown;
}

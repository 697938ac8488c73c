// How long documents may live where a rule of the workspace says so: what nobody chose is brought within it.
import { hook, type Sql } from "../../../kernel/plugin.ts";
import type { WriteCall } from "../model/calls.ts";

/** The days that a rule leaves: nothing is kept for fewer, and with `days_max` nothing for more, nor for ever. */
export interface RetentionRange {
  days_min: number;
  /** Null sets no end. */
  days_max: number | null;
}

/**
 * Asked for the range of a workspace wherever a retention is settled that nobody chose: a new document without one, a copy, new
 * content, what is kept or comes back from the trash. What somebody chose is `documents.publish`'s to refuse.
 */
export const retentionRangeHook = hook<{ sql: Sql; workspace_id: number }, RetentionRange>("documents.retention_range");

/** The nearest retention within every rule's range; `days` 0 is for ever. */
export async function settleRetention(
  { callHook, sql }: Pick<WriteCall, "callHook" | "sql">,
  { workspace_id, retention_days: days }: { workspace_id: number; retention_days: number },
): Promise<number> {
  const ranges = await callHook(retentionRangeHook, { sql, workspace_id });
  return ranges.reduce(within, days);
}

function within(days: number, { days_min, days_max }: RetentionRange): number {
  if (days_max !== null && (days === 0 || days > days_max)) return days_max;
  return days === 0 ? 0 : Math.max(days, days_min);
}

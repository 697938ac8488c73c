// What writes of records are held to, and how they say no to what is beyond.
import type { Call, Plan, Runtime } from "../../../kernel/plugin.ts";
import { capOf } from "../../operation.ts";
import { refuseLimit } from "../refusals.ts";
import { isFullOfRecords, refusalOf } from "../store/noting.ts";
import type { WriteBounds } from "../store/records.ts";

type Asking = Pick<Call, "actor" | "runtime">;

export function boundsOf(call: Asking): WriteBounds {
  return boundsFor(call.runtime, call.actor.workspace.plan);
}

/** The same where nobody of the workspace writes. */
export function boundsFor(runtime: Runtime, plan: Plan): WriteBounds {
  return {
    records_max: capOf(runtime, "records_per_database"),
    bytes_max: runtime.plans.allowance("storage_bytes", plan),
    versions_max: capOf(runtime, "versions_per_record"),
  };
}

/** What is thrown for an error of a statement that writes records. */
export function recordRefusal(call: Asking, error: unknown): unknown {
  if (!isFullOfRecords(error)) return refusalOf(call, error);
  const max = capOf(call.runtime, "records_per_database");
  return refuseLimit(`a database holds at most ${max} records; delete some, or use another database`, max);
}

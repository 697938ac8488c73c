// What writes of records are held to, and how they say no to what is beyond.
import type { Call, House, Plan } from "../../../kernel/plugin.ts";
import { capOf } from "../../operation.ts";
import { refuseLimit } from "../refusals.ts";
import { isFullOfRecords, refusalOf } from "../store/noting.ts";
import type { WriteBounds } from "../store/records.ts";

type Asking = Pick<Call, "actor" | "house">;

export function boundsOf(call: Asking): WriteBounds {
  return boundsFor(call.house, call.actor.workspace.plan);
}

/** The same where nobody of the workspace writes. */
export function boundsFor(house: House, plan: Plan): WriteBounds {
  return {
    records_max: capOf(house, "records_per_database"),
    bytes_max: house.plans.allowance("storage_bytes", plan),
    versions_max: capOf(house, "versions_per_record"),
  };
}

/** What is thrown for an error of a statement that writes records. */
export function recordRefusal(call: Asking, error: unknown): unknown {
  if (!isFullOfRecords(error)) return refusalOf(call, error);
  const max = capOf(call.house, "records_per_database");
  return refuseLimit(`a database holds at most ${max} records; delete some, or use another database`, max);
}

// Conditions on what a run knows: whether an event is one that is waited for, and whether a step is taken.
import type { JsonObject, JsonValue } from "../../kernel/plugin.ts";
import { follow, readReference } from "./references.ts";

type Scalar = string | number | boolean | null;

/** Of `is`, `is_not`, `contains` and `exists` there is one. */
export interface Condition {
  of: string;
  is?: Scalar | undefined;
  is_not?: Scalar | undefined;
  contains?: string | undefined;
  exists?: boolean | undefined;
}

export const TESTS = ["is", "is_not", "contains", "exists"] as const;

/** Whether all of them hold; none hold of nothing. Throws BadReference for an `of` that is no reference. */
export function allHold(conditions: readonly Condition[], context: JsonObject): boolean {
  return conditions.every((condition) => holds(condition, follow(readReference(condition.of), context)));
}

function holds({ is, is_not, contains, exists }: Condition, found: JsonValue | undefined): boolean {
  if (is !== undefined) return found === is;
  if (is_not !== undefined) return found !== is_not;
  if (contains !== undefined)
    return typeof found === "string" || Array.isArray(found) ? found.includes(contains) : false;
  return (found !== undefined && found !== null) === exists;
}

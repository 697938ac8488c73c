// The two arguments that every reading tool has beside its operation's own:
// how long its answer may be, and where to go on.
import type { PlainSchema } from "../base/plain_schema.ts";
import { type FieldError, refuse } from "../base/refusal.ts";

/** Characters of an answer's JSON (rules: mcp/cut). */
export const BUDGET_CHARS = { default: 24_000, minimum: 1000, maximum: 200_000 } as const;

/** As they stand in every tool's schema, so as short as can be; no list shows the bound, which stands in examples. */
export const BUDGET_ARGUMENTS: Readonly<Record<string, PlainSchema>> = {
  max_chars: { type: "integer", minimum: BUDGET_CHARS.minimum, description: "Answer length." },
  next: { type: "string", description: "next of the answer before, to go on." },
};

export interface Budget {
  max_chars: number;
  /** As the answer before gave it; null at the start. */
  next: string | null;
}

const NEXT_CHARS_MAX = 8192;

/** Reads both out of a call's arguments. A length out of range is taken as the nearest; throws 422 for another type. */
export function readBudget(given: Readonly<Record<string, unknown>>): Budget {
  const { max_chars, next } = given;
  const faults: FieldError[] = [];
  const wanted = typeof max_chars === "string" && /^\d{1,9}$/.test(max_chars) ? Number(max_chars) : (max_chars ?? null);
  if (wanted !== null && !Number.isInteger(wanted))
    faults.push({ loc: ["body", "max_chars"], msg: "max_chars must be an integer", type: "type_error" });
  if (next !== undefined && next !== null && (typeof next !== "string" || next.length > NEXT_CHARS_MAX))
    faults.push({ loc: ["body", "next"], msg: "next must be the text that an answer gave", type: "type_error" });
  if (faults.length > 0) throw refuse.unprocessable(faults);
  const chars = typeof wanted === "number" ? wanted : BUDGET_CHARS.default;
  return {
    max_chars: Math.min(BUDGET_CHARS.maximum, Math.max(BUDGET_CHARS.minimum, chars)),
    next: typeof next === "string" && next !== "" ? next : null,
  };
}

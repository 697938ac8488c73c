// How far back a plan lets somebody look: at days as totals, and at what happened one by one.
import { type Actor, DAY_MS, later, type Runtime, readInstant, refuse, t } from "../../kernel/plugin.ts";
import { dayOf, daysBefore } from "./days.ts";

/** Of a plan without a bound; days of more than ten years are many numbers for one answer. */
const DAYS_MAX = 3650;
/** Days of a summary that nobody chose. */
const DAYS_DEFAULT = 30;

export const rangeFields = {
  from: t.Optional(
    t.String({ maxLength: 40, description: "The first day, or a time, in UTC.", examples: ["2026-03-01"] }),
  ),
  to: t.Optional(t.String({ maxLength: 40, description: "The last; a day is meant whole.", examples: ["2026-03-31"] })),
};

interface SentRange {
  from?: string;
  to?: string;
}

/** Throws 400 for a time that is none, and for an end before its beginning. */
export function readRange({ from, to }: SentRange): { since: Date | null; until: Date | null } {
  const since = from ? readInstant(from, { name: "from" }) : null;
  const until = to ? readInstant(to, { name: "to", end: true }) : null;
  if (since && until && since > until) throw refuse.invalid(`from "${from}" is after to "${to}"; swap them`);
  return { since, until };
}

/** The days of a summary, both ends included; `clamped` where the plan does not keep the first of those asked for. */
export function daysOf(
  sent: SentRange,
  { now, days_max }: { now: Date; days_max: number },
): { from: string; to: string; clamped: boolean } {
  const { since, until } = readRange(sent);
  const today = dayOf(now);
  const to = until === null || dayOf(until) > today ? today : dayOf(until);
  const earliest = daysBefore(now, days_max - 1);
  const from = since === null ? daysBefore(new Date(`${to}T00:00:00Z`), DAYS_DEFAULT - 1) : dayOf(since);
  const clamped = from < earliest;
  return { from: clamped ? earliest : from, to, clamped };
}

/** The instants between which single events are shown. */
export function instantsOf(
  sent: SentRange,
  { now, days_max }: { now: Date; days_max: number },
): { from: Date; to: Date; clamped: boolean } {
  const { since, until } = readRange(sent);
  const earliest = later(now, -days_max * DAY_MS);
  const clamped = since !== null && since < earliest;
  return { from: since === null || clamped ? earliest : since, to: until ?? now, clamped };
}

/** Days that a plan keeps. */
export function keptDays(
  { plans }: Pick<Runtime, "plans">,
  { workspace }: Pick<Actor, "workspace">,
  what: "activity_days" | "activity_detail_days",
): number {
  return plans.allowance(what, workspace.plan) ?? DAYS_MAX;
}

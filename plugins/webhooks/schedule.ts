// When a delivery is tried again, and when it is given up (rules: webhooks/retries).
import { HOUR_MS, MINUTE_MS } from "../../kernel/plugin.ts";

/** Waits after the first, second ... failed attempt. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS];

export const LONGEST_WAIT_MS = Math.max(...WAITS_MS);

export const ATTEMPTS_MAX = WAITS_MS.length + 1;

/** The wait after the failed attempt number `attempt` (from 1) of so many; null after the last. */
export function waitAfter(attempt: number, attemptsMax: number): number | null {
  return attempt >= attemptsMax ? null : (WAITS_MS[attempt - 1] ?? null);
}

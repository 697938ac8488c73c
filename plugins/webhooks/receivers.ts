// Who may be sent how much at once by this server: fair among receivers, and little to one that fails.
import type { Allowance } from "./store/dispatch.ts";

/** Requests at once to a receiver that answers, and to one whose last attempt failed. */
const WELL_MAX = 16;
const FAILING_MAX = 4;
/** Requests at once to all of them. */
const QUICK_MAX = 256;
/** Requests that have waited for this long take no room from the others, up to a bound of their own. */
const SLOW_MS = 1000;
const TOTAL_MAX = 1024;

/** The receivers with something due, as far as this server knows. */
export interface Receivers {
  add(webhookIds: readonly number[]): void;
  /** What may be taken on now, another receiver first each time. */
  allowances(): { allowances: Allowance[]; limit: number };
  /** What came of it: whoever had less due than allowed has nothing more. */
  claimed(allowances: readonly Allowance[], taken: readonly { webhook_id: number }[], limit: number): void;
  /** Begins a request; the answer ends it. */
  begin(webhookId: number): (isOk: boolean) => void;
}

export function createReceivers(): Receivers {
  const due = new Set<number>();
  /** Told of while a claim was under way, which may not have seen what is due to them. */
  const told = new Set<number>();
  const inFlight = new Map<number, number>();
  const failing = new Set<number>();
  let total = 0;
  let slow = 0;
  let turn = 0;

  function allowanceOf(webhookId: number): number {
    return (failing.has(webhookId) ? FAILING_MAX : WELL_MAX) - (inFlight.get(webhookId) ?? 0);
  }

  return {
    add: (ids) => {
      for (const id of ids) {
        due.add(id);
        told.add(id);
      }
    },
    allowances: () => {
      told.clear();
      const ids = [...due];
      turn = ids.length === 0 ? 0 : (turn + 1) % ids.length;
      const allowances = [...ids.slice(turn), ...ids.slice(0, turn)]
        .map((webhook_id) => ({ webhook_id, allowance: allowanceOf(webhook_id) }))
        .filter((one) => one.allowance > 0);
      return { allowances, limit: Math.min(QUICK_MAX - (total - slow), TOTAL_MAX - total) };
    },
    claimed: (allowances, taken, limit) => {
      // With no room left, nothing is known of those that came last.
      if (taken.length >= limit) return;
      const counts = new Map<number, number>();
      for (const { webhook_id } of taken) counts.set(webhook_id, (counts.get(webhook_id) ?? 0) + 1);
      for (const { webhook_id, allowance } of allowances) {
        if (!told.has(webhook_id) && (counts.get(webhook_id) ?? 0) < allowance) due.delete(webhook_id);
      }
    },
    begin: (id) => {
      inFlight.set(id, (inFlight.get(id) ?? 0) + 1);
      total += 1;
      let isSlow = false;
      const timer = setTimeout(() => {
        isSlow = true;
        slow += 1;
      }, SLOW_MS);
      return (isOk) => {
        clearTimeout(timer);
        if (isSlow) slow -= 1;
        total -= 1;
        const left = (inFlight.get(id) ?? 1) - 1;
        if (left > 0) inFlight.set(id, left);
        else inFlight.delete(id);
        if (isOk) failing.delete(id);
        else failing.add(id);
      };
    },
  };
}

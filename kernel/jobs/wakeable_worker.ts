// Work of one server that is at it once at a time: woken while it works, it goes round once more.
import type { Log } from "../base/log.ts";
import { shortageOf } from "../base/shortage.ts";
import type { Database } from "../db/sql.ts";
import { noteShortage } from "../db/writable.ts";

export interface WakeableWorkerOptions {
  /** One round. What it throws is logged, and the next wake tries again. */
  round(): Promise<void>;
  /** What the log says of a round that failed. */
  failure: string;
  /** The least time from the end of a round to the next: what is woken for meanwhile is done together. None unless said. */
  rest_ms?: number | (() => number);
  database: Pick<Database, "isConnectionLoss" | "renew">;
  log: Log;
}

export interface WakeableWorker {
  /** Before it wakes do nothing. */
  start(): void;
  /** Asks for a round that begins after this; costs nothing while one is at work. */
  wake(): void;
  /** Resolves when no round is at work. */
  idle(): Promise<void>;
  /** Takes no wakes from now on, and resolves when the round at work has ended. */
  stop(): Promise<void>;
}

export function createWakeableWorker({
  round,
  failure,
  rest_ms = 0,
  database,
  log,
}: WakeableWorkerOptions): WakeableWorker {
  let is_open = false;
  let at_work: Promise<void> | null = null;
  let is_woken = false;
  let wake: (() => void) | null = null;

  async function rest(): Promise<void> {
    const ms = typeof rest_ms === "number" ? rest_ms : rest_ms();
    if (ms === 0 || !is_open) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    wake = resolve;
    await promise;
    clearTimeout(timer);
    wake = null;
  }

  async function goRound(): Promise<void> {
    do {
      is_woken = false;
      try {
        await round();
      } catch (error) {
        const shortage = shortageOf(error);
        if (shortage !== null) noteShortage(database, shortage);
        log[shortage !== null || database.isConnectionLoss(error) ? "warn" : "error"]({ err: error }, failure);
      }
      await rest();
    } while (is_woken && is_open);
    at_work = null;
  }

  async function idle(): Promise<void> {
    await at_work;
  }

  return {
    start: () => {
      is_open = true;
    },
    wake: () => {
      if (!is_open) return;
      if (at_work) is_woken = true;
      else at_work = goRound();
    },
    idle,
    stop: () => {
      is_open = false;
      wake?.();
      return idle();
    },
  };
}

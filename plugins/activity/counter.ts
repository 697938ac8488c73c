// Counts what this process serves:
// in memory beside the answers, written down every two seconds and when the server stops (rules: activity/counting).
import { type Dispatcher, PLANS, type Plan, type Port, port, type Runtime, SECOND_MS } from "../../kernel/plugin.ts";
import type { DocumentRead } from "../documents/port/read.ts";
import { createReaderResolver, isLeftOut } from "./readers.ts";
import { countReadings } from "./store/counting.ts";
import { createTallies } from "./tallies.ts";

const WRITE_MS = 2 * SECOND_MS;
/** Written by one statement; more than that are written in several, without waiting for the next beat. */
const BATCH = 1000;

export interface Counter extends Dispatcher {
  add(read: DocumentRead): void;
}

export const counterPort: Port<Counter> = port("activity.counter");

/** The plans that keep who read what, and when. */
function detailedPlans({ plans }: Pick<Runtime, "plans">): Plan[] {
  return PLANS.filter((plan) => plans.carries("activity_detail", plan));
}

export function createCounter(runtime: Runtime): Counter {
  const { database, log } = runtime;
  const tallies = createTallies();
  const resolve = createReaderResolver(runtime);
  const plans = detailedPlans(runtime);
  let timer: Timer | undefined;
  let writing: Promise<number> | null = null;

  /** Writes down what is there now; answers how many tallies those were. */
  async function write(): Promise<number> {
    const all = tallies.size;
    for (let written = 0; written < all; ) {
      const taken = tallies.take(BATCH);
      try {
        const readings = await resolve(taken);
        // The loss of the last moment is allowed for, so no commit waits for the disk.
        await countReadings(database.asyncCommitSql, { readings, plans });
      } catch (error) {
        tallies.putBack(taken);
        throw error;
      }
      written += taken.length;
    }
    const lost = tallies.takeLost();
    if (lost > 0) log.warn({ lost }, "more was read at once than could be counted");
    return all;
  }

  function writeOnce(): Promise<number> {
    writing ??= write().finally(() => {
      writing = null;
    });
    return writing;
  }

  async function writeInBackground(): Promise<void> {
    try {
      await writeOnce();
    } catch (error) {
      const level = database.isConnectionLoss(error) ? "warn" : "error";
      log[level]({ err: error }, "what was read could not be written down, the next beat tries again");
    }
  }

  return {
    add: (read) => {
      if (isLeftOut(read.reader)) return;
      tallies.add(read);
      if (timer !== undefined && writing === null && tallies.size >= BATCH) void writeInBackground();
    },
    start: () => {
      timer = setInterval(() => {
        if (tallies.size > 0) void writeInBackground();
      }, WRITE_MS);
    },
    runDue: writeOnce,
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      await writing?.catch(() => {});
      await writeInBackground();
    },
  };
}

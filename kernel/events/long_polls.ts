// Long polls: who waits for a workspace's next number, and the one look at the database that answers all of them.
import type { Log } from "../base/log.ts";
import { SECOND_MS } from "../base/time.ts";
import type { Database } from "../db/sql.ts";

/** Commits close to each other are told of, and looked for, together. */
const GATHER_MS = 50;
/** What nobody told of, such as the work of jobs, is found this late. */
const LOOK_MS = 2 * SECOND_MS;
const WAITERS_MAX = 2000;
const WAITERS_PER_PERSON = 16;

/** The waiting room of this process. */
export interface WaitingRoom {
  /**
   * Resolves when the workspace has something behind the number `since`, when `ms` are over, when `signal` ends and when the
   * server is about to close; at once where too many wait already.
   */
  wait(for_: { workspace_id: number; user_id: number; since: number; ms: number; signal: AbortSignal }): Promise<void>;
  /** Says that something has been numbered: whoever waits here and in the other processes is answered a moment later. */
  tell(): void;
}

interface Waiter {
  workspace_id: number;
  user_id: number;
  since: number;
  wake(): void;
}

/** What they need of the runtime, and when it closes. */
interface Home {
  database: Database;
  log: Log;
  leaving: AbortSignal;
  onClose(end: () => Promise<void> | void): void;
}

/** `channel` tells the other processes; `readLatest` answers the greatest number of each workspace. */
export function createWaitingRoom(
  home: Home,
  options: { channel: string; readLatest(workspaceIds: readonly number[]): Promise<ReadonlyMap<number, number>> },
): WaitingRoom {
  const { database } = home;
  const { channel, readLatest } = options;
  const waiters = new Set<Waiter>();
  const look = gathered(async () => {
    if (waiters.size === 0) return;
    const latest = await readLatest([...new Set([...waiters].map((one) => one.workspace_id))]);
    for (const waiter of waiters) {
      if ((latest.get(waiter.workspace_id) ?? 0) > waiter.since) waiter.wake();
    }
  }, home);
  const tellOthers = gathered(() => database.bus.notify(database.asyncCommitSql, channel, ""), home);
  const listening = database.bus.listen(channel, { onMessage: look, onReset: look });
  let interval: Timer | undefined;
  home.onClose(async () => {
    clearInterval(interval);
    (await listening)();
  });

  return {
    tell: () => {
      look();
      tellOthers();
    },
    wait: ({ workspace_id, user_id, since, ms, signal: gone }) =>
      new Promise((resolve) => {
        const signal = AbortSignal.any([gone, home.leaving]);
        const theirs = [...waiters].filter((one) => one.user_id === user_id).length;
        if (signal.aborted || waiters.size >= WAITERS_MAX || theirs >= WAITERS_PER_PERSON) return resolve();
        const waiter = { workspace_id, user_id, since, wake };
        const timer = setTimeout(wake, ms);
        signal.addEventListener("abort", wake);
        waiters.add(waiter);
        interval ??= setInterval(look, LOOK_MS);
        // A change between the caller's last look and this moment was told to nobody.
        look();

        function wake(): void {
          clearTimeout(timer);
          signal.removeEventListener("abort", wake);
          waiters.delete(waiter);
          if (waiters.size === 0) {
            clearInterval(interval);
            interval = undefined;
          }
          resolve();
        }
      }),
  };
}

/** Runs `task` a moment after it was asked for, once for all who ask in between, and never twice at a time. */
function gathered(task: () => Promise<void>, home: Home): () => void {
  let timer: Timer | null = null;
  let isClosed = false;
  home.onClose(() => {
    isClosed = true;
    if (timer) clearTimeout(timer);
  });
  return function ask(): void {
    if (isClosed) return;
    timer ??= setTimeout(async () => {
      try {
        await task();
      } catch (error) {
        home.log.debug({ err: error }, "changes were not told of or looked for; the next look finds them");
      }
      timer = null;
    }, GATHER_MS);
  };
}

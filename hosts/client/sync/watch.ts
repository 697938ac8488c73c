// Keeps a folder in sync until it is told to stop:
// looks here when a file changes, and there by a long poll of the feed.
import { watch as watchFiles } from "node:fs";
import { CommandError } from "../../command/command.ts";
import { STATE_FOLDER } from "../folder/ignore.ts";
import { CallError, sleep } from "../server/caller.ts";
import { pull } from "./pull.ts";
import { type Run, syncOnce } from "./run.ts";

/** Programs write files in several steps. */
const QUIET_MS = 400;
const POLL_SECONDS = 50;
/** What the system did not tell of is found this late. */
const LOOK_MS = 30_000;
const BACKOFF_MS = 1000;
const BACKOFF_MS_MAX = 60_000;

export async function watchFolder(run: Run): Promise<void> {
  const { signal, report } = run;
  const local = watchLocal(run.root, signal);
  let failures = 0;
  let is_pulled = false;
  while (!signal.aborted) {
    try {
      await syncOnce(run, { is_pulled });
      if (failures > 0) report.remark("the server answers again");
      failures = 0;
      is_pulled = await waitForChange(run, local);
    } catch (error) {
      if (signal.aborted) return;
      const wait = patienceFor(error, failures);
      if (wait === null) throw error;
      if (failures === 0)
        report.remark(`${error instanceof Error ? error.message : error}; trying again until it works`);
      failures += 1;
      is_pulled = false;
      await sleep(wait, signal);
    }
  }
}

/** Null for what does not pass by waiting. */
function patienceFor(error: unknown, failures: number): number | null {
  if (!(error instanceof CallError)) return null;
  const { status } = error;
  if (status === 401)
    throw new CommandError("the server does not take this token any more: make a new one and start again");
  const passes = status === null || status === 429 || status >= 500;
  return passes ? Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** Math.min(failures, 10)) : null;
}

/** Resolves when either side has changed; true when the feed was read with it. */
async function waitForChange(run: Run, local: LocalWatch): Promise<boolean> {
  const poll = new AbortController();
  const until = AbortSignal.any([run.signal, poll.signal]);
  const here = local.next(until).then(() => "here" as const);
  const there = pull({ ...run, signal: until }, { wait: POLL_SECONDS }).then(() => "there" as const);
  // The loser of the race is ended below, and may then say so.
  there.catch(() => {});
  try {
    const first = await Promise.race([here, there]);
    return first === "there";
  } finally {
    poll.abort();
    await there.catch(() => {});
  }
}

interface LocalWatch {
  /** Resolves once something changed and nothing did for a moment, or when it is time to look anyway. */
  next(signal: AbortSignal): Promise<void>;
}

function watchLocal(root: string, signal: AbortSignal): LocalWatch {
  let changed_at = 0;
  let wake = () => {};
  try {
    const watcher = watchFiles(root, { recursive: true, signal }, (_event, name) => {
      if (typeof name === "string" && name.split(/[\\/]/)[0] === STATE_FOLDER) return;
      changed_at = Date.now();
      wake();
    });
    watcher.on("error", () => {});
  } catch {
    // Where the system watches nothing, looking has to do.
  }
  return {
    next: async (until) => {
      const look_at = Date.now() + LOOK_MS;
      while (!until.aborted && Date.now() < look_at) {
        if (changed_at > 0 && Date.now() - changed_at >= QUIET_MS) break;
        const ms = changed_at > 0 ? QUIET_MS - (Date.now() - changed_at) : look_at - Date.now();
        const woken = new AbortController();
        wake = () => woken.abort();
        await sleep(Math.max(1, ms), AbortSignal.any([until, woken.signal]));
      }
      changed_at = 0;
    },
  };
}

// Loaded into a server process before anything else:
// measures the longest time for which the server's loop does not turn.
import { dlopen, FFIType, ptr } from "bun:ffi";
import { createHash } from "node:crypto";
import { isMainThread } from "node:worker_threads";

const TICK_MS = 1;
/** Takes some milliseconds to hash, in code that no compiler changes meanwhile. */
const YARD = new Uint8Array(4 * 1024 * 1024);
const YARDS = 3;
const YARDS_AT_START = 20;
/** A ratio up to this is the noise of a quiet machine, and counts for nothing. */
const SLOWNESS_MIN = 1.2;
const SLOWNESS_MAX = 3;

const spentMs = openThreadClock();

/**
 * Processor time of this thread alone, so that neither waiting nor other programs on a busy machine count. What the process
 * is told of itself is as old as the last tick of the kernel's clock, so Linux is asked for the exact time.
 */
function openThreadClock(): () => number {
  const told = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  if (process.platform !== "linux") return told;
  const CLOCK_THREAD_CPUTIME_ID = 3;
  const declared = { clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } } as const;
  try {
    const { symbols } = dlopen("libc.so.6", declared);
    const time = new BigInt64Array(2);
    const at = ptr(time);
    return () => {
      if (symbols.clock_gettime(CLOCK_THREAD_CPUTIME_ID, at) !== 0) return told();
      return Number(time[0]) * 1000 + Number(time[1]) / 1e6;
    };
  } catch {
    return told;
  }
}

/** The least processor time that a piece of work takes which is always the same. */
function yardMs(times: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const before = spentMs();
    createHash("sha256").update(YARD).digest();
    least = Math.min(least, spentMs() - before);
  }
  return least;
}

/**
 * How many times longer work takes here now than at this process' best. A thread whose core is shared with another one at work
 * is charged for the time in which it was held up, so processor time alone does not tell a pause of ours from the machine's.
 */
function slowness(now_ms: number, best_ms: number): number {
  const ratio = now_ms / best_ms;
  return ratio < SLOWNESS_MIN ? 1 : Math.min(ratio, SLOWNESS_MAX);
}

function watch(report: (longest_ms: number) => void): void {
  let best = yardMs(YARDS_AT_START);
  let longest = 0;
  let before = spentMs();
  setInterval(() => {
    const now = spentMs();
    longest = Math.max(longest, now - before);
    before = now;
  }, TICK_MS);
  // Every message asks for the longest pause since the one before.
  process.on("message", () => {
    const now = yardMs(YARDS);
    best = Math.min(best, now);
    report(longest / slowness(now, best));
    longest = 0;
    before = spentMs();
  });
}

// Worker threads load it too, and may be busy for as long as they like.
if (isMainThread && process.send) watch((longest_ms) => process.send?.({ longest_ms }));

// Loaded into a server process before anything else: measures the longest time for which the server's loop does not turn.
import { isMainThread } from "node:worker_threads";

const TICK_MS = 1;

/** Processor time of this thread alone, so that neither waiting nor other programs on a busy machine count. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function watch(report: (longest_ms: number) => void): void {
  let longest = 0;
  let before = spentMs();
  setInterval(() => {
    const now = spentMs();
    longest = Math.max(longest, now - before);
    before = now;
  }, TICK_MS);
  // Every message asks for the longest pause since the one before.
  process.on("message", () => {
    report(longest);
    longest = 0;
  });
}

// Worker threads load it too, and may be busy for as long as they like.
if (isMainThread && process.send) watch((longest_ms) => process.send?.({ longest_ms }));

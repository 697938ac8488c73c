// Counts the processor time that work takes, which tells two programs apart on a machine where others run too.
import { readFileSync } from "node:fs";
import { listChildren } from "./servers.ts";

/** Milliseconds in a tick of /proc, on every Linux that Bun runs on. */
const TICK_MS = 10;

/** Milliseconds of processor that a process, its threads and all that it started have taken; what has ended counts for its parent. */
function readCpuMs(pid: number): number {
  const text = readStat(pid);
  if (text === null) return 0;
  // The name before it may hold spaces; behind it, times are the 12th to 15th: own and of children that have ended.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  return listChildren(pid).reduce((sum, child) => sum + readCpuMs(child), own);
}

/** Null where the process is gone. */
function readStat(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
}

/** What `work` answers, with the milliseconds of processor that each of the processes took meanwhile. */
export async function withCpu<S extends object, P extends string>(
  pids: Record<P, number>,
  work: () => Promise<S>,
): Promise<S & { cpu_ms: Record<P, number> }> {
  const names = Object.keys(pids) as P[];
  const read = () => names.map((name) => readCpuMs(pids[name]));
  const before = read();
  const seen = await work();
  const taken = read().map((ms, index) => ms - (before[index] ?? 0));
  return { ...seen, cpu_ms: Object.fromEntries(names.map((name, index) => [name, taken[index]])) as Record<P, number> };
}

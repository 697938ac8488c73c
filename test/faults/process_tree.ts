// Finds the processes that a server has started, to kill single ones of them; Linux tells them in /proc.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const GONE_MS = 60_000;

/** The processes whose parent is `pid` and whose command line holds `word`. */
export function childrenOf(pid: number, word: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => parentOf(child) === pid && read(child, "cmdline").split("\0").includes(word));
}

/** The processes whose parent is `pid`, and theirs. */
export function descendantsOf(pid: number): number[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(all.map((child) => [child, parentOf(child)]));
  const found = [pid];
  for (const one of found) found.push(...all.filter((child) => parents.get(child) === one));
  return found.slice(1);
}

/** SIGKILL; a process that has ended meanwhile is no error. */
export function killHard(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Whether a process runs; one that has ended and was not waited for does not. */
export function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && fieldsOf(pid)[0] !== "Z";
}

/** Waits until all have ended. */
export async function untilEnded(pids: readonly number[]): Promise<void> {
  const until = performance.now() + GONE_MS;
  while (pids.some(isRunning)) {
    if (performance.now() > until) throw new Error(`processes ${pids.join(", ")} still run after ${GONE_MS} ms`);
    await Bun.sleep(20);
  }
}

function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1]);
}

/** The fields after the program's name, which may hold spaces itself: state, parent and so on. */
function fieldsOf(pid: number): string[] {
  const text = read(pid, "stat");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Empty for a process that has ended meanwhile. */
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

// How much memory a process holds, which Linux tells in /proc.
import { readFileSync } from "node:fs";

const KIB = 1024;

/** Resident memory in bytes; 0 for a process that has ended meanwhile. */
export function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * KIB;
  } catch {
    return 0;
  }
}

// Whether a process runs; one that ended and that nobody has asked for yet does not, as for the kernel it does.
import { readFileSync } from "node:fs";

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that ended and that nobody has asked for yet is no more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

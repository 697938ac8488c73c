// How much processor time and memory a process has used, asked from outside: a worker at work cannot say it itself.
import { readFileSync } from "node:fs";

export interface Usage {
  /** Of its main thread since it began: those that clean up behind it count for the machine and not for the task. */
  cpu_ms: number;
  /** Resident now. */
  memory_bytes: number;
}

/** Linux counts a process' time in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10;
const KIB = 1024;

/** Null for a process that is gone, and where the system tells nobody. */
export async function readUsage(pid: number): Promise<Usage | null> {
  return process.platform === "linux" ? readProc(pid) : readPs(pid);
}

/** From /proc (proc_pid_stat(5), proc_pid_status(5)), in some 40 microseconds. */
function readProc(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
    // The second field is a name in brackets that may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    if (resident === undefined) return null;
    return { cpu_ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS, memory_bytes: Number(resident) * KIB };
  } catch {
    return null;
  }
}

/** As POSIX has it, which tells threads from each other nowhere: `[[dd-]hh:]mm:ss[.cc]` of processor time, and kilobytes. */
export async function readPs(pid: number): Promise<Usage | null> {
  const ps = Bun.spawn(["ps", "-o", "time=,rss=", "-p", String(pid)], { stdout: "pipe", stderr: "ignore" });
  const [time = "", kilobytes = ""] = (await new Response(ps.stdout).text()).trim().split(/\s+/);
  if (!/^\d+$/.test(kilobytes)) return null;
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = time.split(/[-:]/).map(Number).reverse();
  const cpu_ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  return { cpu_ms, memory_bytes: Number(kilobytes) * KIB };
}

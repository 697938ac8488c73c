// A thread or a process that runs tasks, one at a time, as the pool sees it.
import { readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { createInbox, sendInPieces } from "./pieces.ts";
import { readUsage, type Usage } from "./usage.ts";
import type { WorkerReply, WorkerRequest } from "./worker_protocol.ts";

export interface Runner {
  /** Throws for an input that cannot be cloned. A thread is given the buffers, a process a copy of them. */
  send(request: WorkerRequest, transfer?: ArrayBuffer[]): void;
  /** Ends it at once, whatever it does; its memory is given back. */
  end(): void;
  /** Null where nobody can tell, as of a thread. */
  readUsage(): Promise<Usage | null>;
  /** Lets everything else on the machine go first from now on, other runners too; nothing takes it back. A thread stays as it is. */
  stepBack(): void;
}

/** Where a runner tells what happens to it. */
export interface RunnerEvents {
  reply(reply: WorkerReply<never>): void;
  ended(cause: string): void;
}

export type StartRunner = (events: RunnerEvents) => Runner;

/** A thread shares memory with this process, and nobody can tell how much of it it takes: for tasks that bound themselves. */
export const startThread: StartRunner = ({ reply, ended }) => {
  // An idle thread must not keep a finished process alive; while a task runs, its timer does.
  const worker = new Worker(new URL("./thread_entry.ts", import.meta.url).href, { ref: false });
  worker.addEventListener("message", (event: MessageEvent<WorkerReply<never>>) => reply(event.data));
  worker.addEventListener("error", (event) => ended(event.message));
  worker.addEventListener("close", () => ended("it stopped"));
  return {
    send: (request, transfer = []) => worker.postMessage(request, transfer),
    end: () => worker.terminate(),
    readUsage: async () => null,
    stepBack: () => {},
  };
};

/** Behind whatever answers requests: the main process, and Postgres. */
const NICE = 5;
/** Behind the runners that have just begun, too. */
const NICE_STEPPED_BACK = 10;
/**
 * The engine collects garbage as if the machine had this much memory. Left to the machine's own it lets a task's garbage grow to
 * several times what the task needs.
 */
const PRETENDED_RAM_BYTES = 512 * 1024 * 1024;
/** Nothing of the server's configuration: a worker reads what strangers sent. */
const PASSED_ON = ["PATH", "HOME", "TMPDIR", "LANG", "TZ", "XDG_CACHE_HOME"];

const ENTRY = Bun.fileURLToPath(new URL("./process_entry.ts", import.meta.url));

/** A process of its own, whose time and memory can be seen and whose end harms nobody else. */
export const startProcess: StartRunner = ({ reply, ended }) => {
  const receive = createInbox<WorkerReply<never>>(reply);
  const child = Bun.spawn([process.execPath, "--no-orphans", ENTRY], {
    env: {
      ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      BUN_JSC_forceRAMSize: String(PRETENDED_RAM_BYTES),
    },
    stdio: ["ignore", "ignore", "inherit"],
    serialization: "advanced",
    ipc: receive,
    onExit: (_, code, signal) => ended(signal === null ? `it exited with ${code}` : `it was ended by ${signal}`),
  });
  child.unref();
  giveWay(child.pid, NICE);
  return {
    send: (request) => void sendInPieces(request, (piece) => child.send(piece)).catch(() => {}),
    end: () => child.kill("SIGKILL"),
    readUsage: () => readUsage(child.pid),
    stepBack: () => {
      for (const thread of threadsOf(child.pid)) giveWay(thread, NICE_STEPPED_BACK);
    },
  };
};

/** On Linux a priority is a thread's, and a new thread's is that of the one which began it. */
function giveWay(pid: number, nice: number): void {
  try {
    setPriority(pid, Math.min(19, getPriority() + nice));
  } catch {
    // Where a process may not, the workers compete with everything else as equals.
  }
}

/** The process alone, where the system shows its threads to nobody. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

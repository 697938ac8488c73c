// Keeps the processes of one server running:
// starts them, replaces those that die, collects their numbers, stops them together.
import type { Subprocess } from "bun";
import type { Log } from "../../kernel/plugin.ts";

/** The processes of a server. */
export interface Supervisor {
  /** Resolves when every process answers; rejects when one ends before it ever did. */
  ready: Promise<void>;
  /** The metrics of each process that answers within two seconds. */
  collect(): Promise<object[][]>;
  /** Asks all to finish and waits until they are gone. */
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  count: number;
  /** Program and words of one process, which calls `reportToSupervisor`. */
  command: string[];
  log: Log;
  /** Milliseconds before the first replacement; each further one in a row waits twice as long, up to `delay_ms_max`. */
  delay_ms?: number;
  delay_ms_max?: number;
}

interface Member {
  process: Subprocess | null;
  /** Replacements since one lived long enough to count as well. */
  failures: number;
  answer: ((metrics: object[]) => void) | null;
}

/** What a process tells: that it serves, or its metrics when asked. */
type Told = { ready: true } | { metrics: object[] };

/** A process that lived this long died of something new. */
const WELL_MS = 10_000;
const COLLECT_MS = 2000;

/** Starts the processes; one that ends is replaced until `stop`. */
export function superviseWorkers(options: SupervisorOptions): Supervisor {
  const { count, log, delay_ms = 100, delay_ms_max = 10_000 } = options;
  const members = Array.from({ length: count }, (): Member => ({ process: null, failures: 0, answer: null }));
  let stopping = false;
  let waiting = count;
  const ready = Promise.withResolvers<void>();
  // Whoever does not wait for it must not be ended by it.
  ready.promise.catch(() => {});

  function start(member: Member): void {
    const startedAt = performance.now();
    let isReady = false;
    const child = Bun.spawn(options.command, {
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (message: Told) => {
        if ("metrics" in message) member.answer?.(message.metrics);
        else if (!isReady) {
          isReady = true;
          waiting -= 1;
          if (waiting === 0) ready.resolve();
        }
      },
    });
    member.process = child;
    child.exited.then((code) => {
      member.process = null;
      if (stopping) return;
      if (!isReady && waiting > 0) ready.reject(new Error(`a worker ended with ${code} before it answered`));
      member.failures = performance.now() - startedAt > WELL_MS ? 0 : member.failures + 1;
      if (isReady) waiting += 1;
      const delay = Math.min(delay_ms_max, delay_ms * 2 ** Math.max(0, member.failures - 1));
      log.error({ pid: child.pid, code, signal: child.signalCode, delay }, "a worker ended and is replaced");
      setTimeout(() => {
        if (!stopping) start(member);
      }, delay);
    });
  }

  for (const member of members) start(member);
  return {
    ready: ready.promise,
    collect: async () => (await Promise.all(members.map(askForMetrics))).filter((metrics) => metrics !== null),
    stop: async () => {
      stopping = true;
      await Promise.all(members.map(({ process: child }) => child && endProcess(child)));
    },
  };
}

async function askForMetrics(member: Member): Promise<object[] | null> {
  const child = member.process;
  if (!child) return null;
  const { promise, resolve } = Promise.withResolvers<object[] | null>();
  const timer = setTimeout(() => resolve(null), COLLECT_MS);
  member.answer = resolve;
  child.send({ ask: "metrics" });
  const metrics = await promise;
  clearTimeout(timer);
  return metrics;
}

async function endProcess(child: Subprocess): Promise<void> {
  child.kill("SIGTERM");
  await child.exited;
}

/**
 * Called in a supervised process once it serves: says so, answers questions for its metrics, and calls `onAlone` when
 * the supervisor is gone.
 */
export function reportToSupervisor(options: { metrics: () => Promise<object[]>; onAlone: () => void }): void {
  process.on("message", async () => {
    const metrics = await options.metrics();
    process.send?.({ metrics });
  });
  process.on("disconnect", options.onAlone);
  process.send?.({ ready: true });
}

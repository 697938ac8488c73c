// One of the instances of a sandbox:
// a Postgres that begins when it is asked for, and ends when nobody has a database there for minutes.
import type { Log } from "../base/log.ts";
import { MINUTE_MS } from "../base/time.ts";
import { type FillDatabase, openDatabase, type SandboxDatabase, SandboxMissing } from "./database.ts";
import { openSandboxProcess, type SandboxBounds, type SandboxProcess } from "./sandbox_process.ts";

export interface SandboxInstance {
  /** Tells it from the other instances. */
  number: number;
  /** Starts its Postgres where that does not run. Throws SandboxMissing where it cannot. */
  start(): Promise<void>;
  /** Makes a database there. Throws SandboxMissing, and SandboxLost where its Postgres ends meanwhile. */
  makeDatabase(fill: FillDatabase): Promise<SandboxDatabase>;
  /** Whether its Postgres runs or is being started. */
  isOpen(): boolean;
  /** Ends it with all its databases; the next one begins anew. */
  close(): void;
}

const IDLE_MS = 5 * MINUTE_MS;

/** `onDeath` is called where a statement ended its Postgres, or did not end without it. */
export function createInstance(
  number: number,
  { bounds, log, onDeath }: { bounds: SandboxBounds; log: Log; onDeath: () => void },
): SandboxInstance {
  let opening: Promise<SandboxProcess> | null = null;
  let isOpen = false;
  let databases = 0;
  let idle: Timer | undefined;

  async function open(): Promise<SandboxProcess> {
    const known = opening;
    const sandbox_process = await known?.catch(() => null);
    if (sandbox_process?.isOpen()) return sandbox_process;
    // Whoever waited beside this one may have begun another already.
    if (opening === known) opening = begin();
    try {
      return await (opening ?? begin());
    } catch (error) {
      throw new SandboxMissing("the sandbox for statements cannot be started", { cause: error });
    }
  }

  function begin(): Promise<SandboxProcess> {
    isOpen = true;
    const begun = openSandboxProcess({ ...bounds, log, onClose: () => end(begun) });
    begun.catch(() => end(begun));
    restAfterUse();
    return begun;
  }

  function end(one: Promise<SandboxProcess>): void {
    if (opening === one) isOpen = false;
  }

  async function makeDatabase(fill: FillDatabase): Promise<SandboxDatabase> {
    clearTimeout(idle);
    databases += 1;
    try {
      return await openDatabase(await open(), { fill, onDrop: left, onDeath });
    } catch (error) {
      left();
      throw error;
    }
  }

  function left(): void {
    databases -= 1;
    restAfterUse();
  }

  function restAfterUse(): void {
    clearTimeout(idle);
    if (databases > 0) return;
    idle = setTimeout(close, IDLE_MS);
    idle.unref();
  }

  function close(): void {
    clearTimeout(idle);
    isOpen = false;
    void opening?.then((sandbox_process) => sandbox_process.close()).catch(() => {});
    opening = null;
  }

  return { number, start: async () => void (await open()), makeDatabase, isOpen: () => isOpen, close };
}

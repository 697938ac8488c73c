// Databases to be read by statements that others wrote:
// each with a role that may read it alone, in Postgres apart from the service's.
import type { Log } from "../base/log.ts";
import { MINUTE_MS } from "../base/time.ts";
import type { SandboxDatabase } from "./database.ts";
import { createInstance, type SandboxInstance } from "./instance.ts";
import { createInstanceTurns, type InstanceRequest } from "./instance_turns.ts";

export { type SandboxDatabase, SandboxMissing } from "./database.ts";
export type { SandboxInstance } from "./instance.ts";
export { SandboxLost, type Statement, type StatementAnswer, StatementFault } from "./statement.ts";

const MIB = 1024 ** 2;

/** What the sandbox of one server process may use. */
const SANDBOX_BOUNDS = {
  /** Of one statement's process, everything counted: a third of it is Postgres itself. */
  memory_bytes: 384 * MIB,
  /** Of one statement, on disk. */
  temp_bytes: 128 * MIB,
  /** Instances for statements unless told: each runs one at a time, and a workspace has one at a time. */
  instances: 2,
  waiting_of_owner: 8,
  waiting_of_workspace: 24,
  waiting: 192,
} as const;

/** A statement that takes longer than this may take long: an instance that runs is had ready for others. */
const SPARE_MS = 200;
/** A workspace whose statement has ended a Postgres shares none with others for so long. */
const APART_MS = 30 * MINUTE_MS;
const APART_MAX = 1000;

export interface Sandbox {
  /**
   * Waits for a turn and an instance: one statement runs in each, one of each workspace, workspaces by turns and people by turns within
   * theirs. Throws 429 and 503 for too many that wait.
   */
  inTurn<T>(by: InstanceRequest, work: (instance: SandboxInstance) => Promise<T>): Promise<T>;
  /** Makes a database in the first instance, whoever has the turn there. */
  makeDatabase: SandboxInstance["makeDatabase"];
  /** How many statements have their turn, and how many wait for one. */
  running(): number;
  waiting(): number;
  /** Ends all instances with all their databases; the next one begins anew. */
  close(): void;
}

/**
 * Makes one that starts nothing until a database is asked for. Each instance is a Postgres of its own, so that a statement that has to be
 * ended with its Postgres ends nobody else's statement; those who had to be stay in the first instance from then on, and the others in the rest.
 */
export function createSandbox(log: Log, { instances: count }: { instances: number } = SANDBOX_BOUNDS): Sandbox {
  const { memory_bytes, temp_bytes, instances: _, ...waits } = SANDBOX_BOUNDS;
  const apart = new Map<number, number>();
  /** Where each workspace was last. */
  const last = new Map<number, number>();
  const turns = createInstanceTurns({ ...waits, instances: count, choose });
  const instances = Array.from({ length: count }, (_instance, number) =>
    createInstance(number, { bounds: { memory_bytes, temp_bytes }, log, onDeath: () => setApart(number) }),
  );

  function isApart(workspace: number): boolean {
    const since = apart.get(workspace);
    return since !== undefined && performance.now() - since < APART_MS;
  }

  function setApart(number: number): void {
    const workspace = turns.holderOf(number);
    if (workspace === null) return;
    log.warn({ workspace_id: workspace, instance: number }, "a statement was ended together with its sandbox");
    remember(apart, workspace, performance.now());
  }

  function choose(workspace: number, free: readonly number[]): readonly number[] {
    if (count === 1) return free;
    const isFirst = (number: number) => number === 0;
    if (isApart(workspace)) return free.filter(isFirst);
    const cost = (number: number) =>
      (isFirst(number) && [...apart.keys()].some(isApart) ? 4 : 0) +
      (last.get(workspace) === number ? 0 : 1) +
      (instances[number]?.isOpen() ? 0 : 2);
    return [...free].sort((a, b) => cost(a) - cost(b));
  }

  /** The next one is not to wait until a Postgres has been made. */
  function keepSpare(): void {
    const free = turns.free().flatMap((number) => instances[number] ?? []);
    const shared = count === 1 ? [] : free.filter(({ number }) => number !== 0 || apart.size === 0);
    if (shared.some((instance) => instance.isOpen())) return;
    shared[0]
      ?.start()
      .catch((error: unknown) => log.debug({ err: error }, "no instance could be had ready for statements"));
  }

  return {
    inTurn: async (by, work) => {
      const turn = await turns.take(by);
      const instance = instances[turn.instance];
      const spare = setTimeout(keepSpare, SPARE_MS);
      try {
        if (!instance) throw new Error(`a sandbox has no instance ${turn.instance}`);
        remember(last, by.workspace, turn.instance);
        return await work(instance);
      } finally {
        clearTimeout(spare);
        turn.release();
      }
    },
    makeDatabase: async (fill): Promise<SandboxDatabase> => {
      const [first] = instances;
      if (!first) throw new Error("a sandbox has no instance");
      return first.makeDatabase(fill);
    },
    running: turns.running,
    waiting: turns.waiting,
    close: () => {
      for (const instance of instances) instance.close();
    },
  };
}

/** Forgets whom it has known longest where there are too many. */
function remember(map: Map<number, number>, workspace: number, value: number): void {
  map.delete(workspace);
  map.set(workspace, value);
  const [oldest] = map.keys();
  if (map.size > APART_MAX && oldest !== undefined) map.delete(oldest);
}

const shared = new Map<number, Sandbox>();

/** That of this process with so many instances, which every server in it shares. */
export function sharedSandbox(log: Log, instances: number): Sandbox {
  const known = shared.get(instances) ?? createSandbox(log, { instances });
  shared.set(instances, known);
  return known;
}

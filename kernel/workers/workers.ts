// Work that takes more than a few milliseconds runs in workers,
// each account's in its turn and each task within a budget.
import { AsyncLocalStorage } from "node:async_hooks";
import { availableParallelism } from "node:os";
import { type Refusal, refuse } from "../base/refusal.ts";
import { BUDGET, type Budget, budgetOf, describeOverrun, type Overrun, type Spending, shareOf } from "./budget.ts";
import { createPool, type Pool, type PoolOptions } from "./pool.ts";
import { startProcess, startThread } from "./runner.ts";
import { createTurns, type Lane, type Turn, type TurnBounds, type Turns } from "./turns.ts";

export type { Budget } from "./budget.ts";

/** What a worker module exports under the name `tasks`: pure functions of one structured-cloneable argument. */
export type WorkerTasks = Record<string, (input: never) => unknown>;

type TaskInput<Task> = Task extends (input: infer Input) => unknown ? Input : never;
type TaskOutput<Task> = Task extends (input: never) => infer Output ? Awaited<Output> : never;

/** On whose behalf something is done, and how soon. */
export interface WorkOptions {
  /** Such as `user:7`: nobody's tasks keep those of others waiting, however slow and many they are. */
  owner?: string | undefined;
  /** `publish` goes before `read`; without an owner `background` is meant, which goes last. */
  lane?: Lane | undefined;
  /** Bytes of text that are read, from which the budget follows. */
  bytes?: number | undefined;
  /** Once aborted, what still waits is given up; what runs goes on. */
  signal?: AbortSignal | undefined;
}

export interface TaskOptions extends WorkOptions {
  /** In place of the one that follows from `bytes`. */
  budget?: Partial<Budget> | undefined;
  /** What is said when the budget is used up: "<doing> takes more than ...; <instead>". */
  words?: { doing: string; instead: string };
  /** In place of those words. */
  overdue?: () => Refusal;
  /** The task leaves a large heap behind: a thread, whose memory nobody can see, is not kept. */
  heavy?: boolean;
  /** Buffers inside the input that a thread is given instead of a copy. */
  transfer?: ArrayBuffer[];
}

/**
 * Calls one task of one module: `await run("markdownPage", { source })`. An input that has to be read first is given as a
 * function, which is called when the turn has come: what waits holds nothing.
 */
export type TaskRunner<Tasks extends WorkerTasks> = <Name extends keyof Tasks & string>(
  name: Name,
  input: TaskInput<Tasks[Name]> | (() => Promise<TaskInput<Tasks[Name]>>),
  options?: TaskOptions,
) => Promise<TaskOutput<Tasks[Name]>>;

/** A task that is run for nobody, so that its like is quick from the first one on. */
export interface WarmUp {
  module: URL;
  task: string;
  input: unknown;
}

export interface Workers {
  /**
   * Binds the tasks of a module, typed by `import type { tasks } from "./render_worker.ts"`. Workers load a module when its
   * first task comes. A call throws what the task threw (refusals stay refusals), `invalid` (400) when its budget is used up,
   * `limited` (429) when the owner has too many waiting, `unavailable` (503) when everybody has, an `Error` when the worker died.
   */
  module<Tasks extends WorkerTasks>(module: URL): TaskRunner<Tasks>;
  /** Holds one turn for everything that `work` awaits: its tasks, and what it reads for them. Throws 429 and 503 as a task does. */
  inTurn<Result>(options: WorkOptions, work: () => Promise<Result>): Promise<Result>;
  /**
   * Has so many workers stand ready at all times, which run these one by one while they have nothing else to do; so does what comes in the
   * place of one that was ended. It answers at once.
   */
  keepWarm(runners: number, tasks: readonly WarmUp[]): void;
  /** Workers alive now. */
  runners(): number;
  /** Ends every worker; what waits or runs is refused as unavailable. */
  close(): Promise<void>;
}

export type WorkersOptions = Partial<TurnBounds> & Pick<PoolOptions, "start"> & Partial<PoolOptions>;

const MIB = 1024 * 1024;
/** Tasks that read more than this may come to need memory worth counting. */
const LARGE_BYTES = 64 * 1024;
const DEFAULTS = {
  size: 2,
  idle_ms: 10_000,
  patience: 5,
  running_of_owner_max: 2,
  waiting_of_owner_max: { publish: 64, read: 64, background: 1000, large: 8 },
  waiting_max: 1000,
  memory_bytes_max: 704 * MIB,
  large_running_max: Number.POSITIVE_INFINITY,
};

/** Makes a pool that starts no worker until the first task comes. */
export function createWorkers(given: WorkersOptions): Workers {
  const wanted = { ...DEFAULTS, ...given };
  const runners_max = wanted.runners_max ?? wanted.size + 1;
  const pool = createPool({ ...wanted, runners_max });
  const turns = createTurns({ ...wanted, running_max: given.running_max ?? runners_max });
  return {
    module<Tasks extends WorkerTasks>(module: URL): TaskRunner<Tasks> {
      return (task, input, options = {}) =>
        inTurn(turns, options, () => runTask(pool, { module: module.href, task, input, options }));
    },
    inTurn: (options, work) => inTurn(turns, options, work),
    keepWarm: (runners, tasks) =>
      pool.keepWarm(
        runners,
        tasks.map(({ module, task, input }) => ({ module: module.href, task, input })),
      ),
    runners: pool.runners,
    close: async () => {
      turns.close();
      await pool.close();
    },
  };
}

/** What the code under way may use without waiting: the turns that it holds, or everything. */
interface TurnScope {
  turns: Turns | null;
  turn: Turn | null;
  isOver: boolean;
  /** What its tasks hold of the machine's memory, some of them until after their answer. */
  freed: Promise<void>[];
}

const turnScope = new AsyncLocalStorage<TurnScope>();

/**
 * Runs `work` without waiting for turns. For work inside a transaction: whoever has a turn may be waiting for what the
 * transaction has locked, or for its connection.
 */
export function withoutTurns<Result>(work: () => Promise<Result>): Promise<Result> {
  return turnScope.run({ turns: null, turn: null, isOver: false, freed: [] }, work);
}

async function inTurn<Result>(turns: Turns, options: WorkOptions, work: () => Promise<Result>): Promise<Result> {
  const current = turnScope.getStore();
  if (current && !current.isOver && (current.turns === null || current.turns === turns)) return work();
  const { owner, bytes = 0, signal } = options;
  const lane = options.lane ?? (owner === undefined ? "background" : "read");
  const memory_bytes = bytes > LARGE_BYTES ? budgetOf(bytes).memory_bytes : 0;
  const turn = await turns.take({ owner, lane, memory_bytes, signal });
  const mine: TurnScope = { turns, turn, isOver: false, freed: [] };
  try {
    return await turnScope.run(mine, work);
  } finally {
    mine.isOver = true;
    // Whoever asked has the answer by then; the next one finds the memory that it may need.
    void Promise.all(mine.freed).then(turn.release);
  }
}

const spendings = new AsyncLocalStorage<Spending & { isOver: boolean }>();

/** Runs one request: its tasks share a budget, whose fixed part is given once. What goes on behind the request has budgets of its own. */
export async function withOneBudget<Result>(request: () => Promise<Result>): Promise<Result> {
  const mine = { bytes: 0, cpu_ms: 0, isOver: false };
  try {
    return await spendings.run(mine, request);
  } finally {
    mine.isOver = true;
  }
}

function spendingNow(): Spending {
  const current = spendings.getStore();
  return current && !current.isOver ? current : { bytes: 0, cpu_ms: 0 };
}

interface Task {
  module: string;
  task: string;
  input: unknown;
  options: TaskOptions;
}

// The type of a result is known where `module` was called, hence `never`.
async function runTask(pool: Pool, { module, task, input: given, options }: Task): Promise<never> {
  const input: unknown = typeof given === "function" ? await given() : given;
  const bytes = options.bytes ?? 0;
  const words = options.words ?? { doing: `"${task}"`, instead: "send less at once" };
  const { promise, resolve, reject } = Promise.withResolvers<never>();
  const freed = Promise.withResolvers<void>();
  const scope = turnScope.getStore();
  scope?.freed.push(freed.promise);
  const spending = spendingNow();
  spending.bytes += bytes;
  const own = budgetOf(bytes);
  const budget = { ...own, cpu_ms: shareOf(own.cpu_ms, spending), ...options.budget };
  const isRest = !options.budget?.cpu_ms && budget.cpu_ms < own.cpu_ms;
  pool.run({
    request: { module, task, input },
    budget,
    overdue: options.overdue ?? ((overrun) => refuseOverrun(overrun, { bytes, isRest, ...words })),
    heavy: options.heavy ?? false,
    transfer: options.transfer ?? [],
    resolve,
    reject,
    used: (cpu_ms) => {
      spending.cpu_ms += cpu_ms;
    },
    steppedBack: () => scope?.turn?.stepBack(),
    freed: freed.resolve,
  });
  return promise;
}

function refuseOverrun(
  overrun: Overrun,
  { bytes, isRest, doing, instead }: { bytes: number; isRest: boolean; doing: string; instead: string },
): Refusal {
  const size = bytes < MIB ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
  const most = isRest && overrun.over === "time" ? "what the request had left" : "the most";
  return refuse.invalid(`${doing} takes ${describeOverrun(overrun)}, ${most} for ${size} of text; ${instead}`);
}

const shared: { processes: Workers | null; threads: Workers | null } = { processes: null, threads: null };

/** The worker processes of this server, which every feature shares. */
export function sharedWorkers(): Workers {
  shared.processes ??= createWorkers({ start: startProcess, ...processBounds() });
  return shared.processes;
}

/** The worker threads of this process, for tasks over memory that they share with it and that bound time and memory themselves. */
export function sharedThreads(): Workers {
  shared.threads ??= createWorkers({ start: startThread, ...threadBounds() });
  return shared.threads;
}

function processBounds() {
  const cores = availableParallelism();
  const size = Math.min(8, Math.max(2, cores - 1));
  const running_of_owner_max = Math.max(2, Math.floor(cores / 2));
  return {
    size,
    runners_max: size + 3,
    running_of_owner_max,
    waiting_of_owner_max: DEFAULTS.waiting_of_owner_max,
    // One processor is left to small texts, and to whatever answers requests.
    large_running_max: Math.max(1, cores - 1),
    // Their processor time is measured, and on a busy machine whoever steps back has a tenth of a core.
    patience: 20,
  };
}

function threadBounds() {
  const size = Math.min(8, Math.max(2, availableParallelism() - 1));
  return {
    size,
    runners_max: size + 1,
    running_max: size + 2,
    running_of_owner_max: DEFAULTS.running_of_owner_max,
    // A search may take seconds, and whoever is far behind waits long for nothing.
    waiting_of_owner_max: { publish: 64, read: 16, background: 1000, large: 16 },
    patience: 1,
  };
}

/**
 * What the heavy work of one account may take of this server: how many of its tasks run and wait at once, in the processes that
 * render and compare and in the threads that search, and what one task may use. More waiting is refused with 429, more use with 400.
 */
export function workBounds(): Record<string, number> {
  const bounds: Record<string, number> = {};
  for (const [name, of] of Object.entries({ rendering: processBounds(), searching: threadBounds() })) {
    bounds[`${name}_running`] = of.running_of_owner_max;
    bounds[`${name}_waiting`] = of.waiting_of_owner_max.read;
    bounds[`${name}_large_waiting`] = of.waiting_of_owner_max.large;
    bounds[`${name}_publishing_waiting`] = of.waiting_of_owner_max.publish;
  }
  return { ...bounds, ...BUDGET };
}

/** Ends the workers of this process, at shutdown; a later `sharedWorkers()` starts anew. */
export async function closeSharedWorkers(): Promise<void> {
  const open = [shared.processes, shared.threads];
  shared.processes = null;
  shared.threads = null;
  await Promise.all(open.map((workers) => workers?.close()));
}

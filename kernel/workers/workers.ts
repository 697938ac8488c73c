// Work that takes more than a few milliseconds runs on these threads, so that no request stalls the loop for others.
import { availableParallelism } from "node:os";
import { Refusal, refuse } from "../refusal.ts";
import type { Moved, WorkerReply, WorkerRequest } from "./worker_protocol.ts";

export { moveBuffers } from "./worker_protocol.ts";

/** What a worker module exports under the name `tasks`: pure functions of one structured-cloneable argument. */
export type WorkerTasks = Record<string, (input: never) => unknown>;

type TaskInput<Task> = Task extends (input: infer Input) => unknown ? Input : never;
type TaskOutput<Task> = Task extends (input: never) => infer Output ? Unmoved<Awaited<Output>> : never;
type Unmoved<Output> = Output extends Moved<infer Value> ? Value : Output;

export interface TaskOptions {
  /** Counted from the moment a thread begins; queueing and loading the module are not part of it. */
  timeout_ms?: number;
  /** What to refuse with when the time is over; by default 503. */
  overdue?: () => Refusal;
  /** The task leaves a large heap behind: its thread is ended once it has been idle for a while, which gives the memory back. */
  heavy?: boolean;
  /** Buffers inside the input that are given away instead of copied. */
  transfer?: ArrayBuffer[];
  /** On whose behalf, such as `user:7`: nobody's tasks keep those of others waiting, however slow and many they are. */
  owner?: string;
  /** Once aborted, a task that still waits is given up; one that runs goes on. */
  signal?: AbortSignal;
}

/** Calls one task of one module: `await run("markdownPage", { source })`. */
export type TaskRunner<Tasks extends WorkerTasks> = <Name extends keyof Tasks & string>(
  name: Name,
  input: TaskInput<Tasks[Name]>,
  options?: TaskOptions,
) => Promise<TaskOutput<Tasks[Name]>>;

export interface Workers {
  /**
   * Binds the tasks of a module, typed by `import type { tasks } from "./render_worker.ts"`. Threads load a module when its
   * first task comes. A call throws what the task threw (refusals stay refusals), `unavailable` (503) when the queue is full
   * or the time is over, and an `Error` when the thread died.
   */
  module<Tasks extends WorkerTasks>(module: URL): TaskRunner<Tasks>;
  /** Threads alive now. */
  threads(): number;
  /** Ends every thread; what waits or runs is refused as unavailable. */
  close(): Promise<void>;
}

export interface WorkersOptions {
  /** Most threads at once for one owner; they start one by one when there is work, and one more when another owner waits. */
  size: number;
  /** Most tasks that may wait; more are refused at once. */
  queue_max?: number;
  /** How long a thread stays after a heavy task before it is ended; 10 seconds by default. */
  idle_ms?: number;
}

const IDLE_MS = 10_000;
const TIMEOUT_MS = 30_000;
const LOAD_TIMEOUT_MS = 60_000;
const QUEUE_MAX = 1000;
/** Threads beyond what one owner may have, so that there is one left for somebody else. */
const SPARE_THREADS = 1;

interface Job {
  request: WorkerRequest;
  owner: string | undefined;
  timeout_ms: number;
  overdue: () => Refusal;
  heavy: boolean;
  transfer: ArrayBuffer[];
  // The type of a result is known where `module` was called and nowhere in here, hence `never`.
  resolve: (value: never) => void;
  reject: (reason: Error) => void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  /** Ends a task that takes too long or, after a heavy one, an idle thread. */
  timer: Timer | null;
  heavy: boolean;
  loaded: Set<string>;
}

interface Pool {
  size: number;
  queue_max: number;
  idle_ms: number;
  queue: Job[];
  threads: Set<Thread>;
  closed: boolean;
}

/** Makes a pool of threads that starts none until the first task comes. Any thread runs the tasks of any module. */
export function createWorkers(options: WorkersOptions): Workers {
  const pool: Pool = {
    size: Math.max(1, options.size),
    queue_max: options.queue_max ?? QUEUE_MAX,
    idle_ms: options.idle_ms ?? IDLE_MS,
    queue: [],
    threads: new Set(),
    closed: false,
  };
  return {
    module<Tasks extends WorkerTasks>(module: URL): TaskRunner<Tasks> {
      return (task, input, { timeout_ms = TIMEOUT_MS, overdue, heavy = false, transfer = [], owner, signal } = {}) =>
        new Promise((resolve, reject) => {
          const job: Job = {
            request: { module: module.href, task, input },
            owner,
            timeout_ms,
            overdue: overdue ?? (() => refuseOverdue(task, timeout_ms)),
            heavy,
            transfer,
            resolve,
            reject,
          };
          signal?.addEventListener("abort", () => withdraw(pool, job), { once: true });
          if (signal?.aborted) reject(refuseWithdrawn());
          else enqueue(pool, job);
        });
    },
    threads: () => pool.threads.size,
    close: () => closePool(pool),
  };
}

let shared: Workers | null = null;

/** The pool of this process. Threads are a property of the machine, so every feature draws on the same few. */
export function sharedWorkers(): Workers {
  shared ??= createWorkers({ size: Math.min(8, Math.max(2, availableParallelism() - 1)) });
  return shared;
}

/** Ends the threads of this process, at shutdown; a later `sharedWorkers()` starts anew. */
export async function closeSharedWorkers(): Promise<void> {
  const open = shared;
  shared = null;
  await open?.close();
}

function refuseOverdue(task: string, timeoutMs: number): Refusal {
  return refuse.unavailable(`"${task}" did not end within ${timeoutMs / 1000} seconds: try again with less to do`);
}

function refuseClosed(): Refusal {
  return refuse.unavailable("the server is shutting down: try again in a moment");
}

function enqueue(pool: Pool, job: Job): void {
  if (pool.closed) job.reject(refuseClosed());
  else if (pool.queue.length >= pool.queue_max) {
    job.reject(refuse.unavailable(`${pool.queue.length} tasks wait already: try again in a moment`));
  } else if (job.owner !== undefined && countWaiting(pool, job.owner) >= pool.queue_max / 2) {
    job.reject(refuse.unavailable(`${pool.queue_max / 2} tasks of yours wait already: try again when some are done`));
  } else {
    pool.queue.push(job);
    dispatch(pool);
  }
}

function refuseWithdrawn(): Refusal {
  return refuse.unavailable("whoever asked for this has gone; ask again");
}

function withdraw(pool: Pool, job: Job): void {
  const place = pool.queue.indexOf(job);
  if (place < 0) return;
  pool.queue.splice(place, 1);
  job.reject(refuseWithdrawn());
}

function countWaiting(pool: Pool, owner: string): number {
  return pool.queue.filter((job) => job.owner === owner).length;
}

/** The first in the queue goes first, but for owners who have their share of the threads already. */
function dispatch(pool: Pool): void {
  for (;;) {
    const next = pool.queue.findIndex((job) => mayRun(pool, job));
    if (next < 0) return;
    const thread = findIdle(pool) ?? (pool.threads.size < pool.size + SPARE_THREADS ? startThread(pool) : null);
    if (!thread) return;
    for (const job of pool.queue.splice(next, 1)) assign(pool, { thread, job });
  }
}

/** Tasks without an owner are one owner's together. */
function mayRun(pool: Pool, { owner }: Job): boolean {
  const running = [...pool.threads].filter((thread) => thread.job && thread.job.owner === owner);
  return running.length < pool.size;
}

function findIdle(pool: Pool): Thread | null {
  for (const thread of pool.threads) if (!thread.job) return thread;
  return null;
}

function startThread(pool: Pool): Thread {
  // An idle thread must not keep a finished process alive; while a task runs, its timer does.
  const worker = new Worker(new URL("./worker_entry.ts", import.meta.url).href, { ref: false });
  const thread: Thread = { worker, job: null, timer: null, heavy: false, loaded: new Set() };
  pool.threads.add(thread);
  worker.addEventListener("message", (event: MessageEvent<WorkerReply<never>>) => {
    receive(pool, { thread, reply: event.data });
  });
  worker.addEventListener("error", (event) => retire(pool, { thread, cause: event.message }));
  worker.addEventListener("close", () => retire(pool, { thread, cause: "it stopped" }));
  return thread;
}

function assign(pool: Pool, { thread, job }: { thread: Thread; job: Job }): void {
  try {
    thread.worker.postMessage(job.request, job.transfer);
  } catch (error) {
    // An input that cannot be cloned is the caller's bug and leaves the thread idle.
    job.reject(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  thread.job = job;
  thread.heavy ||= job.heavy;
  watch(pool, { thread, ms: thread.loaded.has(job.request.module) ? job.timeout_ms : LOAD_TIMEOUT_MS });
}

function watch(pool: Pool, { thread, ms }: { thread: Thread; ms: number }): void {
  if (thread.timer) clearTimeout(thread.timer);
  thread.timer = setTimeout(() => {
    const job = thread.job;
    // Only the end of the thread stops a loop that never yields; a fresh one takes its place when there is work.
    drop(pool, thread);
    job?.reject(job.overdue());
    dispatch(pool);
  }, ms);
}

function receive(pool: Pool, { thread, reply }: { thread: Thread; reply: WorkerReply<never> }): void {
  const job = thread.job;
  if (!job) return;
  if (reply.state === "loaded") {
    thread.loaded.add(job.request.module);
    watch(pool, { thread, ms: job.timeout_ms });
    return;
  }
  settle(thread);
  if (reply.state === "done") job.resolve(reply.value);
  else if (reply.state === "refused") {
    job.reject(new Refusal(reply.kind, reply.message, reply.detail, reply.voice, reply.fields));
  } else job.reject(restoreError(reply));
  dispatch(pool);
  if ((thread.heavy || pool.threads.size > pool.size) && !thread.job) shrink(pool, thread);
}

/** A thread's heap does not shrink by itself; a new thread starts with a small one. */
function shrink(pool: Pool, thread: Thread): void {
  thread.timer = setTimeout(() => drop(pool, thread), pool.idle_ms);
  thread.timer.unref();
}

function restoreError({ name, message, stack }: { name: string; message: string; stack: string | undefined }): Error {
  const error = new Error(message);
  error.name = name;
  if (stack) error.stack = stack;
  return error;
}

function settle(thread: Thread): void {
  if (thread.timer) clearTimeout(thread.timer);
  thread.timer = null;
  thread.job = null;
}

function drop(pool: Pool, thread: Thread): void {
  pool.threads.delete(thread);
  settle(thread);
  thread.worker.terminate();
}

function retire(pool: Pool, { thread, cause }: { thread: Thread; cause: string }): void {
  if (!pool.threads.has(thread)) return;
  const job = thread.job;
  drop(pool, thread);
  job?.reject(new Error(`the thread of task "${job.request.task}" died: ${cause}`));
  dispatch(pool);
}

async function closePool(pool: Pool): Promise<void> {
  pool.closed = true;
  const waiting = pool.queue.splice(0);
  const threads = [...pool.threads];
  const running = threads.flatMap((thread) => (thread.job ? [thread.job] : []));
  const ended = threads.map((thread) => new Promise((done) => thread.worker.addEventListener("close", done)));
  for (const thread of threads) drop(pool, thread);
  for (const job of [...running, ...waiting]) job.reject(refuseClosed());
  await Promise.all(ended);
}

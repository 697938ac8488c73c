// Runs tasks on a few runners, watches what each one uses, and ends the runner of a task that goes over its budget.
import type { Overrun } from "./budget.ts";
import { errorOf, type PoolJob, refuseJob } from "./pool_job.ts";
import { hasRunLong, type PoolMember, settle } from "./pool_member.ts";
import type { StartRunner } from "./runner.ts";
import type { Usage } from "./usage.ts";
import type { WorkerReply, WorkerRequest } from "./worker_protocol.ts";

export interface PoolOptions {
  start: StartRunner;
  /** Runners that stay when there is nothing to do. */
  size: number;
  runners_max: number;
  /** How long a runner beyond `size` stays without work. */
  idle_ms: number;
  /** How much longer than its processor time a task may take, since others are at work on the machine as well. */
  patience: number;
}

export interface Pool {
  run(job: PoolJob): void;
  /**
   * Has so many runners stand ready at all times, each of which has run these while it was idle: a task is quicker where its like has run
   * before. What somebody waits for goes first, between any two of them.
   */
  keepWarm(runners: number, requests: readonly WorkerRequest[]): void;
  /** Alive now. */
  runners(): number;
  /** Ends every runner; what waits or runs is refused as unavailable. */
  close(): Promise<void>;
}

const LOAD_TIMEOUT_MS = 60_000;
/** So often that no task grows far beyond its budget in between: some grow by a gibibyte a second. */
const LOOK_EVERY_MS = 25;
/** A task that has taken so much processor time lets those of others go first: most are done by then. */
const STEP_BACK_AFTER_CPU_MS = 1000;
/** A runner that has grown beyond this is not kept: its memory would not shrink by itself. */
const KEPT_MEMORY_BYTES = 192 * 1024 * 1024;

/** Starts no runner before the first task. Any runner runs the tasks of any module, one at a time. */
export function createPool(options: PoolOptions): Pool {
  const ready: PoolJob[] = [];
  const members = new Set<PoolMember>();
  const modules = new Set<string>();
  const warming: { runners: number; requests: readonly WorkerRequest[] } = { runners: 0, requests: [] };
  let looking: Timer | null = null;
  let closed = false;

  function dispatch(): void {
    while (ready[0]) {
      const { isTriedAgain, request } = ready[0];
      const idle = isTriedAgain ? null : findIdle(request.module);
      const most = isTriedAgain ? options.runners_max : options.size;
      const member = idle ?? (isSoonServed() || members.size >= most ? null : startMember());
      if (!member) break;
      const [job] = ready.splice(0, 1);
      if (job) assign(member, job);
    }
    if (!closed) warm();
  }

  /** One that is warm or warmer than the others; one that runs to become so takes what waits once it has run one more. */
  function findIdle(module: string): PoolMember | null {
    const idle = [...members].filter((member) => !member.job && !member.isWarming);
    const loaded = idle.filter((member) => member.loaded.has(module));
    return (loaded.length > 0 ? loaded : idle).sort((one, other) => one.cold.length - other.cold.length)[0] ?? null;
  }

  function isSoonServed(): boolean {
    return !ready[0]?.isTriedAgain && ready.length <= [...members].filter((member) => member.isWarming).length;
  }

  function warm(): void {
    while (members.size < Math.min(warming.runners, options.runners_max)) startMember();
    for (const member of members) {
      const [request] = member.cold;
      if (!request || member.job || member.isWarming) continue;
      member.cold.shift();
      member.isWarming = true;
      modules.add(request.module);
      endAfter(member, LOAD_TIMEOUT_MS);
      member.runner.send(request);
    }
  }

  /** What ends a runner would end each that is made in its place. */
  function giveUpWarming({ isWarming }: PoolMember): void {
    if (isWarming) warming.runners = 0;
  }

  function endWarming(member: PoolMember): void {
    settle(member);
    dispatch();
    endSurplus();
  }

  function startMember(): PoolMember {
    const runner = options.start({
      reply: (reply) => void receive(member, reply),
      ended: (cause) => retire(member, cause),
    });
    const ended = Promise.withResolvers<void>();
    const member: PoolMember = {
      runner,
      job: null,
      began: null,
      used_ms: null,
      timer: null,
      steppedBack: false,
      isUsed: false,
      loaded: new Set(),
      cold: [...warming.requests],
      isWarming: false,
      ended,
    };
    members.add(member);
    return member;
  }

  function assign(member: PoolMember, job: PoolJob): void {
    try {
      member.runner.send(job.request, job.transfer);
    } catch (error) {
      // An input that cannot be cloned is the caller's bug and leaves the runner idle.
      job.reject(error instanceof Error ? error : new Error(String(error)));
      job.freed();
      return;
    }
    modules.add(job.request.module);
    member.job = job;
    looking ??= setInterval(() => void look(), LOOK_EVERY_MS);
    if (member.loaded.has(job.request.module)) begin(member, job);
    else endAfter(member, LOAD_TIMEOUT_MS);
  }

  function begin(member: PoolMember, job: PoolJob): void {
    const began = { at: performance.now(), cpu_ms: null as number | null };
    member.began = began;
    void member.runner.readUsage().then((usage) => {
      began.cpu_ms ??= usage?.cpu_ms ?? null;
    });
    // What bounded the loading of its module would end whatever runs a minute later.
    if (member.timer) clearTimeout(member.timer);
    awaitProgress(member, { job, ms: job.budget.cpu_ms * options.patience, before_ms: 0 });
  }

  /** The clock ends what makes no progress, or whose processor time nobody can tell: on a busy machine a text takes no more work. */
  function awaitProgress(
    member: PoolMember,
    { job, ms, before_ms }: { job: PoolJob; ms: number; before_ms: number },
  ): void {
    member.timer = setTimeout(async () => {
      const usage = await member.runner.readUsage();
      if (member.job !== job) return;
      const used_ms = usage && member.began?.cpu_ms != null ? usage.cpu_ms - member.began.cpu_ms : 0;
      if (used_ms > before_ms) awaitProgress(member, { job, ms, before_ms: used_ms });
      else overrun(member, "time");
    }, ms);
  }

  function endAfter(member: PoolMember, ms: number): void {
    if (member.timer) clearTimeout(member.timer);
    member.timer = setTimeout(() => overrun(member, "time"), ms);
  }

  async function look(): Promise<void> {
    const busy = [...members].filter((member) => member.job);
    if (busy.length === 0 && looking) {
      clearInterval(looking);
      looking = null;
    }
    const isFull = busy.length === members.size && members.size < options.runners_max;
    if (isFull && busy.every((member) => hasRunLong(member, options))) prepareSpare();
    for (const member of busy) await judge(member);
  }

  async function judge(member: PoolMember): Promise<void> {
    const { job, began } = member;
    const usage = await member.runner.readUsage();
    if (!usage || !job || member.job !== job) return;
    const used_ms = began?.cpu_ms != null ? usage.cpu_ms - began.cpu_ms : 0;
    member.used_ms = used_ms;
    if (usage.memory_bytes > job.budget.memory_bytes) overrun(member, "memory");
    else if (used_ms > job.budget.cpu_ms) overrun(member, "time");
    else if (used_ms > STEP_BACK_AFTER_CPU_MS && !member.steppedBack) stepBack(member);
  }

  function stepBack(member: PoolMember): void {
    member.steppedBack = true;
    member.runner.stepBack();
    member.job?.steppedBack();
  }

  function prepareSpare(): void {
    const { runner } = startMember();
    for (const module of modules) runner.send({ module, task: null, input: null });
    dispatch();
  }

  /** Only the end of the runner stops a loop that never yields; a fresh one takes its place when there is work. */
  function overrun(member: PoolMember, over: Overrun["over"]): void {
    const { job, isUsed } = member;
    giveUpWarming(member);
    drop(member);
    if (job && over === "memory" && isUsed && !job.isTriedAgain) {
      // What a text may take hangs on the text alone, not on whose were read before it.
      job.isTriedAgain = true;
      ready.unshift(job);
    } else if (job) {
      job.reject(job.overdue({ over, budget: job.budget }));
      freeWhenGone(member, job);
    }
    dispatch();
    endSurplus();
  }

  function freeWhenGone({ ended }: PoolMember, job: PoolJob): void {
    void ended.promise.then(job.freed);
  }

  async function receive(member: PoolMember, reply: WorkerReply<never>): Promise<void> {
    const { job } = member;
    if (reply.state === "loaded") {
      member.loaded.add(reply.module);
      if (job?.request.module === reply.module && !member.began) begin(member, job);
      return;
    }
    if (member.isWarming) return endWarming(member);
    if (!job) return;
    const reading = readUsed(member, job);
    if (reply.state === "done") job.resolve(reply.value);
    else job.reject(errorOf(reply));
    if (member.timer) clearTimeout(member.timer);
    const usage = await reading;
    if (!members.has(member)) return freeWhenGone(member, job);
    settle(member);
    if (member.steppedBack || (usage ? usage.memory_bytes > KEPT_MEMORY_BYTES : job.heavy)) {
      drop(member);
      freeWhenGone(member, job);
    } else job.freed();
    dispatch();
    endSurplus();
  }

  async function readUsed({ runner, began }: PoolMember, job: PoolJob): Promise<Usage | null> {
    const usage = await runner.readUsage();
    if (usage && began?.cpu_ms != null) job.used(usage.cpu_ms - began.cpu_ms);
    return usage;
  }

  function endSurplus(): void {
    const surplus = [...members]
      .filter(({ job, timer }) => !job && !timer)
      .slice(0, Math.max(0, members.size - options.size));
    for (const member of surplus) endWhenIdle(member);
  }

  /** While others are at work, one is kept for whoever comes next. */
  function endWhenIdle(member: PoolMember): void {
    member.timer = setTimeout(() => {
      const idle = [...members].filter(({ job }) => !job);
      if (idle.length === 1 && members.size > 1) endWhenIdle(member);
      else drop(member);
    }, options.idle_ms);
    member.timer.unref();
  }

  function drop(member: PoolMember): void {
    members.delete(member);
    settle(member);
    member.runner.end();
  }

  function retire(member: PoolMember, cause: string): void {
    member.ended.resolve();
    if (!members.has(member)) return;
    const { job } = member;
    giveUpWarming(member);
    drop(member);
    job?.reject(new Error(`the worker of task "${job.request.task}" died: ${cause}`));
    job?.freed();
    dispatch();
  }

  return {
    run: (job) => {
      if (closed) return refuseJob(job);
      ready.push(job);
      dispatch();
    },
    keepWarm: (runners, requests) => {
      Object.assign(warming, { runners, requests });
      for (const member of members) member.cold = [...requests];
      dispatch();
    },
    runners: () => members.size,
    close: async () => {
      closed = true;
      const open = [...members];
      const jobs = [...ready.splice(0), ...open.flatMap(({ job }) => job ?? [])];
      if (looking) clearInterval(looking);
      for (const member of open) drop(member);
      for (const job of jobs) refuseJob(job);
      await Promise.all(open.map(({ ended }) => ended.promise));
    },
  };
}

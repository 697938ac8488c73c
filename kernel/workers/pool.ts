// Runs tasks on a few runners, watches what each one uses, and ends the runner of a task that goes over its budget.
import { Refusal } from "../base/refusal.ts";
import type { Budget, Overrun } from "./budget.ts";
import type { Runner, StartRunner } from "./runner.ts";
import { refuseClosed } from "./turns.ts";
import type { Usage } from "./usage.ts";
import type { WorkerReply, WorkerRequest } from "./worker_protocol.ts";

export interface Job {
  request: WorkerRequest;
  budget: Budget;
  overdue: (overrun: Overrun) => Error;
  /** Its runner is not kept where nobody can tell how much memory it has. */
  heavy: boolean;
  transfer: ArrayBuffer[];
  /** It went over its memory where others had worked before it, and is tried once more where nobody has. */
  isTriedAgain?: boolean;
  // The type of a result is known where `module` was called and nowhere in here, hence `never`.
  resolve: (value: never) => void;
  reject: (reason: Error) => void;
  /** Told how much processor time it took, where that can be known. */
  used: (cpu_ms: number) => void;
  /** Called once the runner is as small as before, or gone: later than the answer, which does not wait for a dying runner. */
  freed: () => void;
}

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
  run(job: Job): void;
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

interface Member {
  runner: Runner;
  job: Job | null;
  /** When the task began, and how much processor time the runner had used by then; null while its module is loaded. */
  began: { at: number; cpu_ms: number | null } | null;
  /** Ends a task that takes too long or, after it, a runner that is one too many. */
  timer: Timer | null;
  /** Its task has run for so long that the others go first. */
  steppedBack: boolean;
  /** Some task has ended in it, whose memory may still be there. */
  isUsed: boolean;
  loaded: Set<string>;
  /** What it is still to run to be warm, and whether it runs one of these now. */
  cold: WorkerRequest[];
  isWarming: boolean;
  ended: PromiseWithResolvers<void>;
}

const LOAD_TIMEOUT_MS = 60_000;
/** So often that no task grows far beyond its budget in between: some grow by a gibibyte a second. */
const LOOK_EVERY_MS = 25;
/** When a task has run for so long on the last free runner, another one is made ready for whoever comes next. */
const SPARE_AFTER_MS = 150;
/** A task that has taken so much processor time lets those of others go first: most are done by then. */
const STEP_BACK_AFTER_CPU_MS = 1000;
/** A runner that has grown beyond this is not kept: its memory would not shrink by itself. */
const KEPT_MEMORY_BYTES = 192 * 1024 * 1024;

/** Starts no runner before the first task. Any runner runs the tasks of any module, one at a time. */
export function createPool(options: PoolOptions): Pool {
  const ready: Job[] = [];
  const members = new Set<Member>();
  const modules = new Set<string>();
  const warming: { runners: number; requests: readonly WorkerRequest[] } = { runners: 0, requests: [] };
  let looking: Timer | null = null;
  let closed = false;

  function dispatch(): void {
    while (ready[0]) {
      const idle = ready[0].isTriedAgain ? null : findIdle(ready[0].request.module);
      const member = idle ?? (isSoonServed() || members.size >= options.runners_max ? null : startMember());
      if (!member) break;
      const [job] = ready.splice(0, 1);
      if (job) assign(member, job);
    }
    if (!closed) warm();
  }

  /** One that is warm or warmer than the others; one that runs to become so takes what waits once it has run one more. */
  function findIdle(module: string): Member | null {
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
  function giveUpWarming({ isWarming }: Member): void {
    if (isWarming) warming.runners = 0;
  }

  function endWarming(member: Member): void {
    settle(member);
    dispatch();
    endSurplus();
  }

  function startMember(): Member {
    const runner = options.start({
      reply: (reply) => void receive(member, reply),
      ended: (cause) => retire(member, cause),
    });
    const ended = Promise.withResolvers<void>();
    const member: Member = {
      runner,
      job: null,
      began: null,
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

  function assign(member: Member, job: Job): void {
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

  function begin(member: Member, job: Job): void {
    const began = { at: performance.now(), cpu_ms: null as number | null };
    member.began = began;
    void member.runner.readUsage().then((usage) => {
      began.cpu_ms ??= usage?.cpu_ms ?? null;
    });
    endAfter(member, job.budget.cpu_ms * options.patience);
  }

  function endAfter(member: Member, ms: number): void {
    if (member.timer) clearTimeout(member.timer);
    member.timer = setTimeout(() => overrun(member, "time"), ms);
  }

  async function look(): Promise<void> {
    const busy = [...members].filter((member) => member.job);
    if (busy.length === 0 && looking) {
      clearInterval(looking);
      looking = null;
    }
    if (busy.length === members.size && members.size < options.runners_max && busy.some(hasRunLong)) prepareSpare();
    for (const member of busy) await judge(member);
  }

  async function judge(member: Member): Promise<void> {
    const { job, began } = member;
    const usage = await member.runner.readUsage();
    if (!usage || !job || member.job !== job) return;
    const used_ms = began?.cpu_ms != null ? usage.cpu_ms - began.cpu_ms : 0;
    if (usage.memory_bytes > job.budget.memory_bytes) overrun(member, "memory");
    else if (used_ms > job.budget.cpu_ms) overrun(member, "time");
    else if (used_ms > STEP_BACK_AFTER_CPU_MS && !member.steppedBack) stepBack(member);
  }

  function stepBack(member: Member): void {
    member.steppedBack = true;
    member.runner.stepBack();
  }

  function prepareSpare(): void {
    const { runner } = startMember();
    for (const module of modules) runner.send({ module, task: null, input: null });
    warm();
  }

  /** Only the end of the runner stops a loop that never yields; a fresh one takes its place when there is work. */
  function overrun(member: Member, over: Overrun["over"]): void {
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

  function freeWhenGone({ ended }: Member, job: Job): void {
    void ended.promise.then(job.freed);
  }

  async function receive(member: Member, reply: WorkerReply<never>): Promise<void> {
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

  async function readUsed({ runner, began }: Member, job: Job): Promise<Usage | null> {
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
  function endWhenIdle(member: Member): void {
    member.timer = setTimeout(() => {
      const idle = [...members].filter(({ job }) => !job);
      if (idle.length === 1 && members.size > 1) endWhenIdle(member);
      else drop(member);
    }, options.idle_ms);
    member.timer.unref();
  }

  function drop(member: Member): void {
    members.delete(member);
    settle(member);
    member.runner.end();
  }

  function retire(member: Member, cause: string): void {
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

function refuseJob(job: Job): void {
  job.reject(refuseClosed());
  job.freed();
}

function hasRunLong({ began }: Member): boolean {
  return began !== null && performance.now() - began.at > SPARE_AFTER_MS;
}

function settle(member: Member): void {
  if (member.timer) clearTimeout(member.timer);
  member.timer = null;
  member.isUsed ||= member.job !== null || member.isWarming;
  member.job = null;
  member.began = null;
  member.isWarming = false;
}

function errorOf(reply: Exclude<WorkerReply<never>, { state: "loaded" | "done" }>): Error {
  if (reply.state === "refused") {
    return new Refusal(reply.kind, reply.message, reply.detail, reply.voice, reply.fields);
  }
  const error = new Error(reply.message);
  error.name = reply.name;
  if (reply.stack) error.stack = reply.stack;
  return error;
}

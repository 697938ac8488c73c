// Who has which instance of a sandbox next:
// one statement of a workspace at a time, workspaces by turns, and people by turns within each.
import { type Refusal, refuse } from "../base/refusal.ts";

export interface InstanceRequest {
  /** Whose accounts ask: the tenant, however many it has. */
  workspace: number;
  /** On whose behalf, such as `user:7`. */
  owner: string;
  /** Once aborted, a request that still waits is given up. */
  signal: AbortSignal;
}

/** The right to an instance until it is released, which may be done twice. */
export interface InstanceTurn {
  instance: number;
  release(): void;
}

export interface InstanceTurnBounds {
  instances: number;
  waiting_of_owner: number;
  waiting_of_workspace: number;
  /** Of everybody; beyond it room is made for who has nothing there by whoever has the most. */
  waiting: number;
  /** The instances in the order in which the workspace would like them, without those that it may not have. */
  choose(workspace: number, free: readonly number[]): readonly number[];
}

export interface InstanceTurns {
  /** Waits for an instance. Throws 429 for too many that wait of one account or workspace, and 503 for too many of everybody. */
  take(request: InstanceRequest): Promise<InstanceTurn>;
  /** Whose statement has the instance now. */
  holderOf(instance: number): number | null;
  running(): number;
  waiting(): number;
  /** The instances that nobody has. */
  free(): number[];
}

interface Waiting extends InstanceRequest {
  resolve: (turn: InstanceTurn) => void;
  reject: (reason: Error) => void;
}

const RETRY_AFTER_SECONDS = 5;

export function createInstanceTurns(bounds: InstanceTurnBounds): InstanceTurns {
  /** By instance, which workspace has it. */
  const running = new Map<number, number>();
  const waiting: Waiting[] = [];
  /** When each workspace and each account had a turn last, as a number that grows; kept while they have something here. */
  const served = new Map<number | string, number>();
  let turns = 0;

  const free = () =>
    Array.from({ length: bounds.instances }, (_, instance) => instance).filter((instance) => !running.has(instance));

  /** Of the workspaces whose turn is longest ago, and there of the people. */
  function findNext(): { one: Waiting; instance: number } | null {
    const rank = ({ workspace, owner }: Waiting) => [served.get(workspace) ?? 0, served.get(owner) ?? 0] as const;
    const busy = new Set(running.values());
    const order = waiting
      .filter(({ workspace }) => !busy.has(workspace))
      .map((one) => ({ one, rank: rank(one) }))
      .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]);
    const instances = free();
    for (const { one } of order) {
      const [instance] = bounds.choose(one.workspace, instances);
      if (instance !== undefined) return { one, instance };
    }
    return null;
  }

  function grant(): void {
    for (let next = findNext(); next; next = findNext()) {
      const { one, instance } = next;
      waiting.splice(waiting.indexOf(one), 1);
      running.set(instance, one.workspace);
      served.set(one.workspace, ++turns);
      served.set(one.owner, turns);
      let isReleased = false;
      const release = () => {
        if (isReleased) return;
        isReleased = true;
        running.delete(instance);
        forget(one);
        grant();
      };
      one.resolve({ instance, release });
    }
  }

  function forget({ workspace, owner }: InstanceRequest): void {
    if (!waiting.some((one) => one.owner === owner)) served.delete(owner);
    const isHere = waiting.some((one) => one.workspace === workspace) || [...running.values()].includes(workspace);
    if (!isHere) served.delete(workspace);
  }

  function refuseMore({ workspace, owner, signal }: InstanceRequest): Refusal | null {
    if (signal.aborted) return refuseWithdrawn();
    const own = waiting.filter((one) => one.owner === owner).length;
    if (own >= bounds.waiting_of_owner)
      return refuseBusy(own, "yours wait for a turn already, which is the most for one account");
    const theirs = countOf(workspace);
    if (theirs >= bounds.waiting_of_workspace)
      return refuseBusy(theirs, "your workspace wait for a turn already, which is the most for one");
    if (waiting.length < bounds.waiting) return null;
    const [most, last] = findMost();
    if (theirs + 1 >= most || !last)
      return refuse.unavailable(`${waiting.length} statements wait already; try again in a moment`);
    withdraw(last, refuseBusy(most, "your workspace waited for a turn, and others had none"));
    return null;
  }

  const countOf = (workspace: number) => waiting.filter((one) => one.workspace === workspace).length;

  /** How many the workspace has that has the most, and the one of them that came last. */
  function findMost(): [number, Waiting | undefined] {
    const most = Math.max(0, ...waiting.map(({ workspace }) => countOf(workspace)));
    return [most, waiting.findLast(({ workspace }) => countOf(workspace) === most)];
  }

  function withdraw(one: Waiting, reason: Error): void {
    const index = waiting.indexOf(one);
    if (index < 0) return;
    waiting.splice(index, 1);
    forget(one);
    one.reject(reason);
  }

  return {
    take: (request) => {
      const refusal = refuseMore(request);
      if (refusal) return Promise.reject(refusal);
      const { promise, resolve, reject } = Promise.withResolvers<InstanceTurn>();
      const one: Waiting = { ...request, resolve, reject };
      const leave = () => withdraw(one, refuseWithdrawn());
      request.signal.addEventListener("abort", leave, { once: true });
      waiting.push(one);
      grant();
      return promise.finally(() => request.signal.removeEventListener("abort", leave));
    },
    holderOf: (instance) => running.get(instance) ?? null,
    running: () => running.size,
    waiting: () => waiting.length,
    free,
  };
}

function refuseBusy(count: number, whose: string): Refusal {
  return refuse.limited(`${count} requests of ${whose}; try again when some are done`, {
    retry_after: RETRY_AFTER_SECONDS,
  });
}

function refuseWithdrawn(): Refusal {
  return refuse.unavailable("whoever asked for this has gone; ask again");
}

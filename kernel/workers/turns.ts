// Whose task goes next: publishing first, turns between accounts, and few at once of each,
// so that nobody waits for one account.

import { cutShort } from "../base/dependency.ts";
import { type Refusal, refuse } from "../base/refusal.ts";

/** Publishing goes before reading, and what nobody waits for goes last. */
export type Lane = "publish" | "read" | "background";

export interface TurnRequest {
  /** On whose behalf, such as `user:7`; without it, the server's own. */
  owner: string | undefined;
  lane: Lane;
  /** Memory that it may come to need; one that reads little needs none worth counting. */
  memory_bytes: number;
  /** Once aborted, a request that still waits is given up. */
  signal?: AbortSignal | undefined;
}

/** The right to work until it is released, which may be done twice. */
export interface Turn {
  release(): void;
  /** What has the turn takes long, and whatever else is large need no longer wait for it. */
  stepBack(): void;
}

export interface TurnBounds {
  /** Turns at once. One of them is kept for publishing. */
  running_max: number;
  running_of_owner_max: number;
  /** Further requests of one owner in one lane are refused with 429, and so are further ones that need memory. */
  waiting_of_owner_max: Readonly<Record<Lane | "large", number>>;
  /** Of everybody; more are refused with 503. */
  waiting_max: number;
  /** Of all turns that need memory worth counting, of which an owner has one at a time. */
  memory_bytes_max: number;
  /** Of such turns, but those in the background and those that have stepped back: each keeps a processor busy while small ones come and go. */
  large_running_max: number;
}

export interface Turns {
  /** Waits for a turn. Throws 429 when the owner has too many waiting already, 503 when everybody has or the turns are closed. */
  take(request: TurnRequest): Promise<Turn>;
  /** How many requests wait. */
  waiting(): number;
  /** Refuses what waits, and whatever comes. */
  close(): void;
}

interface Running {
  owner: string | undefined;
  lane: Lane;
  memory_bytes: number;
  steppedBack?: boolean;
}

interface Waiting extends Running {
  resolve: (turn: Turn) => void;
  reject: (reason: Error) => void;
}

/** After so many publishes in a row somebody who reads has a turn, or a stream of publishes would keep them waiting for ever. */
const PUBLISHES_IN_A_ROW = 4;
/** After so many turns of others what nobody waits for has one, or texts would never be indexed while large ones are rendered one after the other. */
const PASSES_MAX = 8;
const RETRY_AFTER_SECONDS = 5;

export function createTurns(bounds: TurnBounds): Turns {
  const running = new Set<Running>();
  const waiting: Waiting[] = [];
  /** When each owner who has something here had a turn last, as a number that grows. */
  const served = new Map<string | undefined, number>();
  let turns = 0;
  let publishesInARow = 0;
  /** Turns given since the background waits. */
  let passes = 0;
  let closed = false;

  function mayRun(request: Running): boolean {
    const own = [...running].filter(({ owner }) => owner === request.owner);
    if (own.length >= bounds.running_of_owner_max || (request.memory_bytes > 0 && own.some(isLarge))) return false;
    if (holdsProcessor(request) && [...running].filter(holdsProcessor).length >= bounds.large_running_max) return false;
    if (running.size >= bounds.running_max) return false;
    const reading = [...running].filter(({ lane }) => lane !== "publish");
    if (request.lane !== "publish" && reading.length >= Math.max(1, bounds.running_max - 1)) return false;
    if (request.lane === "background" && reading.some(({ lane }) => lane === "background")) return false;
    return hasMemory(request);
  }

  /** A request that needs more than there is runs alone rather than never. */
  function hasMemory({ memory_bytes }: Running): boolean {
    const taken = [...running].reduce((sum, one) => sum + one.memory_bytes, 0);
    return memory_bytes === 0 || taken === 0 || taken + memory_bytes <= bounds.memory_bytes_max;
  }

  /** Of the owners whose turn is longest ago; what is short of memory is not overtaken by others that need some. */
  function findNext(lane: Lane, { isShort = false } = {}): Waiting | null {
    const rank = ({ owner }: Waiting) => served.get(owner) ?? 0;
    for (const one of waiting.filter((request) => request.lane === lane).sort((a, b) => rank(a) - rank(b))) {
      if (isShort && isLarge(one)) continue;
      if (mayRun(one)) return one;
      isShort ||= !hasMemory(one);
    }
    return null;
  }

  function pick(): Waiting | null {
    const order: Lane[] =
      publishesInARow >= PUBLISHES_IN_A_ROW ? ["read", "publish", "background"] : ["publish", "read", "background"];
    const isDue = passes >= PASSES_MAX && waiting.some(isBackground) && ![...running].some(isBackground);
    const due = isDue ? findNext("background") : null;
    if (due) return due;
    // What is due may be short of memory, which is then kept for it.
    const isShort = isDue && waiting.some((request) => isBackground(request) && !hasMemory(request));
    for (const lane of order) {
      const next = findNext(lane, { isShort });
      if (next) return next;
    }
    return null;
  }

  function grant(): void {
    for (let next = pick(); next; next = pick()) {
      waiting.splice(waiting.indexOf(next), 1);
      running.add(next);
      served.set(next.owner, ++turns);
      publishesInARow = next.lane === "publish" ? publishesInARow + 1 : 0;
      passes = next.lane === "background" ? 0 : passes + 1;
      const granted = next;
      granted.resolve({ release: () => release(granted), stepBack: () => stepBack(granted) });
    }
  }

  function release(one: Running): void {
    if (!running.delete(one)) return;
    forget(one.owner);
    grant();
  }

  function stepBack(one: Running): void {
    one.steppedBack = true;
    grant();
  }

  function forget(owner: string | undefined): void {
    const isHere = (one: Running) => one.owner === owner;
    if (!waiting.some(isHere) && ![...running].some(isHere)) served.delete(owner);
  }

  function refuseMore(request: TurnRequest): Refusal | null {
    if (closed) return refuseClosed();
    if (request.signal?.aborted) return refuseWithdrawn();
    if (mayRun(request)) return null;
    if (waiting.length >= bounds.waiting_max) {
      return cutShort(refuse.unavailable(`${waiting.length} tasks wait already; try again in a moment`));
    }
    const own = waiting.filter(({ owner, lane }) => owner === request.owner && lane === request.lane);
    const { [request.lane]: most, large } = bounds.waiting_of_owner_max;
    if (own.length >= most) return refuseBusy(most);
    return isLarge(request) && own.filter(isLarge).length >= large ? refuseBusy(large) : null;
  }

  return {
    waiting: () => waiting.length,
    take: ({ signal, ...request }) => {
      const refusal = refuseMore({ ...request, signal });
      if (refusal) return Promise.reject(refusal);
      const { promise, resolve, reject } = Promise.withResolvers<Turn>();
      const one: Waiting = { ...request, resolve, reject };
      const withdraw = () => {
        const place = waiting.indexOf(one);
        if (place < 0) return;
        waiting.splice(place, 1);
        forget(one.owner);
        reject(refuseWithdrawn());
      };
      signal?.addEventListener("abort", withdraw, { once: true });
      if (isBackground(one) && !waiting.some(isBackground)) passes = 0;
      waiting.push(one);
      grant();
      return promise.finally(() => signal?.removeEventListener("abort", withdraw));
    },
    close: () => {
      closed = true;
      for (const one of waiting.splice(0)) one.reject(refuseClosed());
    },
  };
}

function isLarge({ memory_bytes }: Pick<Running, "memory_bytes">): boolean {
  return memory_bytes > 0;
}

function isBackground({ lane }: Running): boolean {
  return lane === "background";
}

/** A large one for somebody: most of what it does is done before it steps back. */
function holdsProcessor({ memory_bytes, lane, steppedBack }: Running): boolean {
  return memory_bytes > 0 && lane !== "background" && !steppedBack;
}

function refuseBusy(most: number): Refusal {
  return refuse.limited(
    `${most} requests of yours wait for a turn already, which is the most for one account; try again when some are done`,
    { retry_after: RETRY_AFTER_SECONDS },
  );
}

function refuseWithdrawn(): Refusal {
  return refuse.unavailable("whoever asked for this has gone; ask again");
}

/** The answer of a pool that is ending. */
export function refuseClosed(): Refusal {
  return cutShort(refuse.unavailable("the server is shutting down; try again in a moment"));
}

// Group commit: calls that wait at the same moment are sent as one, so that one commit and one flush serve them all;
// what fails together is sent one by one.
import { paced } from "../base/loop.ts";
import { isOutOfTime } from "./out_of_time.ts";
import type { Database } from "./sql.ts";

type Losable = Pick<Database, "isConnectionLoss">;

/** Calls that may go as one. */
export interface Gathering<P, R, D = Database> {
  /** At most so many go together. */
  most: number;
  /** And at most so much of what `sizeOf` answers. */
  size_max: number;
  sizeOf(part: P): number;
  /** What no two of them may be about: the later one waits for the next turn. */
  aboutOf?(part: P): string | number;
  /** So many calls of a key are under way before the next ones wait; without it two: one is flushed while the other works. */
  running_max?: number;
  /** The batching window: each call waits a turn of the loop for those who come in it, since nobody gains by being the first. */
  has_batching_window?: boolean;
  /** Nothing is written, so that each is asked for by itself whatever became of all of them. */
  is_read?: boolean;
  /** One statement that does all of it and commits, or throws; an answer for each part, in their order. */
  send(database: D, parts: readonly P[]): Promise<R[]>;
}

/**
 * Does a call by itself. With a lock timeout others wait behind it: where it ends with `lock_not_available`, and nothing done, it is
 * asked for once more without one, when it is in nobody's way.
 */
export type Alone<T> = (hasLockTimeout: boolean) => Promise<T>;

/** One call: `key` tells what may go together with it. */
export interface GatheredCall<P, T, R> {
  key: string;
  part: P;
  alone: Alone<T>;
  finish: (done: R) => T;
}

export type Gather<P, R, D> = <T>(database: D, call: GatheredCall<P, T, R>) => Promise<T>;

const RUNNING_MAX = 2;

/** What waits: told that it is to go alone, in its turn or as a fallback, or what came of it together with others. */
interface Waiting<P, R> {
  part: P;
  settle(outcome: "turn" | "fallback" | { done: R }): void;
  fail(error: unknown): void;
}

interface Line<P, R> {
  running: number;
  waiting: Waiting<P, R>[];
}

/** Makes the way by which such calls are sent: at once and alone while few are under way, together when more have come meanwhile. */
export function gathering<P, R, D extends Losable = Database>(kind: Gathering<P, R, D>): Gather<P, R, D> {
  const { running_max = RUNNING_MAX, has_batching_window = false, is_read = false } = kind;
  const lines = new WeakMap<D, Map<string, Line<P, R>>>();

  function lineOf(database: D, key: string): Line<P, R> {
    const ofDatabase = lines.get(database) ?? new Map<string, Line<P, R>>();
    lines.set(database, ofDatabase);
    const line = ofDatabase.get(key) ?? { running: 0, waiting: [] };
    ofDatabase.set(key, line);
    return line;
  }

  /** Hands the turn that is over, or free, to those who wait. */
  function pass(database: D, key: string, line: Line<P, R>): void {
    if (has_batching_window) setImmediate(() => passNow(database, key, line));
    else passNow(database, key, line);
  }

  function passNow(database: D, key: string, line: Line<P, R>): void {
    const next = takeNext(kind, line.waiting);
    const [first, ...others] = next;
    if (!first) {
      line.running -= 1;
      if (line.running === 0) lines.get(database)?.delete(key);
    } else if (others.length === 0) first.settle("turn");
    else void sendAll(database, next).finally(() => pass(database, key, line));
  }

  async function sendAll(database: D, parts: readonly Waiting<P, R>[]): Promise<void> {
    try {
      const done = await kind.send(
        database,
        parts.map((one) => one.part),
      );
      // Nobody waits for what they do with it.
      void settleAll(parts, done);
    } catch (error) {
      for (const one of parts) {
        if (is_read || isUndone(database, error)) one.settle("fallback");
        else one.fail(error);
      }
    }
  }

  return async (database, { key, part, alone, finish }) => {
    const line = lineOf(database, key);
    const isFree = line.running < running_max;
    if (isFree) line.running += 1;
    if (!isFree || has_batching_window) {
      const { promise, resolve, reject } = Promise.withResolvers<"turn" | "fallback" | { done: R }>();
      line.waiting.push({ part, settle: resolve, fail: reject });
      if (isFree) pass(database, key, line);
      const outcome = await promise;
      if (outcome === "fallback") return alone(false);
      if (outcome !== "turn") return finish(outcome.done);
    }
    try {
      return await alone(true);
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    } finally {
      pass(database, key, line);
    }
    return alone(false);
  };
}

/** One after the other, and after each what it sets off: what fifty of them make of an answer would stop the loop at a stretch. */
async function settleAll<P, R>(parts: readonly Waiting<P, R>[], done: readonly R[]): Promise<void> {
  const pace = paced();
  for (const [index, one] of parts.entries()) {
    one.settle({ done: done[index] as R });
    await null;
    await pace();
  }
}

const LOCK_NOT_AVAILABLE = "55P03";

/** Whether nothing was done for sure: the database refused it, neither cut off nor out of time, which may come behind the commit. */
function isUndone(database: Losable, error: unknown): boolean {
  const code = codeOf(error);
  return /^[0-9A-Z]{5}$/.test(code) && !isOutOfTime(error) && !database.isConnectionLoss(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Takes those that go next out of `waiting`, in order. */
function takeNext<P, R, D>(kind: Gathering<P, R, D>, waiting: Waiting<P, R>[]): Waiting<P, R>[] {
  const { most, size_max, sizeOf, aboutOf } = kind;
  const next: Waiting<P, R>[] = [];
  const later: Waiting<P, R>[] = [];
  const taken = new Set<string | number>();
  let size = 0;
  for (const [index, one] of waiting.entries()) {
    const about = aboutOf?.(one.part);
    if (about !== undefined && taken.has(about)) {
      later.push(one);
      continue;
    }
    size += sizeOf(one.part);
    if (next.length === most || (next.length > 0 && size > size_max)) {
      later.push(...waiting.slice(index));
      break;
    }
    if (about !== undefined) taken.add(about);
    next.push(one);
  }
  waiting.splice(0, waiting.length, ...later);
  return next;
}

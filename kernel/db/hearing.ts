// Whether everything that others have announced was heard, as two clocks and numbers that come back from Postgres tell.
import { SECOND_MS } from "../base/time.ts";

/** Two clocks in milliseconds: what stands still on one of them while the machine sleeps goes on on the other. */
export interface Clocks {
  /** Only runs forward, also while the process is stopped; stands still while the machine sleeps. */
  monotonic(): number;
  /** Runs while the machine sleeps, and may be set to anything. */
  wall(): number;
}

export const machineClocks: Clocks = { monotonic: () => performance.now(), wall: () => Date.now() };

/** What a process knows of its own hearing. */
export interface Hearing {
  /**
   * Whether what was announced up to two seconds ago has been heard, and the process ran without a pause since. It reads two
   * clocks, compares numbers and asks nobody.
   */
  isCurrent(): boolean;
  /** Says that the process runs; to be called each 200 ms, so that a pause is told from having nothing to do. */
  observe(): void;
  /** The monotonic clock as it was last observed. */
  seen(): number;
  /** The number to send next. Each is one more than the one before. */
  send(): number;
  /** A number has come back. True where one before it has not: what was announced between them may be lost too. */
  hear(nonce: number): boolean;
  /** From now on only numbers that are still to be sent count. */
  restart(): void;
}

/** What was announced is heard, or nothing is believed any more, this long after it. */
export const HEARD_MS_MAX = 2 * SECOND_MS;
/** How often `observe` is called. */
export const OBSERVE_MS = 200;
/** A process that was not seen for longer was stopped, or slept with its machine. */
const PAUSE_MS = 500;
/** Where none comes back; an older one would prove nothing. */
const SENT_MAX = 8;

/**
 * Postgres hands messages out in the order of their commits, so a number that comes back proves that all that was committed before
 * it was sent has been heard. A stopped process (SIGSTOP, a frozen container) shows on the monotonic clock whatever is done to the
 * other, a machine that slept on the wall clock. A wall clock that is set looks like a pause and costs one number. A machine whose
 * clocks all stood still, as a virtual one may when it is paused from outside, knows nothing of it: it believes what it knew for two
 * seconds of its running at most. `onPause` is called when a pause is noticed.
 */
export function createHearing(clocks: Clocks, onPause: () => void): Hearing {
  let seen_monotonic = clocks.monotonic();
  let seen_wall = clocks.wall();
  /** One more with each pause: a number that was sent before it says nothing of what was announced meanwhile. */
  let stretch = 0;
  let sent = 0;
  let heard = 0;
  let proof: Sending | null = null;
  const sendings = new Map<number, Sending>();

  /** Reads both clocks, which is all that this costs, and answers the one that is believed. */
  function look(): number {
    const monotonic = clocks.monotonic();
    const wall = clocks.wall();
    const isPause = monotonic - seen_monotonic > PAUSE_MS || Math.abs(wall - seen_wall) > PAUSE_MS;
    seen_monotonic = monotonic;
    seen_wall = wall;
    if (isPause) {
      stretch += 1;
      onPause();
    }
    return monotonic;
  }

  return {
    isCurrent: () => {
      const now = look();
      return proof !== null && proof.stretch === stretch && now - proof.at < HEARD_MS_MAX;
    },
    seen: () => seen_monotonic,
    observe: () => void look(),
    send: () => {
      const at = look();
      sent += 1;
      sendings.set(sent, { at, stretch });
      sendings.delete(sent - SENT_MAX);
      return sent;
    },
    hear: (nonce) => {
      look();
      const sending = sendings.get(nonce);
      if (!sending) return false;
      const isGap = nonce > heard + 1;
      for (const known of sendings.keys()) if (known <= nonce) sendings.delete(known);
      heard = nonce;
      proof = sending;
      return isGap;
    },
    restart: () => {
      look();
      sendings.clear();
      heard = sent;
      proof = null;
    },
  };
}

/** When a number was sent. */
interface Sending {
  at: number;
  stretch: number;
}

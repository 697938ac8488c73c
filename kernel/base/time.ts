// The one source of time, so that tests can move the clock and no SQL asks the database what time it is.

/** A clock answers the present instant; everything that compares, stores or signs a time takes it from here. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export function systemClock(): Clock {
  return { now: () => new Date() };
}

/** A clock that stands still until it is moved; `advance` takes milliseconds. */
export interface MovableClock extends Clock {
  set(instant: Date): void;
  advance(milliseconds: number): void;
}

/** Makes a clock for tests that starts at `start` and moves only when told to. */
export function movableClock(start: Date): MovableClock {
  let instant = start.getTime();
  return {
    now: () => new Date(instant),
    set: (to) => {
      instant = to.getTime();
    },
    advance: (milliseconds) => {
      instant += milliseconds;
    },
  };
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Clocks of servers, and the steps by which one is set right, lie less far apart: a time that is out by more was written by a wrong clock. */
export const CLOCK_SKEW_MS = MINUTE_MS;

/** The instant `milliseconds` after `from`. */
export function later(from: Date, milliseconds: number): Date {
  return new Date(from.getTime() + milliseconds);
}

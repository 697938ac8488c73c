// Work beside the queue: for what comes in such numbers that a job for each would cost more than the work.

/** A plugin's own workers over rows of its own; begun, driven and ended together with those of the queue. */
export interface Dispatcher {
  /** Begins to work by itself. */
  start(): void;
  /** Does all that is due by the clock, and answers how much it was: for tests and one-shot commands, in place of `start`. */
  runDue(): Promise<number>;
  /** Takes nothing more on, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

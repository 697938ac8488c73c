// How long the loop may stop, for every test that watches it.

/** Processor time of the loop's thread without a turn, on any machine of these years that does nothing else. */
export const PAUSE_MS_MAX = 50;
/** A pause counts when it comes back: a collector at work, or code that is compiled, takes its time once. */
export const TRIES = 5;

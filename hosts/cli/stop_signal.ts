// Waits for the word to stop: SIGINT or SIGTERM, however often it is said, since a terminal and npm both pass it on.

/** Resolves at the first signal. Later ones change nothing: the stop is bounded by itself. */
export function waitForStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, resolve);
  });
}

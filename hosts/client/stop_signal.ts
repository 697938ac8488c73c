// Ctrl-C for commands that clear away what they began, or bring it to an end.

const SAME_WORD_MS = 1000;

/** The first Ctrl-C lets what is under way come to an end; the second one does not wait. */
export function stopSignal(): { signal: AbortSignal; end(): void } {
  const stop = new AbortController();
  let stopped_at = 0;
  const onSignal = () => {
    // A terminal and npm both pass the same word on.
    if (stop.signal.aborted && Date.now() - stopped_at > SAME_WORD_MS) process.exit(130);
    stopped_at ||= Date.now();
    stop.abort();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, onSignal);
  return {
    signal: stop.signal,
    end: () => {
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(name, onSignal);
    },
  };
}

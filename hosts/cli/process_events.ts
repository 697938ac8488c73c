// What reaches a server's process from outside its requests: the word to stop, and faults that nobody caught.
import type { Log } from "../../kernel/plugin.ts";

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. Later ones change nothing: a terminal and npm both pass the same one
 * on, and the stop is bounded by itself.
 */
export function waitForStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, resolve);
  });
}

/** One request's forgotten promise must not take everybody else's requests with it: it is logged whole. */
export function surviveFaults(log: Log): void {
  // A command ends at its first fault.
  process.removeAllListeners("uncaughtException").removeAllListeners("unhandledRejection");
  process.on("uncaughtException", (error) => log.error({ err: error }, "a fault reached nobody"));
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a rejected promise reached nobody"));
}

// Which events a webhook asks for.

/** All events. */
export const EVERYTHING = "*";

/** An action, a family with `.*` behind it, or `*`. */
export const EVENT_PATTERN = "^(\\*|[a-z][a-z0-9_]*\\.\\*|[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+)$";

/** The events of a webhook as they are kept: each once, and everything for none. */
export function readEvents(events: readonly string[] = []): string[] {
  return events.length === 0 ? [EVERYTHING] : [...new Set(events)];
}

/** Those that nothing of this house is called, so that a slip shows; they are kept, since a plugin may come that has them. */
export function findUnknown(events: readonly string[], actions: readonly string[]): string[] {
  const known = new Set([EVERYTHING, ...actions, ...actions.map((action) => `${action.split(".")[0]}.*`)]);
  return events.filter((event) => !known.has(event));
}

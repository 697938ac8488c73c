// Turns of the event loop: how long work may go on in one, and how it lets everything else that waits go first.

/** So long may one piece of work go on before the loop turns. */
export const TURN_MS = 5;

/** Lets everything else that waits on the loop go first. */
export function yieldToLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** For work of many small steps, which awaits between two what this answers: lets others go first once it has gone on for a turn. */
export function paced(): () => Promise<void> | null {
  let until = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < until) return null;
    return yieldToLoop().then(() => {
      until = performance.now() + TURN_MS;
    });
  };
}

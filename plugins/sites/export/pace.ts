// Work of thousands of small steps, between which everything else that waits on the loop has its turn.
import { yieldToLoop } from "../../../kernel/mod.ts";

const TURN_MS = 2;

/** Asked between two steps; what it answers has to be awaited. */
export type Pace = () => Promise<void> | null;

/** Lets others go first once it has been worked so long without. */
export function paced(): Pace {
  let until = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < until) return null;
    return yieldToLoop().then(() => {
      until = performance.now() + TURN_MS;
    });
  };
}

// The machine's clocks for a test: they stand still until they are moved, however long the test is kept waiting.
import type { Clocks } from "../../kernel/host.ts";

export interface MovedClocks extends Clocks {
  /** As if the process had stood still for so many milliseconds. */
  pause(ms: number): void;
  /** Lets time pass in which the process runs: `look` is what it does meanwhile. */
  run(ms: number, look: () => unknown): void;
}

/** Short enough not to be a pause. */
const STEP_MS = 200;

export function movedClocks(): MovedClocks {
  let passed = 0;
  return {
    monotonic: () => passed,
    wall: () => passed,
    pause: (ms) => {
      passed += ms;
    },
    run: (ms, look) => {
      for (let left = ms; left > 0; left -= STEP_MS) {
        passed += Math.min(left, STEP_MS);
        look();
      }
    },
  };
}

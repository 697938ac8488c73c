// The least valid input of every operation, by its id, gathered from beside each plugin's tests:
// what the permission matrix sends.
import type { Inputs } from "./input.ts";

const TESTS = new URL("..", import.meta.url).pathname;

/** Where the input of a plugin's operation belongs. */
export const INPUT_FILES = "test/<plugin>/matrix_inputs.ts";

export const INPUTS: Inputs = await gatherInputs();

async function gatherInputs(): Promise<Inputs> {
  const all: Inputs = {};
  for (const path of [...new Bun.Glob("*/matrix_inputs.ts").scanSync(TESTS)].sort()) {
    const { INPUTS: own }: { INPUTS: Inputs } = await import(`${TESTS}/${path}`);
    for (const [id, input] of Object.entries(own)) {
      if (all[id]) throw new Error(`test/${path} has an input for ${id}, which another plugin has too`);
      all[id] = input;
    }
  }
  return all;
}

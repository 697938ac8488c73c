// The registry of actions: what each is, in the table of the house, and which of them the running plugins write.
import { type Port, port } from "../../kernel/mod.ts";

/** Every action that the running plugins may write, sorted. */
export interface Registry {
  actions: readonly string[];
}

export const registryPort: Port<Registry> = port("audit.registry");

export function createRegistry(actions: readonly string[]): Registry {
  return { actions };
}

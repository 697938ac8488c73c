// The contract with clients: the limits and what is left of them, and the versions of the API.
import { type Plugin, provide } from "../../kernel/plugin.ts";
import { contractPort, gatherContract } from "./contract.ts";
import { readChangelog, readLimits } from "./operations.ts";

export const contract: Plugin = {
  name: "contract",
  operations: [readLimits, readChangelog],
  provides: (_runtime, surface) => [provide(contractPort, gatherContract(surface))],
};

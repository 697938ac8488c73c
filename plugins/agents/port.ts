// What the plugins above may use of agents: which one somebody names, and whether it is there.
export { agentNamed, refuseMissingAgent } from "./permits.ts";
export { agentNamedIn, type LoadedAgent } from "./store/agents.ts";

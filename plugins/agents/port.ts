// What the plugins above may use of agents: which one somebody names, and whether it is there.
export { agentNamed } from "./permits.ts";
export { agentNamedIn } from "./store/agents.ts";

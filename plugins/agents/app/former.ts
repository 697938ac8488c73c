// Other addresses of the pages of agents, each of which leads to where the page is.

import { movedPage } from "../../app/port/moved.ts";
import { agentPath } from "../../app/port/paths.ts";

/** A proposal below its agent: the proposal's own number finds it, whatever the agent is called today. */
export const proposalOfAgent = movedPage({
  id: "agent.page.of_agent",
  route: "GET /app/agents/{ref}/proposals/{id}",
  to: `${agentPath()}/proposals/{id}`,
});

export const formerAgents = movedPage({
  id: "agent.page.list.former",
  route: "GET /auth/agents",
  to: agentPath(),
});

export const formerProposal = movedPage({
  id: "agent.page.proposal.former",
  route: "GET /auth/agents/proposals/{id}",
  to: `${agentPath()}/proposals/{id}`,
});

// Inputs of the permission matrix for agents.
import { type Input, type Inputs, type Made, place, plain, target } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

const AGENT = { route: "POST /api/brains", json: { name: "Support", instructions: "# Support\n\nBe kind.\n" } };
const CHANGE = { files: [{ path: "AGENT.md", content: "# Support\n\nBe brief.\n" }], message: "Shorter" };

/** An operation on the agent `{ref}`. */
function agent(rest: (stage: Stage) => Made | Promise<Made> = () => ({})): Input {
  return {
    about: "document",
    document: AGENT,
    make: async (stage) => ({ ...(await rest(stage)), params: { ref: stage.doc.doc_id } }),
  };
}

/** The same on a proposal for it. */
function proposal(rest: Made = {}): Input {
  return {
    about: "document",
    document: AGENT,
    make: async ({ h, people, doc }) => {
      const route = `POST /api/brains/${doc.doc_id}/proposals`;
      const { proposal_id } = await made(h.call(route, { as: people.owner, json: CHANGE }));
      return { ...rest, params: { id: proposal_id } };
    },
  };
}

/** The page of a proposal for it, of one that there is already where there is one: a page changes none. */
function shownProposal(): Input {
  return {
    about: "document",
    document: AGENT,
    make: async ({ h, people, doc }) => {
      const as = people.owner;
      const { proposals } = await made(h.call(`GET /api/brain-proposals?agent=${doc.doc_id}&limit=1`, { as }));
      const make = () => made(h.call(`POST /api/brains/${doc.doc_id}/proposals`, { as, json: CHANGE }));
      const id = proposals[0]?.id ?? (await make()).proposal_id;
      return { with_cookie: true, params: { id } };
    },
  };
}

let names = 0;

export const INPUTS: Inputs = {
  "agent.list": plain(),
  "agent.create": place((stage) => ({ json: { name: `Agent ${names++}`, ...target(stage) } })),
  "agent.get": agent(),
  "agent.update": agent(() => ({ json: { includes: [] } })),
  "agent.delete": agent(),
  "agent.context": agent(),
  "agent.resource.read": agent(() => ({ query: { path: "AGENT.md" } })),
  "agent.roots": plain(),
  "agent.propose": agent(() => ({ json: CHANGE })),
  "agent.proposal.list": plain(),
  "agent.proposal.get": proposal(),
  "agent.proposal.decide": proposal({ json: { decision: "approve" }, with_cookie: true }),
  "agent.page.list": plain({ with_cookie: true }),
  "agent.page.proposal": shownProposal(),
  "agent.page": agent(() => ({ with_cookie: true })),
  "agent.page.of_agent": plain({ params: { ref: "support", id: 1 } }),
  "agent.page.list.former": plain(),
  "agent.page.proposal.former": plain({ params: { id: 1 } }),
  "agent.style": plain(),
};

// Who may touch an agent: its document's level is the agent's
// (rules: permission/existence), and a proposal is its agent's.
import { demandActor, type Permit, refuse } from "../../kernel/plugin.ts";
import { findNamed } from "../../kernel/ports/operation.ts";
import { findDocumentOf, refuseLow } from "../documents/port/read.ts";
import { agentNamedIn, findAgent, type LoadedAgent } from "./store/agents.ts";
import { findProposal, type ProposalRow } from "./store/proposals.ts";

type Needed = "view" | "comment" | "settings" | "own";

/** The agent that `ref` names in the path. Throws 404 for one that the caller may not open, and 403 below `needed`. */
export function agentNamed(needed: Needed): Permit<LoadedAgent> {
  return {
    needs: `${needed} on the agent`,
    check: async (call, { params }) => {
      const ref = String(params["ref"]);
      const workspace_id = demandActor(call.actor).workspace.id;
      const find = (wanted: string | number) =>
        findDocumentOf(call, agentNamedIn(call.sql, { ref: String(wanted), workspace_id }));
      const idOf = ({ doc_id }: { doc_id: string }) => doc_id;
      const document = await findNamed(call, { kind: "agent", name: ref, byName: () => find(ref), byId: find, idOf });
      const agent = document && (await findAgent(call.sql, document.document_id));
      if (!document || !agent) throw refuseMissingAgent(ref);
      refuseLow(document, needed);
      return { ...document, agent };
    },
  };
}

function refuseMissingAgent(ref: string): Error {
  return refuse.notFound(`agent "${ref.slice(0, 80)}" is not found`);
}

/** The proposal that `id` names in the path: who may edit the agent sees it, and who made it while they may open the agent. */
export function proposalNamed(): Permit<ProposalRow> {
  return {
    needs: "edit on the agent, or to have made the proposal",
    check: async ({ sql, now, actor }, { params }) => {
      const by = { actor: demandActor(actor), now, proposal_id: Number(params["id"]) };
      const found = await findProposal(sql, by);
      if (!found) throw refuse.notFound("proposal not found");
      return found;
    },
  };
}

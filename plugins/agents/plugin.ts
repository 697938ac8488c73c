// Agents: documents that hold what programs are told, and changes of them that a person decides on.
import {
  DAY_MS,
  fill,
  type JobDefinition,
  later,
  MINUTE_MS,
  noticeKindsSlot,
  type Plugin,
  personEndSlot,
  personMoveSlot,
  type Runtime,
} from "../../kernel/plugin.ts";
import {
  contentWriteSlot,
  documentPageSlot,
  documentsCopiedSlot,
  documentsPublishSlot,
  documentsRemoveSlot,
  typedDocumentSlot,
} from "../documents/port/slots.ts";
import { readAsSlot } from "../history/port.ts";
import { navigationEndSlot } from "../navigations/port.ts";
import { guardNavigation, guardPlace, guardProtected, guardRemoval, guardRetention } from "./guard.ts";
import { PROPOSAL_KINDS, proposalListeners } from "./notices.ts";
import { readAgent, readAgents, removeAgent, updateAgent } from "./operations/agents.ts";
import { readAgentContext, readAgentFile } from "./operations/context.ts";
import { makeAgent, readAgentRoots } from "./operations/create.ts";
import { readPageStyle, sendDecision, showAgentsPage, showProposalPage } from "./operations/pages.ts";
import { decideOnProposal, makeProposal, readProposal, readProposals } from "./operations/proposals.ts";
import { agentPageMaker } from "./page.ts";
import { readAsAgent } from "./reading_as.ts";
import { copyAgent, forgetPerson, moveAgents } from "./store/belongings.ts";
import { dropOldProposals } from "./store/proposals.ts";
import { LENT, tellOfAgent } from "./telling.ts";

const KEPT_DAYS = 30;
const BATCH = 1000;

export const agents: Plugin = {
  name: "agents",
  operations: [
    ...[readAgents, makeAgent, readAgent, updateAgent, removeAgent, readAgentRoots],
    ...[readAgentContext, readAgentFile],
    ...[makeProposal, readProposals, readProposal, decideOnProposal],
    ...[showAgentsPage, showProposalPage, sendDecision, readPageStyle],
  ],
  fills: (runtime) => [
    fill(documentPageSlot, () => agentPageMaker(runtime)),
    fill(contentWriteSlot, guardProtected),
    fill(documentsPublishSlot, (publishing) => guardPlace(runtime, publishing)),
    fill(documentsPublishSlot, (publishing) => guardRetention(runtime, publishing)),
    fill(documentsRemoveSlot, guardRemoval),
    fill(documentsCopiedSlot, copyAgent),
    fill(typedDocumentSlot, tellOfAgent),
    fill(navigationEndSlot, guardNavigation),
    fill(readAsSlot, readAsAgent),
    fill(noticeKindsSlot, () => PROPOSAL_KINDS),
    fill(personMoveSlot, moveAgents),
    fill(personEndSlot, forgetPerson),
  ],
  on: proposalListeners,
  lends: LENT,
  jobs: (runtime) => [sweepJob(runtime)],
  migrations: new URL("./migrations/", import.meta.url),
};

/** Forgets proposals 30 days after they could be decided last. */
function sweepJob({ database, clock }: Runtime): JobDefinition {
  return {
    kind: "agents.sweep",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: DAY_MS,
    run: async (_job, { signal }) => {
      const before = later(clock.now(), -KEPT_DAYS * DAY_MS);
      while (!signal.aborted && (await dropOldProposals(database.sql, { before, limit: BATCH })) === BATCH);
    },
  };
}

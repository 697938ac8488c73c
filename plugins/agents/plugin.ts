// Agents: documents that hold what programs are told, and changes of them that a person decides on.
import {
  DAY_MS,
  handle,
  type JobDefinition,
  later,
  MINUTE_MS,
  noticeKindsHook,
  type Plugin,
  personEndHook,
  personMoveHook,
  type Runtime,
} from "../../kernel/plugin.ts";
import { decisionsHook } from "../app/port/decisions.ts";
import { noticeLeadsHook } from "../app/port/notice_leads.ts";
import { railHook, settingsHook } from "../app/port/slots.ts";
import {
  contentWriteHook,
  documentPageHook,
  documentsCopiedHook,
  documentsPublishHook,
  documentsRemoveHook,
  typedDocumentHook,
} from "../documents/port/hooks.ts";
import { readAsHook } from "../history/port.ts";
import { navigationEndHook } from "../navigations/port.ts";
import { showAgentPage } from "./app/agent_page.ts";
import { agentSettings, railOfAgents, showAgentsPage } from "./app/agents_page.ts";
import { proposalsToDecide } from "./app/decisions.ts";
import { formerAgents, formerProposal, proposalOfAgent } from "./app/former.ts";
import { readProposalStyle, showProposalPage } from "./app/proposal_page.ts";
import { leadsOfProposals } from "./app_leads.ts";
import { guardNavigation, guardPlace, guardProtected, guardRemoval, guardRetention } from "./guard.ts";
import { PROPOSAL_KINDS, proposalListeners } from "./notices.ts";
import { readAgent, readAgents, removeAgent, updateAgent } from "./operations/agents.ts";
import { readAgentContext, readAgentFile } from "./operations/context.ts";
import { makeAgent, readAgentRoots } from "./operations/create.ts";
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
    ...[showAgentsPage, showAgentPage, showProposalPage, readProposalStyle],
    ...[proposalOfAgent, formerAgents, formerProposal],
  ],
  handles: (runtime) => [
    handle(documentPageHook, () => agentPageMaker(runtime)),
    handle(contentWriteHook, guardProtected),
    handle(documentsPublishHook, (publishing) => guardPlace(runtime, publishing)),
    handle(documentsPublishHook, (publishing) => guardRetention(runtime, publishing)),
    handle(documentsRemoveHook, guardRemoval),
    handle(documentsCopiedHook, copyAgent),
    handle(typedDocumentHook, tellOfAgent),
    handle(navigationEndHook, guardNavigation),
    handle(readAsHook, readAsAgent),
    handle(noticeKindsHook, () => PROPOSAL_KINDS),
    handle(noticeLeadsHook, leadsOfProposals),
    handle(decisionsHook, proposalsToDecide),
    handle(personMoveHook, moveAgents),
    handle(personEndHook, forgetPerson),
    handle(railHook, railOfAgents),
    handle(settingsHook, agentSettings),
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
